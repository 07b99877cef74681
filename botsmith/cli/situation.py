"""`situation FILE --turn T --seat S BOT`: shows a bot's considered moves in one turn of a recorded
match.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from botsmith.arena.matches.bots import PYTHON, Bot, find_bot
from botsmith.arena.process.libraries import with_kept_libraries
from botsmith.arena.process.stderr import ASKED, ENGINES
from botsmith.bench import has_kernels, wait_for_compiler
from botsmith.children import child_environment, run
from botsmith.cli.grid import Grid
from botsmith.cli.records import numbered
from botsmith.cli.stale import say_stale
from botsmith.errors import BadInput
from botsmith.explanation import is_explanation
from botsmith.golden import asked_turns
from botsmith.printable import say, say_text
from botsmith.referees import on_site_of, referee_for
from botsmith.referees.base import Lines, Match
from botsmith.referees.verify import rebuilt
from botsmith.replay.extras import names
from botsmith.replay.painter import painter_for
from botsmith.replay.thoughts import Unit, json_in, units_of
from botsmith.settings import Opt

LONG_S = 5.0  # of the contest's time, for the turns before the one that is asked for
PATIENCE_S = 20.0  # and ten times the contest's time, before a bot counts as hanging
ITERATION_S = 0.002  # more for each iteration that is asked for
MOVES_SHOWN = 12


def situation(
    file: Path,
    bot: str,
    *,
    turn: int,
    seat: int,
    match: Annotated[int | None, Opt(least=0)] = None,
    iterations: Annotated[int | None, Opt(least=1)] = None,
    as_json: Annotated[bool, Opt(name="json")] = False,
) -> None:
    """Play one recorded turn with a bot and show the moves that it considered.

    The bot reads all recorded turns up to this one and plays each of them, early ones of a long
    match with one iteration; where it keeps track of its own answers, the recorded ones count.

    file: Records, *.jsonl or *.jsonl.gz, or a store.
    bot: A .py file or a name in dist/, also with @python; a quoted command.
    turn: Turn of the match over all seats, from 0: a replay's #turn=T.
    seat: Whose turn it is, from 0.
    match: Which match: of a file from 0, of a store by its number. [default: a file's first, a
    store's last]
    iterations: Fixed work in this turn, one in those before: repeatable.
    as_json: Print the bot's JSON line as it is.
    """
    number, record = numbered(file, match)
    inputs, answers, recorded = lines_until(record, turn, seat, f"{file}, match {number}")
    player = find_bot(bot, record.game)
    say_stale([player.command[-1]])
    said, thoughts, engine = ask(player, record.game, inputs, answers, iterations)
    if as_json:
        say(thoughts)
        return
    title = f"{record.game}: {file.name}, match {number}, turn {turn}, seat {seat}"
    title += f", {player.name} ({engine}), #turn={turn} of its replay{on_site_of(record, turn)}"
    name_of = named_units(record)
    say(title)
    for unit in units_of(json_in(thoughts)):
        show_moves(f"{name_of(seat, unit.number)}: move", unit)
    say(f"answer: {'; '.join(said[-len(recorded) :] if recorded else said[-1:])}")
    say(f"recorded: {'; '.join(recorded) or 'none'}")


def named_units(match: Match) -> Callable[[int, int], str]:
    """Returns a function from a unit's number to its name in the replay; to the number itself if it
    has no name there.
    """
    try:
        painter = painter_for(match.game)
    except BadInput:
        return lambda seat, unit: f"unit {unit}"
    return painter(rebuilt(match), names(match)).unit_name


def lines_until(
    match: Match, turn: int, seat: int, where: str
) -> tuple[list[Lines], list[Lines], Lines]:
    """Returns three things of a seat: its input in each of its turns up to `turn`, from our
    referee; its recorded answers before that turn; its recorded answer in that turn. Raises
    BadInput if the seat is not asked in that turn.
    """
    if not 0 <= seat < match.players:
        raise BadInput(f"{where}: no seat {seat}, expected 0..{match.players - 1}")
    if not 0 <= turn < len(match.turns):
        raise BadInput(f"{where}: no turn {turn}, expected 0..{len(match.turns) - 1}")
    asked = [*asked_turns(replace(match, turns=match.turns[: turn + 1]), seat)]
    if not asked or asked[-1][0] != turn:
        near = turn - 1 if turn else 1
        raise BadInput(f"{where}: seat {seat} is not asked in turn {turn}, try {near}")
    answers = [answer for _, _, answer in asked]
    return [lines for _, lines, _ in asked], answers[:-1], answers[-1]


def ask(
    bot: Bot, game: str, inputs: list[Lines], answers: list[Lines], iterations: int | None
) -> tuple[Lines, str, str]:
    """Returns a bot's answers, its line that explains its last turn, and a word for the last engine
    that it reported, "-" without one.

    Raises BadInput if the bot explains nothing.
    """
    words = {"BOTSMITH_EXPLAIN": "1", ASKED: "1", "BOTSMITH_PLAYED": json.dumps(answers)}
    words |= bot.environment
    limits = referee_for(game).limits
    quick = len(inputs) - 1  # turns that do one iteration each
    if iterations is not None:
        words["BOTSMITH_ITERATIONS"] = str(iterations)
    else:
        quick = max(0, quick - int(LONG_S * 1000.0 / limits.turn_ms))
    if quick:
        words["BOTSMITH_FROM"] = str(quick)
        if iterations is None:
            say_text(f"the first {quick} of its turns get one iteration each", to=sys.stderr)
    seconds = PATIENCE_S + (limits.first_ms + limits.turn_ms * len(inputs)) / 100.0
    seconds += (iterations or 0) * ITERATION_S
    text = "".join(f"{line}\n" for lines in inputs for line in lines)
    printed, stderr = run_bot(bot, text, seconds, words)
    thoughts = [line for line in stderr.splitlines() if is_explanation(line)]
    if len(thoughts) < len(inputs):
        last = (stderr.strip().splitlines() or ["nothing on stderr"])[-1][:200]
        said = f"{bot.name} explained {len(thoughts)} of {len(inputs)} turns"
        raise BadInput(f"{said}, expected a line of JSON each under BOTSMITH_EXPLAIN=1: {last}")
    engines = re.findall(r"^\[PDATA\] engine = (c|python)\r?$", stderr, re.MULTILINE)
    last_engine = ENGINES[engines[-1]] if engines else "-"
    return printed.splitlines(), thoughts[len(inputs) - 1], last_engine


def run_bot(bot: Bot, text: str, seconds: float, words: dict[str, str]) -> tuple[str, str]:
    """Returns a bot's stdout and stderr. A Botsmith bundle has C before it reads.

    Raises BadInput if it takes longer than `seconds`.
    """

    def compile_first(process: "subprocess.Popen[bytes]") -> None:
        is_counted = "BOTSMITH_ITERATIONS" in words  # then it waits for C by itself
        if bot.engine != PYTHON and not is_counted and has_kernels(bot):
            say_text(f"{bot.name} compiles, then plays", to=sys.stderr)
            wait_for_compiler(process.pid)

    with tempfile.TemporaryDirectory() as folder:
        env = with_kept_libraries(child_environment({**words, "TMPDIR": folder}))
        place = Path(bot.cwd or folder)
        ended = run(bot.command, text, seconds=seconds, cwd=place, env=env, begun=compile_first)
    if ended.status is None:
        raise BadInput(f"{bot.name} was still running after {seconds:.0f} s")
    return ended.text, ended.complaint


def show_moves(title: str, unit: Unit) -> None:
    """Shows a unit's moves, best first, with visits if its search counts them, and the expected
    line of play. title: of the column of moves
    """
    visits = sum(row.visits for row in unit.moves)
    is_counted = any(row.visits > 1 for row in unit.moves)  # plans and beams have 1 for each
    shares = {"visits": 7, "share": 6} if is_counted else {}
    grid = Grid("", {title: 9, **shares, "value": 8})
    for row in unit.moves[:MOVES_SHOWN]:
        tries = [f"{row.visits:,}", f"{row.visits / visits:.1%}"] if is_counted else []
        grid.row(row.move, *tries, row.worth)
    grid.show()
    if unit.habit:
        say(f"habit: {unit.habit}")
    if len(unit.moves) > MOVES_SHOWN:
        say(f"and {len(unit.moves) - MOVES_SHOWN} moves more, see --json")
    say(f"line: {', '.join(unit.line)}")
