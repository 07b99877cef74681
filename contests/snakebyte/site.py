"""SnakeByte on the contest site: what its answers look like."""

import re

from botsmith.site.contests import SiteContest

ORDER = r"(?:WAIT|MARK \d+ \d+|\d+ (?:UP|RIGHT|DOWN|LEFT)(?: [^;]*)?)"
WORDS = re.compile(r"(\d+ (?:UP|RIGHT|DOWN|LEFT)) [^;]*", re.IGNORECASE)


class SnakebyteSite(SiteContest):
    """A message stands behind each snake's order."""

    answer = re.compile(rf"{ORDER}(?:;{ORDER})*;*", re.IGNORECASE)

    def bare(self, line: str) -> str:
        return WORDS.sub(r"\1", line) if self.answer.fullmatch(line) else line
