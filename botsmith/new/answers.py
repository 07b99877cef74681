"""The answers that a new contest begins with: what its stub writes, and the commands in OUTPUT."""

import re
from collections.abc import Iterator, Set

from botsmith.new.stub import Stub, Write

PLAIN_WORD = re.compile(r"[A-Z][A-Z_0-9]*|\d+")
# What stands for a value in OUTPUT: <x>, x, x1, id, agentId, or one of these words.
VALUE = re.compile(r"<[\w -]+>|[b-hj-z]|[a-z]\d|id\d?|[a-z]+[A-Z]\w*|[a-z]+_\w+")
VALUES = {"row", "col", "column", "index", "direction", "amount", "angle", "thrust", "speed"}
VALUES |= {"type", "level", "size", "number", "count", "target"}
TEXTS = {"text", "message"}


def answers_of(stub: Stub) -> list[str]:
    """Answers to begin with: what the stub writes, and the commands in OUTPUT."""
    sample = "\n".join(text for write in stub.writes for text in write.texts * fixed_times(write))
    found = [sample]
    if len(stub.writes) == 1 and len(stub.writes[0].texts) == 1:
        times = fixed_times(stub.writes[0])
        found += ["\n".join([words] * times) for words in commands(stub)]
    return list(dict.fromkeys(found))


def commands(stub: Stub) -> Iterator[str]:
    """Yields the commands in OUTPUT, 0 for each value: MOVE 0 0 for MOVE <x> <y>.

    One that the stub writes with other values is left out.
    """
    written = {shape(text) for write in stub.writes for text in write.texts}
    for words, command in told_commands(stub):
        if " ".join(words) == command or shape(command) not in written:
            yield command


def told_commands(stub: Stub) -> Iterator[tuple[list[str], str]]:
    """Yields the commands in OUTPUT, as words and with 0 for each value."""
    names = {one.name for read in (*stub.start, *stub.turn) for one in read.variables}
    for part in re.split(r"[|;:/\n\"`]", stub.output):
        bare = re.sub(r"\[[^\]]*\]|\([^)]*\)", "", part).strip().rstrip(".,")
        words = re.findall(r"<[^<>]*>|\S+", bare)
        values = [sample(word, names) for word in words]
        if words and PLAIN_WORD.fullmatch(words[0]) and all(values):
            yield words, " ".join(values)


def sample(word: str, names: Set[str]) -> str:
    """Returns a word of a command, or what stands for its value; "" for other words.

    names: the stub's variables
    """
    if PLAIN_WORD.fullmatch(word):
        return word
    text = word.strip("<>")
    if text in TEXTS:
        return text
    return "0" if VALUE.fullmatch(word) or text in VALUES | names else ""


def shape(command: str) -> tuple[str, int]:
    """Returns a command's first word and the number of all its words."""
    words = command.split()
    return words[0] if words else "", len(words)


def fixed_times(write: Write) -> int:
    """Returns the number of times that an answer is written, as far as numbers tell."""
    times = 1
    for amount in write.loops:
        times *= int(amount) if amount.isdecimal() else 1
    return times
