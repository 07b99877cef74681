"""Builds the bundles of trials in memory, to be sent to the workers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from botsmith.arena.matches.bots import digest, find_bot, numbered
from botsmith.arena.matches.packing import File, PackedBot, Word
from botsmith.arena.matches.runner import Runner
from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import banner, units
from botsmith.bundle.modules import Entry, Source, read_source
from botsmith.bundle.parameters import override_parameters, read_parameters
from botsmith.bundle.short import Kit
from botsmith.errors import BadInput
from botsmith.tuning.space import Values

TRIAL = "trial"  # the name of the bot that a trial builds
START = "start"  # the name of the frozen start values, also for --vs
REVISION = "a trial of tune"  # in place of the commit, so that equal sources are equal bots


@dataclass(frozen=True)
class Workshop:
    """The common source of all trials of a bot.

    engine: as in bots.Bot
    changes: start values that differ from params.py
    """

    root: Path
    entry: Entry
    engine: str
    changes: Values

    @property
    def name(self) -> str:
        """Returns the bot's name as on the command line, with @ENGINE if one is set."""
        return f"{self.entry.name}@{self.engine}" if self.engine else self.entry.name

    @property
    def path(self) -> str:
        """Returns the path of the contest's params.py in the project."""
        return f"bots/{self.entry.game}/params.py"

    def source(self) -> Source:
        """Returns the text of params.py with the start values. Raises BadInput if the bot has no
        params.py.
        """
        if not (self.root / self.path).is_file():
            raise BadInput(f"{self.entry.name} has no {self.path}: it has nothing to tune")
        return override_parameters(read_source(self.root, self.path), self.changes)

    def assembled(self, values: Values) -> Bundle:
        """Returns the bundle with the start values, changed by `values`. Raises BadInput if it
        cannot be built.
        """
        whole = {**self.changes, **values}
        # Nobody reads it, and the form that holds most is found at once.
        target = Target(self.root, self.entry, "c", whole, REVISION, kit=Kit.SHORT)
        try:
            return assemble(target)
        except Refused as refused:
            raise BadInput(f"the project itself cannot be built: {refused}") from None

    @cached_property
    def first(self) -> Bundle:
        """Returns the bundle with the start values. It is built once."""
        return self.assembled({})

    def text(self, values: Values) -> str:
        """Returns the text of a bundle with these values.

        A flat bundle is the first one with other numbers in params.py, under the first one's
        header. To assemble it anew would take a second.
        """
        if not values:
            return self.first.text
        names = parameter_names(self.source().text)
        for piece in self.first.pieces:
            if piece.source.path == self.path and parameter_names(piece.text) == names:
                changed = override_parameters(replace(piece.source, text=piece.text), values)
                above, below = self.first.text.split(banner(self.path) + "\n" + piece.text)
                return above + banner(self.path) + "\n" + changed.text + below
        return self.assembled(values).text

    def build(self, values: Values, name: str) -> PackedBot:
        """Returns the bundle with the start values, changed by `values`. Raises BadInput if it
        cannot be built.
        """
        text = self.text(values)
        content = text.encode()
        parts = [content, self.engine.encode()] if self.engine else [content]
        words = (Word("python"), Word("file", f"{self.entry.name}.py"))
        file = File(f"{self.entry.name}.py", content, False)
        about = name, (), digest(parts), None, self.engine
        return PackedBot(*about, words=words, files=(file,), size=units(text))

    def apply(self, values: Values) -> None:
        """Writes the start values, changed by `values`, into params.py."""
        source = read_source(self.root, self.path)
        text = override_parameters(source, {**self.changes, **values}).text
        (self.root / self.path).write_text(text, encoding="utf-8", newline="\n")


def parameter_names(text: str) -> list[str]:
    """Returns the names of the parameters in the text of a params.py."""
    return [each.name for each in read_parameters(text)]


def find_pool(names: Sequence[str], start: PackedBot, runner: Runner) -> list[PackedBot]:
    """Returns the opponents: the start values, or bots named as for `play`. A second bot NAME is
    called NAME#2. Raises BadInput for an unknown bot.
    """
    packed = [
        start if name == START else runner.pack(find_bot(name, runner.game))
        for name in names or [START]
    ]
    different = numbered([TRIAL, *(bot.name for bot in packed)])[1:]
    return [replace(bot, name=name) for bot, name in zip(packed, different, strict=True)]
