"""Finds, for each contest, the referee that plays a game of the site again, and the values to
compare.

contests/GAME/site.py may hold a class GameSite with the differences from SiteContest.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from botsmith.errors import BadInput
from botsmith.referees import class_of, games, referee_for
from botsmith.referees.base import Match, Referee, Result, ranks_of
from botsmith.site.form import SiteGame
from botsmith.site.places import Place

SEED, LEAGUE = "seed", "league"
NO_SEED = "0"  # where the seed decides nothing that a bot's answers do not
LONG = 1 << 63
MESSAGE = r"(?P<message>\s.*)?"  # behind an answer


def answer_form(text: str, flags: int = 0) -> re.Pattern[str]:
    """Returns the pattern of an answer's line: a match of `text`, perhaps with a player's message
    behind it.
    """
    return re.compile(text + MESSAGE, flags)


class SiteContest:
    """A contest that is written with the site's SDK, and whose seed determines the match.

    needs_seed: False if the seed changes at most the order of lists
    leagues: the numbers of the leagues that our referee plays, the top one first; empty if it plays
    the top league alone
    answer: the pattern of an answer's line, by which contests are recognized; None if unknown
    checklist: the rules that only a game of the site can prove
    """

    needs_seed: ClassVar[bool] = True
    leagues: ClassVar[Sequence[int]] = ()
    answer: ClassVar[re.Pattern[str] | None] = None
    checklist: ClassVar[Sequence[Place]] = ()

    def __init__(self, game: str) -> None:
        self.game = game

    def is_own(self, site: SiteGame) -> bool:
        """Returns True if a game is surely of this contest, whatever its answers are."""
        return False

    def bare(self, line: str) -> str:
        """Returns a line of an answer without the player's message; a line of unknown form
        unchanged.
        """
        found = self.answer.fullmatch(line) if self.answer else None
        return line[: found.start("message")] if found and found["message"] else line

    def seed(self, site: SiteGame) -> str:
        """Returns the seed of a game, a whole number of 64 bits. Raises BadInput if it is missing
        or no such number.
        """
        text = site.keys.get(SEED)
        if text is None:
            if not self.needs_seed:
                return NO_SEED
            place = "in front of the first frame" if site.is_text else "in 'refereeInput'"
            wanted = f"cannot be played again; expected a line seed=NUMBER {place}"
            raise BadInput(f"no seed, without which {self.game} {wanted}")
        if not re.fullmatch(r"[+-]?[0-9]{1,19}", text) or not -LONG <= int(text) < LONG:
            raise BadInput(f"seed={text[:40]!r}: expected a whole number of 64 bits")
        return text

    def referee(self, site: SiteGame) -> Referee:
        """Returns our referee for a game. Raises BadInput if our referee cannot play it."""
        return referee_for(self.game).from_seed(int(self.seed(site)), len(site.names))

    def leagues_of(self, site: SiteGame, asked: int | None = None) -> list[list[int | None]]:
        """Returns the leagues in which a game may have been played: the likely ones, then the
        others; [[None]] if there is one league.

        asked: the number of `--league`, None to use a league named in the game. Raises BadInput for
        an unknown league.
        """
        reported = str(asked) if asked is not None else site.keys.get(LEAGUE)
        if reported is None:
            fit = [league for league in self.leagues if self.is_of_league(site, league)]
            others = [league for league in self.leagues if league not in fit]
            return [[*each] for each in (fit, others) if each] or [[None]]
        if reported not in map(str, self.leagues):
            has = " ".join(map(str, self.leagues)) or "the top one alone, without a number"
            raise BadInput(f"league {reported[:40]!r}: our referee of {self.game} plays {has}")
        return [[int(reported)]]

    def is_of_league(self, site: SiteGame, league: int) -> bool:
        """Returns True if the site's view of the map fits the seed's map in this league."""
        return True

    def referee_in(self, site: SiteGame, league: int) -> Referee:
        """Returns our referee for a game in one of `leagues`. Raises BadInput if it cannot
        play it.
        """
        make: Callable[..., Referee] = referee_for(self.game).from_seed
        return make(int(self.seed(site)), len(site.names), **{LEAGUE: league})

    def state(self, view: str, referee: Referee) -> dict[str, Any]:
        """Returns the state after a turn in the site's view, in the form of
        `Referee.site_state`.
        """
        return {}

    def plays_on(self, referee: Referee) -> bool:
        """Returns True if the site asks every seat, and also plays the turn in which our referee
        ends the match.
        """
        return False

    def result(self, site: SiteGame, referee: Referee) -> Result:
        """Returns the result in the record's form; our referee's result if the site shows none.
        Raises BadInput if there is neither.
        """
        ours = referee.result() if referee.over else None
        if not site.scores and not site.ranks:
            if ours is None:
                wanted = "an end that our referee knows: a game cut short?"
                raise BadInput(f"neither 'scores' nor {wanted}")
            return ours
        scores = self.our_scores(site.scores)
        ranks = [rank + 1 for rank in site.ranks] or ranks_of(scores)
        scores = scores or [float(len(ranks) - rank) for rank in ranks]
        if ours:
            return Result(scores, ranks, ours.end, dict(ours.extra))
        last = next((frame.said for frame in reversed(site.frames) if frame.said), "")
        return Result(scores, ranks, last.split("\n")[0][:300])

    def our_scores(self, scores: Sequence[float]) -> list[float]:
        """Returns the site's scores as our referee counts them."""
        return list(scores)

    # ---- the way back

    def keys(self, match: Match) -> dict[str, str]:
        """Returns the keys and values of `refereeInput` for a record."""
        return {SEED: match.seed}

    def first_view(self, referee: Referee) -> str:
        """Returns the `view` of the first frame, for the site's form of a record."""
        return ""

    def view(self, referee: Referee, reported: Mapping[str, Any]) -> str:
        """Returns the `view` of a frame after a turn. `reported` is the record's `site` of the
        turn.
        """
        return ""

    def site_scores(self, match: Match) -> list[float]:
        """Returns a record's scores as the site counts them."""
        return match.result.scores


def contest_for(game: str) -> SiteContest:
    """Returns the SiteContest of a game. Raises BadInput if there is no such game."""
    found: type[SiteContest] = class_of(game, "site", "Site") or SiteContest
    return found(game)


def guess_game(site: SiteGame) -> str:
    """Returns the contest, for this number of players, whose form of answers fits most lines of the
    game.

    Raises BadInput if no contest fits, or more than one.
    """
    contests = [contest_for(game) for game in games()]
    for contest in contests:
        if contest.is_own(site):
            return contest.game
    lines = [line for frame in site.frames for line in frame.lines]
    votes: Counter[str] = Counter({"": 0, "-": 0})
    known = [(contest.game, contest.answer) for contest in contests if contest.answer]
    for game, answer in known:
        if not site.names or len(site.names) in referee_for(game).player_counts:
            votes[game] = sum(answer.fullmatch(line) is not None for line in lines)
    (best, count), (_, second) = votes.most_common(2)
    if 2 * count <= len(lines) or count == second:
        raise BadInput(f"a game of which contest? name it: --game {'|'.join(games())}")
    return best
