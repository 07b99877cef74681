"""How much a bot searches in a turn: fed with a recorded match, counted by the bot itself
(contracts: how work is counted).
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from botsmith.errors import BadInput
from botsmith.golden import recorded_match
from botsmith.referees import referee_for
from botsmith.referees.base import Match

ROOT = Path(__file__).resolve().parent.parent
TURNS = 15  # measured; the turn before them is the bot's first one and left out
COUNTS = ("iterations", "simulated_turns", "nodes", "evaluations", "ucb", "depth")
CALIBRATION_S = 0.1
PATIENCE = 10.0  # times the contest's time, and seconds, before a bot counts as hanging

Row = dict[str, str | int | float]


def calibrate() -> int:
    """Rounds of a fixed integer loop in 100 ms of this process: the speed of this machine at this
    moment.
    """
    rounds = 0
    value = 1
    end = perf_counter() + CALIBRATION_S
    while perf_counter() < end:
        for _ in range(100):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        rounds += 100
    return rounds


def dist_bots() -> dict[str, Path]:
    """The bundles in dist/ by name; `probe` searches nothing and is left out."""
    paths = sorted((ROOT / "dist").glob("*.py"))
    return {path.stem: path for path in paths if path.stem != "probe"}


def choose_bots(names: Sequence[str], flavours: Sequence[str]) -> list[Path]:
    """The bundles to measure: the named ones, or all of dist/, of the given flavours. BadInput
    otherwise.
    """
    known = dist_bots()
    chosen = []
    for name in names or list(known):
        path = Path(name) if name.endswith(".py") else known.get(name)
        if path is None or not path.is_file():
            raise BadInput(
                f"no bundle {name!r} in dist/: expected one of {', '.join(known)}, or a .py file"
            )
        if flavour_of(path) in flavours:
            chosen.append(path)
    if not chosen:
        raise BadInput(
            "no bundle to measure: run `python build.py` first, or ask for another flavour"
        )
    return chosen


def flavour_of(path: Path) -> str:
    """`compiled` for NAME_compiled.py, else `pure`."""
    return "compiled" if path.stem.endswith("_compiled") else "pure"


def measure(path: Path, iterations: int | None = None) -> Row:
    """The medians of what the bundle at `path` does in a turn at the contest's time, no margin
    kept, or with a fixed number of iterations. BadInput if it tells too little.
    """
    game = path.stem.split("_")[0]
    budget_ms = referee_for(game).limits.turn_ms
    match = recorded_match(ROOT, game, TURNS + 1)
    turns = told_turns(match)
    lines = [*match.init_inputs.get(0, []), *(line for turn in turns for line in turn)]
    answers = [turn.outputs.get(0, []) for turn in match.turns if 0 in turn.inputs]
    words = {"BOTSMITH_PLAYED": json.dumps(answers)}
    if iterations is not None:
        words["BOTSMITH_ITERATIONS"] = str(iterations)
    seconds = PATIENCE + PATIENCE * budget_ms * len(turns) / 1e3
    told = run_bundle(path, "\n".join(lines) + "\n", seconds, words)
    values = {name: numbers_of(path, told, name)[1:] for name in (*COUNTS, "search_ms")}
    if len(values["iterations"]) != TURNS or "engine" not in told:
        counted = len(values["iterations"])
        raise BadInput(
            f"{path.name} told of {counted} turns after its first, expected {TURNS} and an engine"
        )
    row: Row = {"bot": path.stem, "game": game, "flavour": flavour_of(path)}
    row["engine"] = told["engine"][-1]
    row["budget_ms"] = budget_ms
    row["search_ms"] = median(values["search_ms"] or [0.0])
    row["turns"] = TURNS
    for name in COUNTS:
        row[name] = int(median(values[name] or [0.0]))
    return row


def told_turns(match: Match) -> list[list[str]]:
    """What seat 0 is told, up to the turn in which it is asked for the last time that counts."""
    told, asked = [], 0
    for turn in match.turns:
        if 0 in turn.inputs and asked <= TURNS:
            told.append(turn.inputs[0])
            asked += 0 in turn.outputs
    return told


def numbers_of(path: Path, told: dict[str, list[str]], name: str) -> list[float]:
    """What the bot told under a name, as numbers; BadInput for a word that is none."""
    try:
        return [float(word) for word in told.get(name, [])]
    except ValueError as error:
        raise BadInput(f"{path.name}: [PDATA] {name}: {error}") from None


def run_bundle(
    path: Path, text: str, seconds: float, words: dict[str, str]
) -> dict[str, list[str]]:
    """Feeds `text` to a bundle; what it told of itself on stderr: name -> values, one a turn.

    words: more of the environment. BadInput if it takes longer than `seconds` or tells nothing.
    """
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith("BOTSMITH_")
    }
    environment.update(BOTSMITH_STATS="1", BOTSMITH_MARGIN="0", **words)
    with tempfile.TemporaryDirectory() as folder:
        environment["TMPDIR"] = folder
        try:
            done = subprocess.run(
                [sys.executable, str(path.resolve())],
                input=text,
                capture_output=True,
                text=True,
                timeout=seconds,
                env=environment,
                cwd=folder,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BadInput(f"{path.name} was still running after {seconds:.0f} s") from None
    told: dict[str, list[str]] = {}
    for line in done.stderr.splitlines():
        if line.startswith("[PDATA] ") and " = " in line:
            name, value = line.removeprefix("[PDATA] ").split(" = ", 1)
            told.setdefault(name, []).append(value)
    if "iterations" not in told:
        last = done.stderr.strip().splitlines()[-1:] or ["nothing on stderr"]
        raise BadInput(f"{path.name} told nothing of its work: {last[0][:200]}")
    return told
