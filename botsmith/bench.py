"""How much a bot searches in a turn: fed with a recorded match, counted by the bot itself.

docs/measuring.md says what is counted.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import psutil

from botsmith.arena.matches.bots import (
    PYTHON,
    built_bots,
    child_environment,
    needed_game,
    split_engine,
)
from botsmith.arena.process.site_machine import Site
from botsmith.arena.process.stderr import ASKED, COUNTS
from botsmith.arena.process.tree import is_alive
from botsmith.bench_site import Question, run_on_site
from botsmith.children import MOST, drain
from botsmith.errors import BadInput
from botsmith.golden import recorded_match
from botsmith.paths import PROGRAM
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.workspace import ROOTS

TURNS = 15  # measured; the turn before them is the bot's first one and left out
LOADER = "common/native.py"  # as a bundle names its modules
CALIBRATION_S = 0.1
START_S = 5.0  # in which a bundle starts its compiler, on a busy machine
STEP_S = 0.01  # between looks at the compiler
PATIENCE = 10.0  # times the contest's time, and seconds, before a bot counts as hanging
COMPILE_S = (
    60.0  # for its compiler, which a busy machine leaves little; after that it plays without
)

Row = dict[str, str | int | float | None]


def calibrate() -> int:
    """Returns the rounds of a fixed integer loop in 100 ms of this process: the speed of this
    machine at this moment.
    """
    rounds = 0
    value = 1
    end = perf_counter() + CALIBRATION_S
    while perf_counter() < end:
        for _ in range(100):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        rounds += 100
    return rounds


@dataclass(frozen=True)
class Bundle:
    """A bundle to measure. engine: as in arena.bots.Bot."""

    path: Path
    engine: str = ""

    @property
    def name(self) -> str:
        """Returns the name as on the command line."""
        return f"{self.path.stem}@{self.engine}" if self.engine else self.path.stem


def dist_bots() -> dict[str, Path]:
    """Returns the bundles in dist/ by name; `probe` searches nothing and is left out."""
    return {name: path for name, path in built_bots().items() if name != "probe"}


def has_kernels(path: Path) -> bool:
    """Returns True if a bundle holds the loader of compiled kernels."""
    return LOADER in path.read_text(encoding="utf-8", errors="replace")


def choose_bots(names: Sequence[str]) -> list[Bundle]:
    """Returns the bundles to measure: the named ones, or all of dist/, those with kernels also
    without C. BadInput otherwise.
    """
    known = dist_bots()
    if not known and not names:
        raise BadInput(f"no bundle to measure: run `{PROGRAM} build` first")
    chosen = []
    for text in names:
        name, engine = split_engine(text)
        path = Path(name) if name.endswith(".py") else known.get(name)
        if path is None or not path.is_file():
            raise BadInput(
                f"no bundle {text!r} in dist/: expected one of {', '.join(known)}, or a .py file,"
                f" also with @{PYTHON}"
            )
        chosen.append(Bundle(path, engine))
    for path in known.values() if not names else ():
        chosen.append(Bundle(path))
        if has_kernels(path):
            chosen.append(Bundle(path, PYTHON))
    return chosen


def measure(
    bundle: Bundle,
    iterations: int | None = None,
    site: Site | None = None,
    more: Mapping[str, str] | None = None,
) -> Row:
    """Returns the medians of a bundle's figures for a turn.

    It plays at the contest's time without a margin, or with a fixed number of iterations. A bundle
    that tells nothing is timed.

    site: it plays on this model of the site's machine, with its margin, and `c_from` is the turn
    from which C played, None if it never did
    more: more of its environment
    Raises BadInput if it tells too little.
    """
    game = needed_game(bundle.path.name)
    budget_ms = referee_for(game).limits.turn_ms
    match = recorded_match(ROOTS[0], game, TURNS + 1)
    turns = told_turns(match)
    answers = [turn.outputs.get(0, []) for turn in match.turns if 0 in turn.inputs]
    words = {"BOTSMITH_PLAYED": json.dumps(answers), **(more or {})}
    if bundle.engine:
        words["BOTSMITH_ENGINE"] = bundle.engine
    if iterations is not None:
        words["BOTSMITH_ITERATIONS"] = str(iterations)
    seconds = PATIENCE + PATIENCE * budget_ms * len(turns) / 1e3
    first = [*match.init_inputs.get(0, []), *turns[0]]
    later = [line for turn in turns[1:] for line in turn]
    c_from = None
    if site is None:
        told, said = run_bundle(bundle, first, later, seconds, words)
        if "iterations" not in told:
            owed = [max(1, len(lines)) for lines in answers]
            return timed(bundle, game, [first, *turns[1:]], owed, seconds)
    else:
        environment = child_environment({ASKED: "1", **words})
        questions = opening(match), asked(match)
        text, c_from = run_on_site(bundle.path.resolve(), *questions, budget_ms, site, environment)
        told, said = told_by(text)
    values = {name: numbers_of(bundle, told, name)[1:] for name in (*COUNTS, "search_ms")}
    if len(values["iterations"]) != TURNS or "engine" not in told:
        counted = len(values["iterations"])
        raise BadInput(
            f"{bundle.name} told of {counted} turns after its first, expected {TURNS} and an engine"
        )
    row: Row = {"bot": bundle.name, "game": game}
    row["engine"] = Counter(told["engine"][1:]).most_common(1)[0][0]
    row["budget_ms"] = budget_ms
    row["search_ms"] = median(values["search_ms"] or [0.0])
    row["turns"] = TURNS
    if site is not None:
        row["c_from"] = c_from
    for name in COUNTS:
        row[name] = int(median(values[name] or [0.0]))
    missed = sum(word != "c" for word in told["engine"][1:])
    if missed and not bundle.engine and has_kernels(bundle.path):
        marks = ("no C", "C stopped")
        why = next((line for line in said if any(mark in line for mark in marks)), "no reason told")
        row["warning"] = f"{bundle.name}: C did not play {missed} of {TURNS} turns: {why}"
    return row


def timed(
    bundle: Bundle,
    game: str,
    turns: Sequence[Sequence[str]],
    owed: Sequence[int],
    seconds: float,
) -> Row:
    """Returns the times of the answers of a bundle that tells nothing of its work.

    turns: the lines before each answer
    owed: how many lines that has
    Raises BadInput if it gives none after its first.
    """
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/err", "w+b") as errors:
        with subprocess.Popen(
            [sys.executable, str(bundle.path.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**child_environment({}), "TMPDIR": folder},
            cwd=folder,
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            end = threading.Timer(seconds, process.kill)
            end.start()
            try:
                for lines, count in zip(turns, owed, strict=False):
                    began = perf_counter()
                    os.write(process.stdin.fileno(), "".join(f"{x}\n" for x in lines).encode())
                    answer = [process.stdout.readline(MOST) for _ in range(count)]
                    if not all(answer):
                        break
                    times.append((perf_counter() - began) * 1e3)
            except BrokenPipeError:  # it has ended; what it said will tell
                pass
            finally:
                process.kill()
                end.cancel()
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace").strip().splitlines()[-1:]
    later = times[1:]
    why = said[0][:200] if said else "nothing on stderr"
    if not later:
        raise BadInput(
            f"{bundle.name} ended in turn {len(times)} of a recorded match of {game}, which is"
            f" another bot's, so `play` can time it: {why}"
        )
    row: Row = {"bot": bundle.name, "game": game, "engine": "-"}
    row["budget_ms"] = referee_for(game).limits.turn_ms
    row["search_ms"] = round(median(later), 3)
    row["turns"] = len(later)
    row |= dict.fromkeys(COUNTS)
    ended = f"; it ended in turn {len(times)}: {why}" if len(times) < len(turns) else ""
    row["warning"] = (
        f"{bundle.name} tells nothing of its work ([PDATA] lines, docs/measuring.md): its"
        f" {len(later)} answers took {max(later):.1f} ms at most{ended}"
    )
    return row


def told_turns(match: Match) -> list[list[str]]:
    """Returns the input of seat 0 before each of its answers, up to the last one that counts."""
    told: list[list[str]] = [[]]
    for turn in match.turns:
        if 0 in turn.inputs and len(told) <= TURNS + 1:
            told[-1] += turn.inputs[0]
            if 0 in turn.outputs:
                told.append([])
    return told[:-1]


def opening(match: Match) -> list[Question]:
    """Returns the questions to seat 0 before its first turn."""
    referee = referee_for(match.game).from_seed(1, match.players)
    return [(question.lines, question.owed) for question in referee.opening(0)]


def asked(match: Match) -> list[Question]:
    """Returns the questions to seat 0 in the turns that count, the match's first lines included."""
    owed = [len(turn.outputs[0]) for turn in match.turns if {0} <= {*turn.inputs} & {*turn.outputs}]
    turns = told_turns(match)
    if not opening(match):
        turns[0] = [*match.init_inputs.get(0, []), *turns[0]]
    return list(zip(turns, owed, strict=False))


def numbers_of(bundle: Bundle, told: dict[str, list[str]], name: str) -> list[float]:
    """Returns the numbers that the bot told under a name; BadInput for a word that is none."""
    try:
        return [float(word) for word in told.get(name, [])]
    except ValueError as error:
        raise BadInput(f"{bundle.name}: [PDATA] {name}: {error}") from None


def run_bundle(
    bundle: Bundle,
    first: Sequence[str],
    later: Sequence[str],
    seconds: float,
    words: dict[str, str],
) -> tuple[dict[str, list[str]], list[str]]:
    """Feeds a bundle; returns its own figures on stderr (name -> values, one a turn) and other
    lines.

    first: the lines up to its first answer; the later ones wait until its compiler is done
    words: more of the environment BadInput if the first turn or the others take longer than
    `seconds`; its compiler has COMPILE_S between them.
    """
    environment = child_environment({ASKED: "1", "BOTSMITH_MARGIN": "0", **words})
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen(
            [sys.executable, str(bundle.path.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, "TMPDIR": folder},
            cwd=folder,
        ) as process:
            is_late = threading.Event()

            def end_it() -> None:
                is_late.set()
                process.kill()

            try:
                with within(seconds, end_it):
                    has_answered = begin(process, first)
                if has_answered:
                    wait_for_children(process, COMPILE_S)
                with within(seconds, end_it):
                    told = "".join(f"{line}\n" for line in later)
                    stderr = drain(process, told)[1].decode("utf-8", "replace")
            finally:
                process.kill()
        if is_late.is_set():
            raise BadInput(f"{bundle.name} was still running after {seconds:.0f} s")
    return told_by(stderr)


def told_by(stderr: str) -> tuple[dict[str, list[str]], list[str]]:
    """Returns a bundle's own figures on stderr, and its other lines there."""
    values: dict[str, list[str]] = {}
    said: list[str] = []
    for line in stderr.splitlines():
        if line.startswith("[PDATA] ") and " = " in line:
            name, value = line.removeprefix("[PDATA] ").split(" = ", 1)
            values.setdefault(name, []).append(value)
        else:
            said.append(line)
    return values, said


@contextmanager
def within(seconds: float, end_it: Callable[[], None]) -> Iterator[None]:
    """Calls end_it if the block takes longer."""
    timer = threading.Timer(seconds, end_it)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def begin(process: "subprocess.Popen[bytes]", lines: Sequence[str]) -> bool:
    """Plays the first turn; returns True if there is an answer."""
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):  # it has ended; what it said will tell
        os.write(process.stdin.fileno(), "".join(f"{line}\n" for line in lines).encode())
    return bool(process.stdout.readline(MOST))


def wait_for_children(process: "subprocess.Popen[bytes]", seconds: float = inf) -> None:
    """Waits until no child of a bot is at work, as its compiler is done, or for `seconds`."""
    until = perf_counter() + seconds
    with suppress(psutil.NoSuchProcess):
        bot = psutil.Process(process.pid)
        while any(map(is_alive, bot.children())) and process.poll() is None:
            if perf_counter() > until:
                return
            sleep(STEP_S)


def wait_for_compiler(
    process: "subprocess.Popen[bytes]", path: Path, is_first: bool = False
) -> None:
    """Waits until the bundle at `path`, which was just started, has its kernels in C, or never
    will. A compiler that has not begun in START_S will not begin.

    is_first: the first library is enough; a better one that is made after it is not waited for
    """
    until = perf_counter() + START_S
    with suppress(psutil.NoSuchProcess):
        bot = psutil.Process(process.pid)
        while has_kernels(path) and perf_counter() < until and process.poll() is None:
            found = list(filter(is_alive, bot.children()))
            while is_first and any(map(is_alive, found)) and process.poll() is None:
                sleep(STEP_S)
            if found:
                wait_for_children(process, 0.0 if is_first else inf)
                return
            sleep(STEP_S)
