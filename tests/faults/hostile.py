"""Everything that a bot can do wrong (hostile.txt), for the campaign of test_faults.py."""

from dataclasses import dataclass

from tests.pages import cases_of, page_beside

FAULTS = ("", "timeout", "crash", "invalid", "flood", "memory")
CHAPTERS = page_beside(__file__, "hostile.txt")


@dataclass(frozen=True)
class Hostile:
    """A bot.

    expected: the arena's verdict on it, "" for none
    source: behind the prelude; "" for a baseline
    needs_warden: not played without one: it goes for its parent, which then is the arena itself.
    ends_league: it kills what plays it, and no match can end.
    """

    name: str
    does: str
    expected: str
    source: str = ""
    needs_warden: bool = False
    ends_league: bool = False

    @property
    def text(self) -> str:
        """The whole program."""
        return f"{CHAPTERS['prelude']}\n\n{self.source}\n"


def hostile(head: str, source: str) -> Hostile:
    """A bot of the page."""
    name, does, expected, *more = head.split(" | ")
    expected = expected.removeprefix("fine")
    return Hostile(name, does, expected, source, "warden" in more, "ends" in more)


HOSTILE = tuple(hostile(*case) for case in cases_of(CHAPTERS["bots"]))
