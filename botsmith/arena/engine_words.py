"""In which engine a bot says that it played, C or CPython: counted on its stderr.

Under BOTSMITH_STATS=1 a bot of ours writes after each answer a block of `[PDATA] name = value`
lines, the last of them `[PDATA] engine = c` or `python`. The arena asks every bot for it and takes
the block out of what it keeps, unless the user asked for it too. A bot may print anything: only
these two words count, one a turn.
"""

import re
from dataclasses import asdict, dataclass

ASKED = "BOTSMITH_STATS"
COUNTS = ("iterations", "simulated_turns", "nodes", "evaluations", "ucb", "depth")
ENGINES = {"c": "C", "python": "Python"}  # as told, as shown
MARK = b"[PDATA] engine = "
LAST_LINES = tuple(MARK + word.encode() + b"\r" for word in ENGINES)
COUNT = rb"\[PDATA\] (?:" + "|".join((*COUNTS, "search_ms")).encode() + rb") = [^\n]{0,60}\n"
COUNT_LINE = re.compile(COUNT)
MOST_COUNTS = 12  # lines of a block
BLOCK = re.compile(
    rb"(?:^%b){0,%d}^%b(c|python)\r?\n" % (COUNT, MOST_COUNTS, re.escape(MARK)), re.M
)


@dataclass(frozen=True)
class EngineTurns:
    """Turns by the engine that played them; unknown: the bot did not say."""

    c: int = 0
    python: int = 0
    unknown: int = 0

    def __add__(self, other: "EngineTurns") -> "EngineTurns":
        return EngineTurns(
            self.c + other.c, self.python + other.python, self.unknown + other.unknown
        )

    @property
    def turns(self) -> int:
        """All of them."""
        return self.c + self.python + self.unknown

    def as_json(self) -> dict[str, int]:
        """The `engine` of a report."""
        return asdict(self)


def engine_word(turns: EngineTurns) -> str:
    """For a column: C, Python, `C 98 %` of the turns that are known, or - where none is."""
    if not turns.c:
        return ENGINES["python"] if turns.python else "-"
    if not turns.python:
        return ENGINES["c"]
    percent = 100 * turns.c // (turns.c + turns.python)
    return f"{ENGINES['c']} {max(1, percent)} %"


class EngineWords:
    """Reads one bot's stderr piece by piece. asked: turns so far; keeps_blocks: for the user."""

    def __init__(self, keeps_blocks: bool) -> None:
        self.keeps_blocks = keeps_blocks
        self.asked = 0
        self.counts = dict.fromkeys(ENGINES, 0)
        self.rest = b""  # the beginning of a block, of a few lines at most

    @property
    def told(self) -> int:
        """Turns that it has spoken of."""
        return sum(self.counts.values())

    def feed(self, chunk: bytes) -> bytes:
        """The bytes to keep of all that came, less the beginning of a block that may follow."""
        data = self.rest + chunk
        end = beginning_of_block(data)
        data, self.rest = data[:end], data[end:]
        return BLOCK.sub(self._count, data) if MARK in data else data

    def end(self) -> bytes:
        """The same for what stands at the end of stderr."""
        kept = self.feed(b"\n" if self.rest else b"")
        return kept.removesuffix(b"\n")

    def _count(self, found: "re.Match[bytes]") -> bytes:
        if self.told < self.asked:
            self.counts[found[1].decode()] += 1
        return found[0] if self.keeps_blocks else b""

    def turns(self) -> EngineTurns:
        """What was said of the turns so far."""
        return EngineTurns(**self.counts, unknown=self.asked - self.told)


def beginning_of_block(data: bytes) -> int:
    """Where a block begins whose last line has no end yet; len(data) if there is none."""
    start = data.rfind(b"\n") + 1
    tail = data[start:]
    if not tail or not any(line.startswith(tail) for line in LAST_LINES):
        return len(data)
    for _ in range(MOST_COUNTS):
        before = data.rfind(b"\n", 0, max(0, start - 1)) + 1
        if not COUNT_LINE.fullmatch(data, before, start):
            break
        start = before
    return start
