"""SnakeByte on the contest site: its form of answers, and the league of a game."""

import re
from itertools import pairwise

from botsmith.referees.base import Referee
from botsmith.site.contests import SiteContest
from botsmith.site.form import SiteGame
from contests.snakebyte.maps import is_grid
from contests.snakebyte.referee import LEGEND, SnakebyteReferee

ORDER = r"(?:WAIT|MARK \d+ \d+|\d+ (?:UP|RIGHT|DOWN|LEFT)(?: [^;]*)?)"
WORDS = re.compile(r"(\d+ (?:UP|RIGHT|DOWN|LEFT)) [^;]*", re.IGNORECASE)
HEAD = 2000  # letters of a view in which the size of the grid is looked for


class SnakebyteSite(SiteContest):
    """SnakeByte on the site: a message may stand behind each snake's order."""

    leagues = (LEGEND, 3, 2, 1)
    answer = re.compile(rf"{ORDER}(?:;{ORDER})*;*", re.IGNORECASE)

    def bare(self, line: str) -> str:
        return WORDS.sub(r"\1", line) if self.answer.fullmatch(line) else line

    def is_of_league(self, site: SiteGame, league: int) -> bool:
        """Returns True if the first view has no grid, or one of the league's size."""
        view = next((frame.view for frame in site.frames if frame.view), "")
        numbers = [int(digits) for digits in re.findall(r"\d{1,6}", view[:HEAD])]
        size = next((size for size in pairwise(numbers) if is_grid(*size)), None)
        made = SnakebyteReferee.from_seed(int(self.seed(site)), league=league).config
        return size in (None, (made["width"], made["height"]))

    def first_view(self, referee: Referee) -> str:
        config = referee.config
        return "\n".join([f"{config['width']} {config['height']}", *config["rows"]])
