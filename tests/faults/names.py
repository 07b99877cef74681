"""Names that somebody made to spoil a terminal: one list for all tests of what is printed."""

from random import Random

ESCAPES = (
    "\x1b[2J", "\x1b]0;gone\x07", "\x1b]8;;http://x\x1b\\", "\x1b[1A\x1b[K", "\x1bc",
    "\x1bPq\x1b\\", "\x9b31m", "\x9d0;gone\x9c", "\x07", "\b\b", "\r", "\v", "\f", "\t", "\n",
    "\x7f", "\x85", "\x01",
)  # fmt: skip
DIRECTIONS = (
    "\u202a", "\u202b", "\u202d", "\u202e", "\u202c", "\u2066", "\u2067", "\u2068", "\u2069",
    "\u200e", "\u200f", "\u061c",
)  # fmt: skip
UNSEEN = (
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u2028", "\u2029", "\u180e",
    "\ufff9", "\ue000", "\U000e0041", "\udc80", "\udcff", "\u3164\u2062",
)  # fmt: skip
MARKUP = ("[red]", "[/red]", "[/]", "[link=x]", "[bold", "{0}", "%s", "%(x)d", ":skull:", "'", '"')
PLAIN = ("a", "Z", "7", "_", " ", "\u00e9", "\u05d0", "\u6f22", "\U0001f600")
KINDS = (ESCAPES, DIRECTIONS, UNSEEN, MARKUP, PLAIN)


def hostile_names(count: int, seed: int = 1) -> list[str]:
    """So many different names, fit for a file: each letter of ESCAPES, DIRECTIONS and UNSEEN is in
    one of them at least, if there are 50.
    """
    dice = Random(seed)
    must = [*ESCAPES, *DIRECTIONS, *UNSEEN]
    found: dict[str, None] = {}
    while len(found) < count:
        parts = [dice.choice(dice.choice(KINDS)) for _ in range(dice.randint(1, 7))]
        parts.append(must[len(found) % len(must)])
        dice.shuffle(parts)
        name = "n" + "".join(parts).replace("/", "|")
        found[name] = None
    return list(found)


def is_harmless(text: str) -> bool:
    """Whether every letter shows itself and does nothing."""
    return all(letter.isprintable() or letter == "\n" for letter in text)
