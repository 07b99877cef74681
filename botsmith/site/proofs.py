"""Lists, for each contest, the rules that only a game of the contest site can prove.

Our referees repeat every recorded match, but those were played between scripted players, by an
official referee on some machine, or by a model of it. A place is a rule that the site may apply
otherwise than our referee. It is proved by a game of the site in which it occurs and that our
referee repeats to its end. docs/games/ has the same lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees import CASE_FILES, games, referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import Difference, first_difference
from botsmith.replay.extras import check_extras
from botsmith.site.contests import contest_for
from botsmith.site.form import SITE, TEXT
from botsmith.site.places import Place


@dataclass
class Proof:
    """The games that prove a rule, each as `match N, turn T`.

    parted: the games in which the site and our referee differ
    """

    proved: list[str] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)


class Checklist:
    """The rules of a contest that only the site can prove, with the games that have proved them."""

    def __init__(self, game: str) -> None:
        self.game = game
        places = () if game in CASE_FILES else contest_for(game).checklist
        self.proofs = {place.asks: Proof() for place in places}

    def add_match(self, number: int, match: Match, difference: Difference | None) -> None:
        """Adds match `number` of a file, if it is a game of the site. `difference` is its first
        difference from our referee.

        A game from a console's text has no result, so it proves nothing. Raises BadInput if the
        match is no valid record.
        """
        shown = match.extra.get(SITE)
        if shown is None or (isinstance(shown, dict) and shown.get(TEXT)):
            return
        check_extras(match)
        if difference:  # the turn that differs counts if the states before it agree
            is_ours = difference.what.startswith(("site's", "result"))
            match = replace(match, turns=match.turns[: max(0, difference.turn + is_ours)])
        for place, turn in places_in(match):
            proof = self.proofs[place.asks]
            is_proof = difference is None and place.holds(match)
            seen = proof.proved if is_proof else proof.parted
            seen.append(f"match {number}, turn {turn}")

    def lines(self) -> list[str]:
        """Returns a line of text for each rule that occurs in a game."""
        found = []
        for asks, proof in self.proofs.items():
            if proof.proved:
                found.append(f"proved by {shortened(proof.proved)}: {asks}")
            if proof.parted:
                found.append(f"not as ours in {shortened(proof.parted)}: {asks}")
        return found


def shortened(places: Sequence[str]) -> str:
    """Returns the first place as text, with the number of the others."""
    return places[0] + (f" (+{len(places) - 1})" if len(places) > 1 else "")


def checklist_of(game: str, path: Path) -> Checklist:
    """Returns the checklist of a contest, filled from the games in a file; an empty one if the file
    is missing.

    Raises BadInput for a contest without places, or for a wrong record.
    """
    if not contest_for(game).checklist:
        lists = ", ".join(name for name in games() if contest_for(name).checklist)
        raise BadInput(f"no list of places for {game!r}; expected one of {lists}")
    found = Checklist(game)
    for number, match in enumerate(read_matches(path) if path.exists() else ()):
        if match.game == game:
            found.add_match(number, match, first_difference(match, referee_for(game)))
    return found


def places_in(match: Match) -> list[tuple[Place, int]]:
    """Returns the places that occur in a match, each with its first turn."""
    places = contest_for(match.game).checklist
    found = ((place, min(place.where(match), default=None)) for place in places)
    return [(place, turn) for place, turn in found if turn is not None]
