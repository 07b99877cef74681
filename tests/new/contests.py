"""Contests that `new` wrote, inside this process: imported, played, looked at by the tools."""

import importlib
import io
import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType
from typing import Any

import black
import pytest

import bots
import contests
from botsmith.new import copies
from botsmith.new.scaffold import Form, contest_files
from botsmith.referees.base import Lines, Referee
from botsmith.replay.painter import Painter
from common.clock import Deadline
from common.engine import Engines
from common.loop import Options, answer_turn
from common.stdio import LineReader

ROOT = Path(__file__).resolve().parents[2]
EXPLAINED = 16  # turns between two explanations, of one turn of each player


def write(root: Path, name: str, form: Form) -> None:
    """The files of a contest, without a registry's lines."""
    for path, text in contest_files(name, form).items():
        copies.write(root / path, text)


@contextmanager
def importable(root: Path, forms: Mapping[str, Form]) -> Iterator[None]:
    """Writes contests by their names, unformatted, which takes most of the time; while this lasts
    their modules can be imported.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(black, "format_str", lambda text, mode: text)
        for name, form in forms.items():
            write(root, name, form)
    with on_path(root, forms):
        yield


@contextmanager
def on_path(root: Path, names: Collection[str]) -> Iterator[None]:
    """While this lasts, the modules of these contests below `root` can be imported."""
    known = set(sys.modules)
    bots.__path__.append(str(root / "bots"))
    contests.__path__.append(str(root / "contests"))
    sys.path.append(str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))
        bots.__path__.remove(str(root / "bots"))
        contests.__path__.remove(str(root / "contests"))
        for name in set(sys.modules) - known:
            if {*name.split(".")} & {"contests", *names}:
                del sys.modules[name]


class Contest:
    """The modules of one of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.player = self.load(f"bots.{name}.bot")
        self.protocol = self.load(f"bots.{name}.protocol")
        self.search = self.load(f"bots.{name}.search")
        self.baseline = self.load(f"contests.{name}.baselines")
        title = name.capitalize()
        self.referee: type[Referee] = getattr(
            self.load(f"contests.{name}.referee"), f"{title}Referee"
        )
        self.painter: type[Painter[Any]] = getattr(
            self.load(f"contests.{name}.draw"), f"{title}Painter"
        )

    @staticmethod
    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    def bot(self) -> Any:
        """The bot, on CPython."""
        bot = getattr(self.player, f"{self.name.capitalize()}Bot")
        return bot(self.player.Params(), Engines(self.search.Memory, self.search.ENTRIES))


def reader_of(lines: Lines) -> LineReader:
    return LineReader(io.StringIO("".join(f"{line}\n" for line in lines)), process_time)


def play(contest: Contest, players: int, iterations: int = 6, seed: int = 1) -> Referee:
    """A match of the bot against players who answer anything; every frame is drawn.

    The bot explains some of its answers: that costs more than they do.
    """
    referee = contest.referee.from_seed(seed, players)
    painter = contest.painter(referee)
    list(painter.background())
    bot, dice = contest.bot(), Random(seed)
    bot.prepare(seed)
    bot.read_start(reader_of(referee.init_inputs(0)))
    others = [contest.baseline.PROTOCOL() for _ in range(players)]
    for seat, other in enumerate(others):
        other.read_start(iter(referee.init_inputs(seat)).__next__)
    if any(referee.opening(seat) for seat in range(players)):
        referee.open({seat: other.setup(dice) for seat, other in enumerate(others)})
    for turn in count():
        if referee.over:
            break
        outputs: dict[int, Lines] = {}
        for seat in referee.seats():
            lines = referee.inputs(seat)
            if seat == 0:
                bot.read_turn(reader_of(lines))
                outputs[0] = bot.answer(Deadline(1000.0, 0.0, iterations=iterations))
                bot.stats()
                if turn % EXPLAINED < players:
                    bot.explain()
            else:
                others[seat].read_turn(iter(lines).__next__)
                outputs[seat] = others[seat].legal(dice)
            assert len(outputs[seat]) == referee.reply_lines(seat)
        referee.apply(outputs)
        list(painter.frame())
    assert len(painter.scores()) == players
    return referee


def play_in_time(contest: Contest, players: int, seed: int, most: int = 10**9) -> list[float]:
    """A match of the bot on CPython against players who answer anything: the processor time of its
    answers in ms, the first `most` of them.
    """
    referee, dice = contest.referee.from_seed(seed, players), Random(seed)
    bot, spent_ms = contest.bot(), list[float]()
    bot.first_ms = bot.turn_ms
    bot.prepare(seed)
    with redirect_stdout(io.StringIO()):
        bot.read_start(reader_of(referee.init_inputs(0)))
    others = [contest.baseline.PROTOCOL() for _ in range(players)]
    for seat, other in enumerate(others):
        other.read_start(iter(referee.init_inputs(seat)).__next__)
    if any(referee.opening(seat) for seat in range(players)):
        referee.open({seat: other.setup(dice) for seat, other in enumerate(others)})
    options = Options({})
    while not referee.over and len(spent_ms) < most:
        outputs: dict[int, Lines] = {}
        for seat in referee.seats():
            lines = referee.inputs(seat)
            if seat:
                others[seat].read_turn(iter(lines).__next__)
                outputs[seat] = others[seat].legal(dice)
                continue
            reader = reader_of(lines)
            began = process_time()
            outputs[0], trouble = answer_turn(bot, options, len(spent_ms), reader)
            spent_ms.append((process_time() - began) * 1000.0)
            assert trouble == ""
        referee.apply(outputs)
    assert referee.faults() == {}
    return spent_ms


def lint(root: Path) -> None:
    """Ruff and black with the project's settings; what is not below `root` is the project's."""
    src = f"src = ['.', '{ROOT}']"
    settings = ["--config", str(ROOT / "pyproject.toml")]
    for words in (
        ["ruff", "check", "-q", *settings, "--config", src, "--extend-ignore", "TID251"],
        ["black", "--check", "-q", *settings],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *words, "."], cwd=root, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (0, ""), done.stdout[-3000:]


def run_mypy(root: Path, *places: str) -> None:
    """mypy --strict, with the project's settings, on what was written below `root`."""
    (root / "bots" / "__init__.py").touch()
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), *places],
        cwd=root,
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": str(ROOT)},
    )
    assert done.stdout.startswith("Success: "), done.stdout[-3000:] + done.stderr[-3000:]
