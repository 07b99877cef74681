"""Plays a foreign referee as a game of our arena: `brutal:COMMAND` or `brutal-old:COMMAND`, or a
name that botsmith.toml gives to one of them.

New protocol: the referee's process starts the bots itself and prints one score a line. All of them
run below one warden, so no process survives the match. The referee decides on time limits. The
match record holds the scores and the bots' stderr, no turns and no engines. A score of -1 is an
error of that bot, as the protocol says. It is a plain score if another score is lower, or if the
referee was added with `referee add --negative-scores`.

Old protocol: the bots are our children as in any match, each with its limits of memory and output,
and the record holds the lines that the referee and the bots exchange. The referee never reports its
time limits, so a bot is stopped when it hangs for a minute. That protocol has no word for a bot
that fails: such a match ends at once, the bot is last and all others share the first rank.

A referee that fails is a BadInput, never a result.
"""

import json
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.match import FULL_BUDGET, Conditions, mistake
from botsmith.arena.matches.old_protocol import Relay, failure
from botsmith.arena.process.child import HANG_MS, Child
from botsmith.arena.process.launch import MEMORY_LIMIT, describe_status, of_threads
from botsmith.arena.process.stacks import READ, waits_for_input
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.process.warden import descendants, read_text
from botsmith.children import child_environment
from botsmith.errors import BadInput
from botsmith.programs import counts_below_zero, is_old, referee_command, seed_form, seed_words
from botsmith.referees.base import Match, Result, ranks_of

SOURCE = "cg-brutaltester referee"
MATCH_SECONDS = 900.0
OUTPUT_LIMIT = 16 << 20
POLL_SECONDS = 0.2
STILL_SECONDS = HANG_MS / 1000.0  # in which no line passes
FAILED = -1  # a score
SIGN = "its sign of an error; if its contest counts so: `referee add --negative-scores`"
ASIDE = "a number that is no score needs a word in its line, as in seed=5"
PASSED = ("rchar:", "wchar:")  # of /proc/PID/io: bytes by read(2) and write(2)
SCORE = re.compile(r"[+-]?\d{1,18}")


class Standstill(BadInput):
    """Raised when the referee and its bots wait for each other, so no more lines pass."""


def play_foreign(
    game: str, bots: Sequence[Bot], seed: int, rotation: int, conditions: Conditions
) -> Match:
    """Plays one match; bots[seat] sits in that seat."""
    seats = range(len(bots))
    if any(conditions.budget(seat) != FULL_BUDGET for seat in seats):
        raise BadInput(f"{game}: --budget is not for foreign referees, which keep their own time")
    if conditions.site:
        raise BadInput(f"{game}: --site is not for foreign referees, which start bots themselves")
    if any(any(bot.slack) for bot in bots):
        raise BadInput(f"{game}: --slack is not for foreign referees, which keep their own time")
    about: dict[str, Any] = {
        "bots": [{"name": bot.name, "hash": bot.content_hash} for bot in bots],
        "turn_ms": {str(seat): [] for seat in seats},
        "engine": {str(seat): EngineTurns().as_json() for seat in seats},
        "errors": [],
        "stderr": {},
        "rotation": rotation,
        "time_rule": conditions.time_rule,
        "iterations": conditions.iterations,
    }
    match = Match(
        game=game,
        source=SOURCE,
        seed=str(seed),
        players=len(bots),
        config={"referee": referee_command(game)},
        init_inputs={},
        turns=[],
        result=Result([], [], ""),
        extra=about,
    )
    variables = [conditions.variables(str(seed), rotation, seat) for seat in seats]
    if is_old(game):
        Relay(match, bots, variables, conditions).run()
    else:
        play_new(match, bots, child_environment(variables[0]))  # one environment for all
    return match


def command_line(bot: Bot) -> str:
    """Returns a bot's command as one word for the referee. Raises BadInput for a command that the
    referee would split.
    """
    torn = next((word for word in bot.command if re.search(r"[\s\"']", word) or not word), None)
    if torn is not None:
        where = f"bot {bot.name}: {torn!r} has a blank or a quote"
        right = "expected a command without, a script for example"
        raise BadInput(f"{where}, and referees of this kind split commands at blanks; {right}")
    words = [f"{name}={value}" for name, value in bot.environment.items()]
    return " ".join(["env", *words, *bot.command] if words else bot.command)


def play_new(match: Match, bots: Sequence[Bot], variables: dict[str, str]) -> None:
    """Runs the referee, and writes its scores and the bots' stderr into `match`."""
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        log = Path(folder) / "match.json"
        command = list(match.config["referee"])
        for number, bot in enumerate(bots, 1):
            command += [f"-p{number}", command_line(bot)]
        command += [*seed_words(seed_form(match.game), match.seed), "-l", str(log)]
        lines, words = run_referee(command, variables, bots, match)
        match.extra["stderr"] = read_stderr(log, len(bots))
    scores = read_scores(lines)
    if len(scores) != len(bots):
        shown = next((line for line in [*words, *lines] if line.strip()), "nothing")
        got = repr(shown[:200])
        if len(scores) > len(bots):  # which of them are none, nobody can tell
            got = f"{len(scores)}: {' '.join(map(str, scores))[:200]}; {ASIDE}"
        raise failure(match, f"expected {len(bots)} scores, one a line, got {got}")
    match.result = Result([float(score) for score in scores], ranks_of(scores), "scores")
    for seat in [] if counts_below_zero(match.game) else failed_seats(scores):
        text = f"the referee gave it {FAILED}, {SIGN}"
        match.extra["errors"].append(mistake(seat, bots[seat], 0, text, fault="crash"))


def failed_seats(scores: Sequence[int]) -> list[int]:
    """Returns the seats with an error: their score is -1, and -1 is the lowest score of the
    match.
    """
    return [seat for seat, score in enumerate(scores) if score == min(scores) == FAILED]


def run_referee(
    command: Sequence[str], variables: dict[str, str], bots: Sequence[Bot], match: Match
) -> tuple[list[str], list[str]]:
    """Returns the lines of the referee's stdout and stderr. Raises BadInput if it fails, hangs or
    floods, Standstill if the referee and all bots wait.
    """
    memory = MEMORY_LIMIT * (len(bots) + 1)
    child = Child(command, variables, os.getcwd(), memory, OUTPUT_LIMIT)
    try:
        child.launch.wait_started()
        deadline = monotonic() + MATCH_SECONDS
        ending, looks = None, 0
        before: tuple[int, ...] = ()
        while ending is None and not child.output.has_flooded and monotonic() < deadline:
            ending = child.launch.ending(POLL_SECONDS)
            now = bytes_passed(child.launch.bot_pid)
            looks = looks + 1 if now == before != () else 0  # not seconds: all may be stopped
            before = now
            if looks * POLL_SECONDS >= STILL_SECONDS:
                who = awaited_bot(child.launch.bot_pid, bots) or "all wait for each other"
                raise Standstill(str(failure(match, f"no line for {STILL_SECONDS:g} s: {who}")))
    finally:
        child.stop()
    words = child.errors.take().splitlines()
    if child.output.has_flooded:
        raise failure(match, f"it printed more than {OUTPUT_LIMIT} bytes")
    if ending is None:
        raise failure(match, f"it did not end in {MATCH_SECONDS:g} s")
    if ending != ("crash", describe_status(0)):
        shown = [line.strip() for line in words if line.strip()] or ["nothing on stderr"]
        # Java names its error in the first line, Python in the last.
        error = shown[-1] if shown[0].startswith("Traceback") else shown[0]
        raise failure(match, f"it {ending[1]}: {error[:200]}")
    lines = [line for line, _ in child.output.lines] + [child.output.partial]
    return [line.decode("utf-8", "replace") for line in lines], words


def bytes_passed(pid: int) -> tuple[int, ...]:
    """Returns the bytes that a process and all below it have read and written so far; () if
    unknown, as on systems other than Linux.
    """
    lines = [read_text(f"/proc/{each}/io").splitlines() for each in [pid, *descendants(pid)]]
    return tuple(int(line.split()[1]) for io in lines for line in io if line.startswith(PASSED))


def awaited_bot(pid: int, bots: Sequence[Bot]) -> str:
    """Returns words about the bot whose answer a referee's process waits for; "" if not known."""
    below = [pid, *descendants(pid)]
    lines = {each: read_text(f"/proc/{each}/cmdline").split("\0")[:-1] for each in below}
    pipes = [pipe for each in below for pipe in awaited_pipes(each)]
    for each in below:
        commands = [list(bot.command) for bot in bots]  # an interpreter may stand before it
        seats = [n for n, words in enumerate(commands) if lines[each][-len(words) :] == words]
        pipe = link(each, "1")
        if seats and pipe in pipes:
            same = [link(other, "1") for other in below if lines[other] == lines[each]]
            same = list(dict.fromkeys(same))  # in order of seats, without their forks
            seats = [seats[same.index(pipe)]] if len(same) == len(seats) else seats
            who = " or ".join(f"seat {seat} {bots[seat].name}" for seat in seats)
            is_waiting = waits_for_input([each, *descendants(each)])
            return f"it waits for {who}, which {'waits for input' * is_waiting or 'is silent'}"
    return ""


def awaited_pipes(pid: int) -> Iterator[str]:
    """Yields the pipes that a process waits for, other than its standard input."""
    for call in of_threads(pid, "syscall"):
        number, *words = call.decode().split()
        if number in READ and words and words[0] != "0x0":
            yield link(pid, str(int(words[0], 16)))


def link(pid: int, descriptor: str) -> str:
    """Returns the target of a process's descriptor, for example `pipe:[5]`; "" if unknown."""
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}")
    except OSError:
        return ""


def read_scores(lines: Sequence[str]) -> list[int]:
    """Returns the whole numbers in lines that hold nothing else.

    A line with other words is not the protocol's: a greeting, a warning of Java's, a parameter.
    """
    rows = [line.split() for line in lines]
    return [int(word) for row in rows if all(map(SCORE.fullmatch, row)) for word in row]


def read_stderr(log: Path, players: int) -> dict[str, list[str]]:
    """Returns the bots' stderr from the referee's log: by seat, one text a turn; {} without a
    log.
    """
    try:
        errors = json.loads(log.read_text(encoding="utf-8", errors="replace")).get("errors", {})
        texts = {str(seat): errors.get(str(seat), []) for seat in range(players)}
        return {
            seat: [text if isinstance(text, str) else "" for text in found]
            for seat, found in texts.items()
            if any(found)
        }
    except (OSError, ValueError, AttributeError, TypeError):  # an extra that few referees offer
        return {}
