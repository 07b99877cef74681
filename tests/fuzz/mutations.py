"""Broken text by the million, the same in every run: official lines with some things gone wrong."""

from collections.abc import Sequence
from random import Random

# Blanks and digits of all sorts, signs, what JSON, markup and terminals obey, a lone surrogate.
LETTERS = (
    " \t\v\f\r-+0123456789.,;:eExX_nNaAbBuUpPwWsSgGcC{}[]\"'<>&/\\#\x00\x07\x1b\x7f"
    "\x85\xa0\u0131\u017f\u0663\u2028\u2029\u202e\ufeff\uff11\ud800\U0001f600"
)
NUMBERS = (
    *("0", "-0", "00", "+1", "-1", "1.0", "1e3", "0x10", "1_0", "NaN", "Infinity", "-", ""),
    *("8", "9", "10", "37", "100", "200", "201", "0000000005", "\u0663", "\uff11", "1" * 30),
    *(str(1 << bits) for bits in (15, 31, 32, 53, 62, 63, 64)),
    *(str((1 << bits) - 1) for bits in (31, 32, 63)),
    *(str(-(1 << bits)) for bits in (31, 32, 63)),
    *("-2147483649", "9" * 400, "0" * 400 + "7", "9" * 5000, "-" + "9" * 5000),
)
LINES = (
    *("", " ", "\t", "\x00", "foo", "None", "null", "true", "-1 -1", "0"),
    *("[]", "{}", '"', "{", "["),
    *("</script><script>alert(1)</script>", "[bold red]x[/]", "\x1b[2J", "###End 0 1", "\ufeff0 0"),
    *("x" * 9000, " " * 9000, "[" * 5000, '{"a":' * 3000, "-" * 5000, "1 " * 4000),
)
BLANKS = (" ", "  ", "\t", "\r", "\x0b", "\x0c", "\xa0", "\u2003", "\x85", "\u2028", "", " \t ")


class Mutator:
    """Draws from `dice`, and from nothing else."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.ways = (
            self._replace,
            self._insert,
            self._drop,
            self._repeat,
            self._cut,
            self._other_number,
            self._other_number,
            self._other_blank,
            self._other_case,
            self._append,
        )

    def line(self, line: str, others: Sequence[str]) -> str:
        """`line` with one to three changes, a mixture with another one, or something else."""
        dice = self.dice
        roll = dice.random()
        if roll < 0.03:
            return dice.choice(LINES)
        if roll < 0.08 and others:
            other = dice.choice(others)
            return line[: dice.randint(0, len(line))] + other[dice.randint(0, len(other)) :]
        for _ in range(1 if roll < 0.6 else dice.randint(2, 3)):
            line = dice.choice(self.ways)(line)
        return line

    def block(self, lines: Sequence[str], others: Sequence[str]) -> list[str]:
        """The lines of a turn with one to three of them changed, lost, doubled or moved."""
        dice = self.dice
        found = list(lines)
        for _ in range(1 if dice.random() < 0.7 else 3):
            at = dice.randrange(len(found)) if found else 0
            roll = dice.random()
            if not found or roll < 0.04:
                found.insert(at, self.line(dice.choice(others), others))
            elif roll < 0.08:
                del found[at]
            elif roll < 0.11:
                found.insert(at, found[at])
            elif roll < 0.13:
                del found[at:]
            elif roll < 0.16:
                found.append(found.pop(at))
            else:
                found[at] = self.line(found[at], others)
        return found

    def _place(self, line: str) -> int:
        return self.dice.randint(0, max(0, len(line) - 1))

    def _replace(self, line: str) -> str:
        at = self._place(line)
        return line[:at] + self.dice.choice(LETTERS) + line[at + 1 :]

    def _insert(self, line: str) -> str:
        at = self.dice.randint(0, len(line))
        return line[:at] + self.dice.choice(LETTERS) + line[at:]

    def _drop(self, line: str) -> str:
        at = self._place(line)
        return line[:at] + line[at + 1 :]

    def _repeat(self, line: str) -> str:
        at = self._place(line)
        end = min(len(line), at + self.dice.randint(1, 12))
        return line[:at] + line[at:end] * self.dice.choice((2, 2, 3, 50)) + line[end:]

    def _cut(self, line: str) -> str:
        return line[: self._place(line)]

    def _other_number(self, line: str) -> str:
        starts = [
            at for at, letter in enumerate(line)
            if letter.isdigit() and not line[at - 1 : at].isdigit()
        ]  # fmt: skip
        if not starts:
            return self._append(line)
        at = end = self.dice.choice(starts)
        while end < len(line) and line[end].isdigit():
            end += 1
        return line[:at] + self.dice.choice(NUMBERS) + line[end:]

    def _other_blank(self, line: str) -> str:
        places = [at for at, letter in enumerate(line) if letter == " "]
        at = self.dice.choice(places) if places else len(line)
        return line[:at] + self.dice.choice(BLANKS) + line[at + 1 :]

    def _other_case(self, line: str) -> str:
        return self.dice.choice((line.lower(), line.upper(), line.swapcase(), line.title()))

    def _append(self, line: str) -> str:
        text = self.dice.choice((*BLANKS, *NUMBERS[:12], " hello", ";", "\r", " \u2028x", " <b>"))
        return self.dice.choice((line + text, text + line))
