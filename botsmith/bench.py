"""Measures how much a bot searches in a turn: it plays a recorded match and reads the bot's own
counts.

docs/measuring.md explains the counts.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import psutil

from botsmith.arena.matches.bots import (
    PYTHON,
    Bot,
    built_bots,
    needed_game,
    script_bot,
    split_engine,
    without_c,
)
from botsmith.arena.process.child import Child
from botsmith.arena.process.site_machine import Cores, Machine, Site
from botsmith.arena.process.stderr import ASKED, COUNTS
from botsmith.arena.process.tree import is_alive
from botsmith.children import child_environment
from botsmith.errors import BadInput
from botsmith.golden import asked_turns, recorded_match
from botsmith.paths import PROGRAM
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.workspace import ROOTS

TURNS = 15  # measured; the turn before them is the bot's first one and left out
LOADER = "common/native.py"  # as a bundle names its modules
START_S = 5.0  # in which a bundle starts its compiler, on a busy machine
STEP_S = 0.01  # between looks at the compiler
HANG_MS = 20_000.0  # for an answer: late ones count too
COMPILE_S = 60.0  # for its compiler; after that it plays without

Question = tuple[Sequence[str], int]  # the lines that a bot reads, and how many it owes for them
Row = dict[str, str | int | float | None]


def calibrate() -> int:
    """Returns the rounds of a fixed integer loop that this process runs in 100 ms: the present
    speed of the machine.
    """
    rounds = 0
    value = 1
    end = perf_counter() + 0.1
    while perf_counter() < end:
        for _ in range(100):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        rounds += 100
    return rounds


def has_kernels(bot: Bot) -> bool:
    """Returns True if a bot's file is a bundle that holds the loader of compiled kernels."""
    path = Path(bot.command[-1])
    is_script = path.suffix == ".py" and path.is_file()
    return is_script and LOADER in path.read_text(encoding="utf-8", errors="replace")


def choose_bots(names: Sequence[str]) -> list[Bot]:
    """Returns the bundles to measure: the named ones, or all of dist/. Without names, those with
    kernels are listed again to play without C. Raises BadInput for an unknown name.
    """
    known = built_bots()
    known.pop("probe", None)  # it searches nothing
    if not known and not names:
        raise BadInput(f"no bundle to measure: run `{PROGRAM} build` first")
    chosen = []
    for text in names:
        name, engine = split_engine(text)
        path = Path(name) if name.endswith(".py") else known.get(name)
        if path is None or not path.is_file():
            right = f"{', '.join(known)}, or a .py file, also with @{PYTHON}"
            raise BadInput(f"no bundle {text!r} in dist/: expected one of {right}")
        bot = script_bot(path)
        chosen.append(without_c(bot) if engine else bot)
    for bot in map(script_bot, known.values() if not names else ()):
        chosen += [bot, without_c(bot)] if has_kernels(bot) else [bot]
    return chosen


@dataclass(frozen=True)
class Ran:
    """A run of a bundle over a recorded match.

    reported: its own figures on stderr, one a turn, by name
    said: its other lines on stderr
    times: the times of its answers, in ms
    c_from: the first turn that C played, None if C never played
    """

    reported: Mapping[str, Sequence[str]]
    said: Sequence[str]
    times: Sequence[float]
    c_from: int | None


def measure(
    bundle: Bot,
    iterations: int | None = None,
    site: Site | None = None,
    more: Mapping[str, str] | None = None,
) -> Row:
    """Returns the medians of a bundle's figures for a turn.

    It plays at the contest's time without a margin, or with a fixed number of iterations. A bundle
    that reports nothing is timed.

    iterations: fixed work a turn, None for the contest's time
    site: a model of the site's machine, on which it plays with its margin; then `c_from` is in the
    result, too
    more: further environment variables
    Raises BadInput if it reports too little.
    """
    game = needed_game(Path(bundle.command[-1]).name)
    match = recorded_match(ROOTS[0], game, TURNS + 1)
    answers = [turn.outputs.get(0, []) for turn in match.turns if 0 in turn.inputs]
    words = {"BOTSMITH_PLAYED": json.dumps(answers), **(more or {})}
    if iterations is not None:
        words["BOTSMITH_ITERATIONS"] = str(iterations)
    turn_ms = referee_for(game).limits.turn_ms
    ran = run_bundle(bundle, measured_questions(match), words, site, turn_ms)
    if site is None and "iterations" not in ran.reported:
        return timed_row(bundle, game, ran)
    values = {name: numbers_of(bundle, ran, name)[1:] for name in (*COUNTS, "search_ms")}
    if len(values["iterations"]) != TURNS or "engine" not in ran.reported:
        said = f"{bundle.name} told of {len(values['iterations'])} turns after its first"
        raise BadInput(f"{said}, expected {TURNS} and an engine")
    engines = ran.reported["engine"][1:]
    row = row_of(bundle, game, Counter(engines).most_common(1)[0][0], TURNS)
    row["search_ms"] = median(values["search_ms"] or [0.0])
    if site is not None:
        row["c_from"] = ran.c_from
    row |= {name: int(median(values[name] or [0.0])) for name in COUNTS}
    missed = sum(word != "c" for word in engines)
    if missed and not bundle.engine and has_kernels(bundle):
        found = (line for line in ran.said if "no C" in line or "C stopped" in line)
        why = next(found, "no reason given")
        row["warning"] = f"{bundle.name}: C did not play {missed} of {TURNS} turns: {why}"
    return row


def row_of(bundle: Bot, game: str, engine: str, turns: int) -> Row:
    """Returns a bundle's row with its first entries."""
    budget_ms = referee_for(game).limits.turn_ms
    about: Row = {"bot": bundle.name, "game": game, "engine": engine, "budget_ms": budget_ms}
    return {**about, "search_ms": None, "turns": turns}


def timed_row(bundle: Bot, game: str, ran: Ran) -> Row:
    """Returns a row of answer times, for a bundle that reports nothing of its work. Raises BadInput
    if it gave no answer after its first.
    """
    later, count = ran.times[1:], len(ran.times)
    why = ran.said[-1][:200] if ran.said else "nothing on stderr"
    if not later:
        what = f"{bundle.name} ended in turn {count} of a recorded match of {game}"
        raise BadInput(f"{what}, which is another bot's, so `play` can time it: {why}")
    row = row_of(bundle, game, "-", len(later)) | dict.fromkeys(COUNTS)
    row["search_ms"] = round(median(later), 3)
    ended = f"; it ended in turn {count}: {why}" if count < TURNS + 1 else ""
    took = f"its {len(later)} answers took {max(later):.1f} ms at most{ended}"
    what = f"{bundle.name} tells nothing of its work ([PDATA] lines, docs/measuring.md)"
    row["warning"] = f"{what}: {took}"
    return row


def measured_questions(match: Match) -> list[Question]:
    """Returns the questions to seat 0 in the measured turns; the first one has the lines of the
    start, and owes the answers that the game wants before its first turn, too.
    """
    asked = islice(asked_turns(match, 0), TURNS + 1)
    questions = [(lines, len(answer)) for _, lines, answer in asked]
    referee = referee_for(match.game).from_seed(1, match.players)
    before = sum(each.owed for each in referee.opening(0))
    return [(questions[0][0], questions[0][1] + before), *questions[1:]]


def numbers_of(bundle: Bot, ran: Ran, name: str) -> list[float]:
    """Returns the numbers that the bot reported under a name. Raises BadInput for a text that is
    not a number.
    """
    try:
        return [float(word) for word in ran.reported.get(name, [])]
    except ValueError as error:
        raise BadInput(f"{bundle.name}: [PDATA] {name}: {error}") from None


def run_bundle(
    bundle: Bot,
    questions: Sequence[Question],
    words: Mapping[str, str],
    site: Site | None = None,
    turn_ms: float = 0.0,
    hang_ms: float = HANG_MS,
) -> Ran:
    """Asks a bundle all questions, one after the other, until the bundle ends; returns the run.

    words: further environment variables
    site: a model of the site's machine. Without a model, the bundle's compiler gets COMPILE_S
    seconds after the first answer. With a model, the bundle rests for turn_ms after each answer, as
    if its rival used all of its time.
    hang_ms: the longest time of an answer

    Raises BadInput if an answer takes longer, or if the bundle ends on the site's machine.
    """
    more = {} if site else {"BOTSMITH_MARGIN": "0"}
    environment = child_environment({ASKED: "1", **more, **bundle.environment, **words})
    cores = Cores(1) if site else None
    machine = Machine(site, cores.cores[0]) if site and cores else None
    child = Child(bundle.command, environment, machine=machine)
    said, times = "", []
    try:
        child.launch.wait_started()
        for number, (lines, owed) in enumerate(questions):
            answer = child.ask(list(lines), owed, hang_ms)
            if answer.fault == "timeout":
                raise BadInput(f"{bundle.name} was still running after {hang_ms / 1e3:.0f} s")
            if answer.fault and site:
                detail = f"{answer.fault}: {answer.detail}"
                raise BadInput(f"{bundle.name}: turn {number}: {detail}")
            if answer.fault:  # the row says so
                break
            times.append(answer.used_ms)
            if site:
                sleep(turn_ms / 1000.0)
            elif number == 0:
                wait_for_children(child.launch.bot_pid, COMPILE_S)
            said += child.errors.take()
        child.send([])
        child.launch.close_input()
        child.errors.join(START_S)  # until all is there that it says at its end
        said += child.errors.take()
    finally:
        child.stop()
        if cores:
            cores.release()
    return Ran(*reported_by(said), times, child.engine.first_c)


def reported_by(stderr: str) -> tuple[dict[str, list[str]], list[str]]:
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


def wait_for_children(pid: int, seconds: float = inf) -> None:
    """Waits until no child of a bot works, so its compiler is done; at most `seconds`."""
    until = perf_counter() + seconds
    with suppress(psutil.NoSuchProcess):
        bot = psutil.Process(pid)
        while any(is_alive(child.pid) for child in bot.children()) and perf_counter() < until:
            sleep(STEP_S)


def wait_for_compiler(pid: int) -> None:
    """Waits until a bundle that was just started has its first library of kernels in C, or never
    will. A compiler that has not begun within START_S never begins.
    """
    until = perf_counter() + START_S
    with suppress(psutil.NoSuchProcess):
        bot = psutil.Process(pid)
        while not bot.children() and is_alive(pid) and perf_counter() < until:
            sleep(STEP_S)
    wait_for_children(pid)
