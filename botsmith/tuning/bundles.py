"""The bundles of trials: built in memory and shipped to the workers as they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from botsmith.arena.bots import Bot, digest, find_bot
from botsmith.arena.engines import DASK, open_engine
from botsmith.arena.shipping import File, Parcel, Word, pack, units as units_of_file
from botsmith.arena.store import Played
from botsmith.arena.worker import Job, Table
from botsmith.bundle.assemble import Order, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import units
from botsmith.bundle.modules import Entry, Source, read_source
from botsmith.bundle.parameters import override_parameters
from botsmith.errors import BadInput
from botsmith.tuning.space import Values

START = "start"  # the name of the frozen start values, also for --vs
REVISION = "a trial of tune"  # in place of the commit, so that equal sources are equal bots


@dataclass(frozen=True)
class Built:
    """A bot as it is sent to workers, and its size in UTF-16 units; None for a command."""

    parcel: Parcel
    size: int | None

    @property
    def bot(self) -> Bot:
        """Its name and hash, for tables and stores; it is started from its parcel."""
        return Bot(self.parcel.name, (), self.parcel.content_hash)


@dataclass(frozen=True)
class Workshop:
    """What all trials of a bot are built from.

    engine: as in bots.Bot. changes: start values that differ from params.py.
    """

    root: Path
    entry: Entry
    engine: str
    changes: Values

    @property
    def name(self) -> str:
        """The bot's name as on the command line, with @ENGINE if one is set."""
        return f"{self.entry.name}@{self.engine}" if self.engine else self.entry.name

    @property
    def path(self) -> str:
        """The path of the contest's params.py in the project."""
        return f"bots/{self.entry.game}/params.py"

    def source(self) -> Source:
        """params.py with the start values in it. BadInput if the bot has none."""
        if not (self.root / self.path).is_file():
            raise BadInput(f"{self.entry.name} has no {self.path}: it has nothing to tune")
        return override_parameters(read_source(self.root, self.path), self.changes)

    def build(self, values: Values, name: str) -> Built:
        """The bundle with the start values, changed by `values`. BadInput if it cannot be built."""
        whole = {**self.changes, **values}
        order = Order(self.root, self.entry, "c", whole, REVISION)
        try:
            text = assemble(order).text
        except Refused as refused:
            raise BadInput(f"the project itself cannot be built: {refused}") from None
        content = text.encode()
        parts = [content, self.engine.encode()] if self.engine else [content]
        words = (Word("python"), Word("file", f"{self.entry.name}.py"))
        file = File(f"{self.entry.name}.py", content, False)
        parcel = Parcel(name, digest(parts), words, (file,), False, self.engine)
        return Built(parcel, units(text))

    def apply(self, values: Values) -> None:
        """Writes the start values, changed by `values`, into params.py."""
        source = read_source(self.root, self.path)
        text = override_parameters(source, {**self.changes, **values}).text
        (self.root / self.path).write_text(text, encoding="utf-8", newline="\n")


def find_pool(names: Sequence[str], game: str, start: Built, engine: str) -> list[Built]:
    """The opponents: `start`, or bots named as for `play`; the second of one name is NAME#2."""
    pool: list[Built] = []
    for name in names or [START]:
        if name == START:
            built = start
        else:
            bot = find_bot(name, game)
            built = Built(pack(bot, not engine.startswith(DASK)), units_of_file(bot))
        pool.append(renamed(built, [other.parcel.name for other in pool]))
    return pool


def renamed(built: Built, taken: Sequence[str]) -> Built:
    """The same bot under a name that is not in `taken`: its own, else NAME#2, NAME#3, ..."""
    name, number = built.parcel.name, 1
    while name in taken:
        number += 1
        name = f"{built.parcel.name}#{number}"
    return Built(replace(built.parcel, name=name), built.size)


@dataclass(frozen=True)
class Hall:
    """Where and how games are played: what all workers share."""

    game: str
    rule: str
    iterations: int | None
    engine: str
    jobs: int

    def table(self, bots: Sequence[Built]) -> Table:
        """What the workers need to know about these bots."""
        return Table(
            game=self.game,
            parcels=tuple(bot.parcel for bot in bots),
            sizes=tuple(bot.size for bot in bots),
            time_rule=self.rule,
            iterations=self.iterations,
        )

    def play(self, bots: Sequence[Built], jobs: Iterator[Job]) -> Iterator[Played]:
        """Plays the jobs; closing the generator ends those under way."""
        with open_engine(self.engine, self.table(bots), self.jobs) as workers:
            for outcome in workers.run(jobs):
                yield outcome.played
