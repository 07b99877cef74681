"""Explains why a bot was put out: the line of its code, and what it printed."""

import re
import unicodedata

from botsmith.arena.process.child import Child
from botsmith.arena.process.launch import ENDED, MEGABYTE, describe_status
from botsmith.arena.process.mistakes import (
    Frame,
    crash_words,
    last_exception,
    own_frames,
    printed_at,
    scripts,
    shown_lines,
    stack_of,
    stdout_replaced,
    ways_out,
    wrong_count,
)
from botsmith.arena.process.retrial import early_answer, last_caught, missing_input, unflushed_lines
from botsmith.arena.process.stacks import processes_of
from botsmith.arena.process.stderr import LATE_LIMIT
from botsmith.arena.process.warden import resident
from botsmith.referees.base import Lines

MORE_SECONDS = 0.1  # for the rest of an answer that was invalid
STACK_LINES = 20
HEAVY = 300 * MEGABYTE  # of a bot that is late
LONGEST_LINE = 1000  # letters that are looked at
OF_READING = re.compile(r"; (Value|Index)Error: ")  # what lines left unread lead to
RAISED = re.compile(r"; \w+(: .*)? at \S+:\d+")  # a place is known
NUMBERS = {  # what a word is that may have been meant as a number
    r"[+-]?\d+\.\d*": "a number with a decimal point",
    r"[+-]?\d+,\d+": "a number with a comma",
    r"[+-]?\d+(\.\d*)?[eE][+-]?\d+": "a number with an exponent",
    r"[+-]?(nan|inf)": "no finite number",
    r"\+\d+": "a number with a plus",
    r"np\.\w+\(.*\)": "a number of numpy: print int() of it",
    r"-?\d+[;,.:]": "a sign behind the number",
}
KINDS = {  # what a line is that the referee refused
    r"\s*": "an empty line",
    r"None|True|False": "Python's {line}",
    r"<.* at 0x[0-9a-f]+>+": "a Python object: print its values, and call a method with ()",
    r"b(['\"]).*\1": "Python's bytes: print their decode()",
    r".*\x1b.*": "a terminal's codes for colours",
    r".*<_io\.\w+ name='<std.*": "a stream of Python: print(.., file=sys.stderr) writes to it",
    r"[(\[{].*[)\]}]\s*": "a Python value: print(*move) prints its items alone",
    r"(['\"]).*\1": "text in quotes",
    **{rf"(.*\s)?({form})(\s.*)?": kind for form, kind in NUMBERS.items()},
    r"\s.*|.*\s": "blanks around it",
    r"[^=]*[:?>]\s*\S.*": "a prompt of input() or debugging, which belong to stderr",
}


def explain(child: Child, fault: str, turn: int, answered: Lines, said: str) -> tuple[str, Lines]:
    """Returns the details of a fault, for a bot that is about to be stopped: the text behind the
    verdict, and its stack as lines like `bot.py:41 best()`, the innermost first.

    answered: the lines of its last answer
    said: its stderr of the last two turns, as far as it was stored
    """
    if fault == "crash":
        return crash(child, said), []
    survived = ""
    if found := last_exception(said, child.command):
        survived = f"; it told {found} and went on"
        if "Exception in thread" in said:
            survived = f"; a thread of it ended by {found}"
    if fault == "invalid":
        return invalid(child, answered) + survived, []
    unended = child.line_without_end() if fault == "timeout" else ""
    stack, is_waiting = child.waiting_state()
    frames = stack_of(said if fault == "memory" else stack)
    if unended:
        at = printed_at([unended], child.command, has_end=False)
        words = f"; no line end: it printed {shown_lines([unended])} without one{at}"
    else:
        words = where(child, is_waiting, frames, fault, turn, said)
    return words + survived, [frame.place for frame in frames[: -STACK_LINES - 1 : -1]]


def where(
    child: Child, is_waiting: bool, frames: list[Frame], fault: str, turn: int, said: str
) -> str:
    """Returns words that name the line of code at which a bot stands while it owes an answer.

    is_waiting: True if it waits for input although all lines were sent
    """
    command = child.command
    own = own_frames(frames, command)
    at = f" at {own[-1].place}" if own else ""
    given = child.output.unowed_lines() if fault == "timeout" else []
    is_short = 0 < len(given) < child.owed
    counted = f"; {wrong_count(given, child.owed, command)}" if is_short else ""
    if not is_waiting:
        word = "late in turn" if fault == "timeout" else "in turn"
        return counted + (f"; {word} {turn}{at}" if at else "") + weight_words(child, fault)
    called = f"{at}, called at {own[-2].place}" if len(own) > 1 else at
    if lines := unflushed_lines(child):
        printed = printed_at(lines, command)
        right = "print(.., flush=True)" if scripts(command) else "a flush behind each answer"
        unflushed = f"; printed without flush: {shown_lines(lines)}{printed}"
        return f"{unflushed}, and it waits for input{called}: expected {right}"
    passed = last_caught(child, has_ended=False)
    if counted or passed:
        return f"{counted}{passed}; waits for input in turn {turn}{called}"
    wants = missing_input(child)
    more = "" if wants else stdout_replaced(command)
    more = more or f"reads more lines than the referee sends{called}{wants}"
    lines = said.strip().splitlines()
    wrote = f"; on stderr it wrote {shown_lines(lines[-1:])}" if lines else ""
    return f"; waits for input in turn {turn}: {more}{wrote}"


def weight_words(child: Child, fault: str) -> str:
    """Returns words about the memory of a late bot if it uses much; "" if not."""
    weight = sum(map(resident, processes_of(child.launch.bot_pid)))
    if fault != "timeout" or weight < HEAVY:
        return ""
    limit = child.launch.memory_limit // MEGABYTE
    return f"; it holds {weight // MEGABYTE} MB resident of {limit}"


def crash(child: Child, said: str) -> str:
    """Returns words about the exception or exit of a bot that has ended, and its unfinished
    line.
    """
    command = child.command
    if len(said) >= LATE_LIMIT and not last_exception(said, command):  # cut off
        said = child.errors.end_of_all()
    words = crash_words(said, command)
    if child.ending.startswith(ENDED) and not RAISED.search(words):
        is_silent = child.ending == describe_status(0) and not words
        last = words.removeprefix("; stderr ends: ") if not is_silent else ""
        passed = last_caught(child, has_ended=True) if is_silent or last != words else ""
        is_shown = last != words and last in passed  # an exception without its traceback
        words = passed if is_shown else words + (passed * is_silent or ways_out(command, is_silent))
    if child.given and OF_READING.search(words):
        words += early_answer(child)
    if unended := child.line_without_end():
        words = f"; no line end after {shown_lines([unended])}{words}"
    elif not last_exception(said, command) and (lines := child.output.unowed_lines()):
        words = f"; it had printed only {shown_lines(lines)}{words}"
    return words


def invalid(child: Child, answered: Lines) -> str:
    """Describes an answer that the referee refused, and names the bot's line that printed it."""
    command, more = child.command, child.output.unowed_lines(MORE_SECONDS)
    if found := last_exception("\n".join([*answered, *more]), command):
        return f" (a traceback, which belongs to stderr: {found})"
    kinds = [kind for line in answered if (kind := kind_of(line))]
    text = f" ({kinds[0]})" if kinds else ""
    if more and answered:
        text += f"; {wrong_count([*answered, *more], len(answered), command)}"
    elif at := printed_at(answered[:1], command):
        text += f", printed{at}"
    return text + (early_answer(child) if child.engine.asked == 1 else "")


def kind_of(line: str) -> str:
    """Returns words for a known kind of invalid line, for example a debug line; "" for another
    line.
    """
    if not line.isascii():
        letter = next(each for each in line if not each.isascii())
        return f"{letter!r} is {unicodedata.name(letter, 'no letter of ASCII')}, which is not ASCII"
    kinds = (kind for form, kind in KINDS.items() if re.fullmatch(form, line[:LONGEST_LINE]))
    return next(kinds, "").format(line=line)
