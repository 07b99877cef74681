"""Bots against each other in one process, at fixed work: what ablations and tuning are made with.

    python benchmarks/selfplay.py GAME BOT BOT ... [--games N] [--seed S] [--opening TURNS]
        [--config JSON] [--json]

BOT    [TREE/]NAME[@ITERATIONS][:PARAMETER=VALUE,...]
NAME   `bot`, another bot of bots/GAME (bot_NAME.py, or NAME.py with a `main`), or a baseline
TREE   another checkout (`git worktree add TREE COMMIT`), whose bots/ and common/ play

    python benchmarks/selfplay.py olymbits bot@2000:fast_trust=20 bot@2000 bot@2000 --games 60
    python benchmarks/selfplay.py olymbits bot@2000 line4 line4
    python benchmarks/selfplay.py stratego bot@4000 TREE/bot@4000 --config '{"max_turns":400}'

Kernels run in C, all bots in this process: that is ten times as many games as `league` plays in the
same time. They are those of `league GAME .. --iterations N`, move for move; a test compares them.
Seats rotate over the seeds. --opening: the first TURNS turns of a match are random, and the same in
all matches of a seed; for bots that know BOTSMITH_PLAYED (uttt), not for baselines.
Prints for each bot the share of first places, the share of duels (two bots of a match: who has more
points), both with 95 % intervals over seeds, the mean rank, and processor time a turn.
"""

import argparse
import importlib
import io
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.arena.matches.bots import baseline_module, baseline_names, match_seed  # noqa: E402
from botsmith.arena.matches.league import each_pairing  # noqa: E402
from botsmith.arena.statistics.stats import Sample, share  # noqa: E402
from botsmith.compiler.compile import c_text  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import referee_for  # noqa: E402
from botsmith.referees.base import Referee, Result  # noqa: E402
from common import native  # noqa: E402
from common.clock import Deadline  # noqa: E402
from common.engine import Engine, Engines  # noqa: E402
from common.stdio import LineReader  # noqa: E402

CONFIDENCE = 0.95
ITERATIONS = 1000
COMPILED_BY = "common.kernel"  # the compiler knows the workshop's own: it serves all checkouts
Lines = list[str]
Duels = dict[str, Sample]  # of one bot, by the others' names


class Source:
    """A text stream of the lines put into it; IndexError when it is read beyond them."""

    def __init__(self) -> None:
        self.lines: Lines = []

    def readline(self) -> str:
        return self.lines.pop(0) + "\n"


class Library(Engines[Any]):
    """Engines that play in C from the first turn on."""

    def __init__(self, memory: type, folder: str) -> None:
        self.python: Engine[Any] = native.NativeEngine(memory, folder)


class Bot:
    """A contest's bot, driven as common/loop.py drives it; made anew for each match."""

    def __init__(self, make: Callable[[], Any], iterations: int) -> None:
        self.make = make
        self.iterations = iterations

    def begin(self, seed: int, lines: Lines) -> Lines:
        """Begins a match; returns the bot's lines before its first turn."""
        self.source = Source()
        self.reader = LineReader(self.source)  # type: ignore[arg-type]
        self.source.lines = lines
        said = io.StringIO()
        with redirect_stdout(said), mock.patch.dict(os.environ, BOTSMITH_SEED=str(seed)):
            self.bot = self.make()
            self.bot.prepare(seed)
            self.bot.read_start(self.reader)
        return said.getvalue().splitlines()

    def tell(self, lines: Lines) -> None:
        """Lines that want no answer."""
        self.source.lines += lines

    def answer(self, lines: Lines) -> Lines:
        self.reader.begin_turn()
        self.source.lines += lines
        self.bot.read_turn(self.reader)
        answer: Lines = self.bot.answer(Deadline(1.0, 0.0, iterations=self.iterations))
        return answer


class Baseline:
    """One of the workshop's baselines, driven as botsmith/arena/baselines/run.py does."""

    def __init__(self, game: str, name: str, iterations: int) -> None:
        self.module = importlib.import_module(baseline_module(game))
        self.name = name
        self.iterations = iterations

    def begin(self, seed: int, lines: Lines) -> Lines:
        """Begins a match; returns the baseline's lines before its first turn."""
        prepare = getattr(self.module, "PREPARE", {}).get(self.name)
        self.words = {"BOTSMITH_SEED": str(seed), "BOTSMITH_ITERATIONS": str(self.iterations)}
        if prepare is not None:
            with mock.patch.dict(os.environ, self.words):
                if hasattr(prepare, "cache_clear"):  # a new process would have an empty cache
                    prepare.cache_clear()
                prepare()
        return self.read_start(seed, lines)

    def read_start(self, seed: int, lines: Lines) -> Lines:
        """Reads the lines before the first turn; returns the baseline's answers to them."""
        self.protocol = self.module.PROTOCOL()
        self.protocol.name = self.name
        self.source = Source()
        self.source.lines = lines
        said: Lines = self.protocol.hello()
        self.protocol.read_start(self.source.readline)
        self.dice = Random(str(seed))
        said += self.protocol.setup(self.dice)
        self.turn = 0
        return said

    def tell(self, lines: Lines) -> None:
        """Lines that want no answer."""
        self.source.lines += lines

    def read_turn(self, lines: Lines) -> None:
        self.turn += 1
        self.source.lines += lines
        self.protocol.read_turn(self.source.readline)

    def answer(self, lines: Lines) -> Lines:
        self.read_turn(lines)
        protocol: Any = self.protocol
        if self.name == "random":
            answer: Lines = protocol.legal(self.dice)
        else:
            with mock.patch.dict(os.environ, self.words):
                answer = self.module.BOTS[self.name](protocol, self.turn)
        return answer


@dataclass
class Entrant:
    """A bot of the series, and its results. above: those of its duels."""

    name: str
    player: Bot | Baseline
    first: Sample
    above: Duels
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    seconds: float = 0.0
    turns: int = 0


def module_of(tree: Path, game: str, name: str) -> Any:
    """Returns the module of a checkout whose `main` is the bot. BadInput if there is none."""
    home = tree / "bots" / game
    for module in ("bot", "player") if name == "bot" else (f"bot_{name}", name):
        if (home / f"{module}.py").is_file():
            found = importlib.import_module(f"bots.{game}.{module}")
            if hasattr(found, "main"):  # that of `new` is in player.py
                return found
    raise BadInput(f"no {name} in {home} and no such baseline")


def library(module: Any, folder: Path) -> Callable[[], Library]:
    """Compiles the kernels of the search whose `think` a bot calls; returns a maker of engines."""
    search = importlib.import_module(module.think.__module__)
    path = f"{tempfile.mkdtemp(dir=folder)}/kernels.so"  # checkouts have modules of the same name
    native.make_library(native.find_compilers(), path, c_text(search.ENTRIES, search.Memory))
    return lambda: Library(search.Memory, path)


def changed(params: Any, values: dict[str, str]) -> Any:
    """Returns the parameters with other values. BadInput for an unknown name."""
    for name, value in values.items():
        if not hasattr(params, name):
            raise BadInput(f"no parameter {name!r}")
        kind = type(getattr(params, name))
        setattr(params, name, kind(float(value)) if kind is bool else kind(value))
    return params


@contextmanager
def modules_from(tree: Path) -> Iterator[None]:
    """While the block runs, bots/ and common/ are imported from this checkout."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if is_shipped(name)}
    sys.path.insert(0, str(tree))
    try:
        yield
    finally:
        sys.path.remove(str(tree))
        for name in filter(is_shipped, list(sys.modules)):
            del sys.modules[name]
        sys.modules.update(kept)


def is_shipped(name: str) -> bool:
    """Returns True if a module belongs to a checkout: bots/ or common/."""
    return name.partition(".")[0] in ("bots", "common") and name != COMPILED_BY


def player_of(game: str, text: str, folder: Path) -> Bot | Baseline:
    """Returns the player that a BOT of the command line means. BadInput if it means none."""
    head, _, changes = text.partition(":")
    place, _, count = head.partition("@")
    home, _, name = place.rpartition("/")
    tree = Path(home) if home else ROOT
    iterations = int(count) if count else ITERATIONS
    if not home and name in baseline_names(game):
        if not (ROOT / "bots" / game / f"main_{name}.py").is_file():
            return Baseline(game, name, iterations)
    values = dict(pair.split("=", 1) for pair in changes.split(",") if pair)
    with nullcontext() if tree == ROOT else modules_from(tree):
        return bot_of(module_of(tree, game, name), values, folder, iterations)


def bot_of(module: Any, values: dict[str, str], folder: Path, iterations: int) -> Bot:
    """Returns the bot of a module, with parameters changed. BadInput for an unknown parameter."""
    make_engines = library(module, folder) if hasattr(module, "Compiled") else None
    kind = getattr(module, "Params", None)
    if values:
        changed(kind() if kind else object(), values)

    def make() -> Any:
        made: list[Any] = []
        own: dict[str, Any] = {"run": made.append}
        if make_engines is not None:
            own["Compiled"] = lambda memory, kernels, flags="": make_engines()
        if kind is not None:
            own["Params"] = lambda: changed(kind(), values)
        with mock.patch.multiple(module, **own):
            module.main()
        return made[0]

    return Bot(make, iterations)


def referee_of(game: str, seed: int, seats: int, config: dict[str, Any] | None) -> Referee:
    """Returns the referee of a match from its seed, or from `config` where that is given."""
    kind = referee_for(game)
    if config is None:
        return kind.from_seed(seed, seats)
    return kind.from_config(config, str(seed), seats)


def random_answers(
    game: str, seed: int, seats: int, turns: int, config: dict[str, Any] | None = None
) -> list[list[Lines]]:
    """Returns random legal answers of each seat in the first turns. BadInput if the match ends
    in them.
    """
    referee = referee_of(game, seed, seats, config)
    players = [Baseline(game, "random", 0) for _ in range(seats)]
    for seat, player in enumerate(players):
        player.read_start(seed, list(referee.init_inputs(seat)))
    dice = Random(seed)
    answers: list[list[Lines]] = [[] for _ in players]
    for _ in range(turns):
        outputs = {}
        for seat in referee.seats():
            players[seat].read_turn(list(referee.inputs(seat)))
            outputs[seat] = list(players[seat].protocol.legal(dice))
            answers[seat].append(outputs[seat])
        referee.apply(outputs)
        if referee.over:
            raise BadInput(f"seed {seed} is over in its opening of {turns} turns: take fewer")
    return answers


def play_match(
    referee: Referee,
    seed: int,
    rotation: int,
    seated: Sequence[Entrant],
    given: list[list[Lines]],
    watch: Callable[[], None] = lambda: None,
) -> Result:
    """Plays one match. given: by seat, its answers in the first turns, which are used up.

    watch: called in each turn when all seats have answered, before it is applied.
    """
    said = {}
    for seat, entrant in enumerate(seated):
        lines = list(referee.init_inputs(seat))
        with mock.patch.dict(os.environ, BOTSMITH_PLAYED=json.dumps(given[seat])):
            said[seat] = entrant.player.begin(match_seed(str(seed), rotation, seat), lines)
    if referee.opening(0):
        referee.open(said)
    while not referee.over:
        outputs = {}
        for seat in referee.listeners():
            seated[seat].player.tell(list(referee.inputs(seat)))
        for seat in referee.seats():
            lines = list(referee.inputs(seat))
            began = process_time()
            outputs[seat] = seated[seat].player.answer(lines)
            seated[seat].seconds += process_time() - began
            seated[seat].turns += 1
            if given[seat]:
                outputs[seat] = given[seat].pop(0)
        watch()
        referee.apply(outputs)
    return referee.result()


def duels_of(names: Sequence[str], number: int) -> Duels:
    """Room for the duels of one of these bots, of which each match has all."""
    others = Counter([*names[:number], *names[number + 1 :]])
    return {other: Sample(len(names) * count) for other, count in others.items()}


def count_duels(seed: int, seated: Sequence[tuple[str, Duels]], ranks: Sequence[float]) -> None:
    """Adds a match: name, duels and rank by seat. Equal ranks are half a win for both."""
    for seat, other in permutations(range(len(seated)), 2):
        lead = ranks[other] - ranks[seat]
        points = 0.5 if lead == 0 else float(lead > 0)
        seated[seat][1][seated[other][0]].add(seed, points)


def shares(duels: Duels) -> dict[str, tuple[float, tuple[float, float]]]:
    """Returns the share of duels won, with its interval, by the others' names."""
    return {
        name: (sample.total / sample.games, sample.interval(CONFIDENCE))
        for name, sample in duels.items()
    }


def play_series(
    game: str,
    texts: list[str],
    games: int,
    seed: int,
    opening: int = 0,
    config: dict[str, Any] | None = None,
) -> list[Entrant]:
    """Plays all matches of the bots in `texts`. BadInput for an unknown bot."""
    seats = len(texts)
    with tempfile.TemporaryDirectory() as name:
        entrants = [
            Entrant(
                text,
                player_of(game, text, Path(name)),
                Sample(seats),
                duels_of(texts, number),
            )
            for number, text in enumerate(texts)
        ]
        for entrant in entrants:
            if opening and isinstance(entrant.player, Baseline):
                raise BadInput(
                    f"--opening: {entrant.name} is a baseline, these play from the start"
                )
        for pairing in each_pairing(seats, games, seed):
            seated = [entrants[number] for number in pairing.order]
            referee = referee_of(game, pairing.seed, seats, config)
            given: list[list[Lines]] = [[] for _ in seated]
            if opening:
                given = random_answers(game, pairing.seed, seats, opening, config)
            result = play_match(referee, pairing.seed, pairing.rotation, seated, given)
            ranks = result.counted
            for seat, entrant in enumerate(seated):
                entrant.first.add(pairing.seed, share(ranks, seat))
                entrant.ranks.append(ranks[seat])
                entrant.scores.append(result.scores[seat])
            count_duels(pairing.seed, [(entrant.name, entrant.above) for entrant in seated], ranks)
    return entrants


def report(entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """Returns the rows of the table, as JSON values."""
    rows = []
    for entrant in entrants:
        row: dict[str, Any] = {"bot": entrant.name, "games": len(entrant.ranks)}
        row["first"] = entrant.first.total / entrant.first.games
        row["interval"] = entrant.first.interval(CONFIDENCE)
        row["above"] = shares(entrant.above)
        row["mean_rank"] = fmean(entrant.ranks)
        row["mean_score"] = fmean(entrant.scores)
        row["ms_a_turn"] = 1000.0 * entrant.seconds / entrant.turns
        rows.append(row)
    return rows


def percent(value: float, interval: tuple[float, float]) -> str:
    return f"{100 * value:5.1f} % ({100 * interval[0]:.0f} to {100 * interval[1]:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, default=0, metavar="TURNS")
    parser.add_argument("--config", type=json.loads, help="of the referee, as JSON")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    words = (options.game, options.bots, options.games, options.seed)
    try:
        rows = report(play_series(*words, options.opening, options.config))
    except BadInput as error:
        sys.exit(f"selfplay: {error}")
    if options.json:
        print(json.dumps(rows))
        return
    print(f"{options.game}, {options.games} games from seed {options.seed}")
    for row in rows:
        print(f"  {row['bot']:40} first {percent(row['first'], row['interval'])}")
        for other, (value, interval) in row["above"].items():
            print(f"  {'':40} above {percent(value, interval)}  {other}")
        means = f"mean rank {row['mean_rank']:.2f}, score {row['mean_score']:.1f}"
        print(f"  {'':40} {means}; {row['ms_a_turn']:.2f} ms of processor time a turn")


if __name__ == "__main__":
    os.environ.pop("BOTSMITH_ITERATIONS", None)
    main()
