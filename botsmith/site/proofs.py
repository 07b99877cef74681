"""What only a game of the contest site can prove: a list for each contest, which fills itself.

Our referees repeat every recorded match, but those were played by an official referee on somebody's
machine, or by a model of it, between scripted players. A place is something that the site may do
otherwise. It is proved by a game of the site that has it and that our referee repeats to its end;
a game that has it and is not repeated is worth a look. docs/games/ has the same lists.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from botsmith.arena.record import read_matches
from botsmith.arena.stderr import stderr_turns
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Match, Turn
from botsmith.referees.verify import Difference, first_difference
from botsmith.replay.extras import check_extras
from botsmith.site.incoming import SITE, UNREAD

Where = Callable[[Match], Iterable[int]]
RIM = 600  # units from a checkpoint, as in docs/games/csb.md
LAST_RACE_TURN = 499
LAST_KUTULU_TURN = 200
ONLY_48_BITS = 1 << 48  # of a seed that java.util.Random takes
TO_AND_FRO = 4  # moves in a row of one piece between the same two cells
ORDER = re.compile(r"-?[0-9]+ -?[0-9]+ ([0-9]+|BOOST|SHIELD)( .*)?")  # of Coders Strike Back
ODD_ORDER = re.compile(r"(\s*[-+]?[0-9.]+){2}\s+([+]?[0-9.]+|BOOST|SHIELD)(\s.*)?")
SEED_ORDER = re.compile(r"SEED [0-9]+ ([0-9]+)(\s.*)?", re.ASCII)  # of Tororo


@dataclass(frozen=True)
class Place:
    """asks: what it is, as docs/games/ has it. where: the turns of a game that have it. holds: what
    has to be true besides that our referee repeats the game.
    """

    asks: str
    where: Where
    holds: Callable[[Match], bool] = lambda match: True


@dataclass
class Proof:
    """What some games say of a place: `match N, turn T` of each. parted: of those in which the site
    and our referee do not agree.
    """

    proved: list[str] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)


class Checklist:
    """The places of a contest, and which games have proved them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.proofs = {place.asks: Proof() for place in PLACES.get(game, ())}

    def look(self, number: int, match: Match, difference: Difference | None) -> None:
        """Takes in match `number` of a file, if it is a game of the site. difference: its first one
        from our referee. BadInput if it is no record.
        """
        if SITE not in match.extra:
            return
        check_extras(match)
        for place, turn in places_in(until(match, difference)):
            proof = self.proofs[place.asks]
            is_proof = difference is None and place.holds(match)
            seen = proof.proved if is_proof else proof.parted
            seen.append(f"match {number}, turn {turn}")

    def lines(self) -> list[str]:
        """What was seen, a line for each place."""
        found = []
        for asks, proof in self.proofs.items():
            if proof.proved:
                found.append(f"proved by {shortened(proof.proved)}: {asks}")
            if proof.parted:
                found.append(f"not as ours in {shortened(proof.parted)}: {asks}")
        return found


def until(match: Match, difference: Difference | None) -> Match:
    """A match up to the turn in which it and our referee part, as far as its states are ours."""
    if difference is None:
        return match
    is_ours = difference.what.startswith(("site's", "result"))
    return replace(match, turns=match.turns[: max(0, difference.turn + is_ours)])


def shortened(places: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    return places[0] + (f" (+{len(places) - 1})" if len(places) > 1 else "")


def checklist_of(game: str, path: Path) -> Checklist:
    """What the games of the site in a file prove; nothing if there is none yet. BadInput for a
    contest without places, or a match that is none of its own.
    """
    if game not in PLACES:
        raise BadInput(f"no list of places for {game!r}; expected one of {', '.join(PLACES)}")
    found = Checklist(game)
    for number, match in enumerate(read_matches(path) if path.exists() else ()):
        if match.game == game:
            found.look(number, match, first_difference(match, referee_for(game)))
    return found


def places_in(match: Match) -> list[tuple[Place, int]]:
    """The places that a match has, each with its first turn."""
    found = ((place, min(place.where(match), default=None)) for place in PLACES.get(match.game, ()))
    return [(place, turn) for place, turn in found if turn is not None]


# ---- where to look


def turns_that(holds: Callable[[Turn], object]) -> Where:
    """The turns of which something holds, of those that our referee came to: they have a state."""
    return lambda match: [
        number for number, turn in enumerate(match.turns) if turn.state is not None and holds(turn)
    ]


def at_the_end(holds: Callable[[Match], object]) -> Where:
    """The last turn, if something holds of the whole match."""
    return lambda match: [len(match.turns) - 1] if match.turns and holds(match) else []


def ends(*starts: str) -> Where:
    """The last turn of a match that ends so."""
    return at_the_end(lambda match: match.result.end.startswith(starts))


def fault(*names: str) -> Where:
    """The turns in which a seat had one of these faults."""
    return lambda match: [
        error["turn"]
        for error in match.extra.get("errors", [])
        if error.get("fault") in names and 0 <= error.get("turn", -1) < len(match.turns)
    ]


def answered(holds: Callable[[Turn], object]) -> Where:
    """The turns of whose answers something holds, whether our referee came to them or not."""
    return lambda match: [number for number, turn in enumerate(match.turns) if holds(turn)]


def said(holds: Callable[[str], object]) -> Where:
    """The turns with such a line among the answers."""
    return answered(lambda turn: any(holds(line) for line in answers(turn)))


def answers(turn: Turn) -> list[str]:
    """All lines that were answered in a turn."""
    return [line for lines in turn.outputs.values() for line in lines]


def told(match: Match) -> Iterator[int]:
    """The turns in which a program wrote on stderr all lines that our referee tells it."""
    for seat in range(match.players):
        for number, text in stderr_turns(match, seat):
            lines = match.turns[number].inputs.get(seat) if 0 <= number < len(match.turns) else None
            if lines and "\n".join(lines) in text.replace("\r", ""):
                yield number


def has_tie(match: Match) -> bool:
    return len(set(match.result.ranks)) < match.players


def has_odd_seed(match: Match) -> object:
    return re.fullmatch(r"[+-]?[0-9]{1,30}", match.seed) and not 0 <= int(match.seed) < ONLY_48_BITS


def has_seed(match: Match) -> bool:
    return match.seed != "0" and match.config.get("map_param") is None  # a map that Kutulu was told


# ---- Coders Strike Back


def is_of_seed(match: Match) -> bool:
    """Whether the map that the game names is the one that our referee makes of its seed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,19}", match.seed):
        return False
    ours = referee_for("csb").from_seed(int(match.seed), match.players)
    return bool(ours.config["checkpoints"] == match.config["checkpoints"])


def has_equal_times(turn: Turn) -> bool:
    times = [row[0] for row in turn.state["collisions"]]
    return len(set(times)) < len(times)


def at_the_rim(match: Match) -> Iterator[int]:
    """The turns that a pod ends at exactly the radius of its next checkpoint."""
    points = match.config["checkpoints"]
    for number in turns_that(lambda turn: True)(match):
        for x, y, *_, progress, _, _, _ in match.turns[number].state["pods"]:
            next_x, next_y = points[progress % len(points)]
            if (x - next_x) ** 2 + (y - next_y) ** 2 == RIM**2:
                yield number


def two_at_once(match: Match) -> Iterator[int]:
    """The turns in which a pod passes two checkpoints."""
    before = [1] * 4
    for number in turns_that(lambda turn: True)(match):
        now = [pod[5] for pod in match.turns[number].state["pods"]]
        if any(new > old + 1 for new, old in zip(now, before, strict=True)):
            yield number
        before = now


def aims_at_itself(match: Match) -> list[int]:
    """The first turn, if an order's point is where the pod stands."""
    first = match.turns[0] if match.turns else None
    for seat, lines in first.outputs.items() if first else ():
        rows = [row.split()[:2] for row in first.inputs.get(seat, [])[:2]] if first else []
        if any(line.split()[:2] == row for line, row in zip(lines, rows, strict=False)):
            return [0]
    return []


def are_both_home(turn: Turn) -> bool:
    home = [pod[8] for pod in turn.state["pods"]]
    return bool(max(home[:2]) and max(home[2:]))


def has_passed_and_is_out(match: Match) -> bool:
    """Whether a loser by time-out had passed a checkpoint."""
    last = match.turns[-1].state
    if last is None or not match.result.end.startswith("timeout"):
        return False
    passed = [max(pod[5] for pod in last["pods"][place : place + 2]) for place in (0, 2)]
    return any(
        count > 1 and rank > 1 for count, rank in zip(passed, match.result.ranks, strict=True)
    )


def wants_a_line(turn: Turn) -> bool:
    return any(len(lines) == 1 for lines in turn.outputs.values())


# ---- Code of Kutulu


def yells_at_once(turn: Turn) -> bool:
    return sum(line.upper().startswith("YELL") for line in answers(turn)) > 1


def draws_a_target(match: Match) -> Iterator[int]:
    """The turns that draw numbers and make no minion: a wanderer has several targets."""
    before: Mapping[str, Any] | None = None
    for number in turns_that(lambda turn: True)(match):
        state = match.turns[number].state
        if before and state["next_id"] == before["next_id"] and state["rng"] != before["rng"]:
            yield number
        before = state


def out_together(match: Match) -> Iterator[int]:
    """The turns, but the last possible one, in which two explorers or more are out."""
    before = [1] * match.players
    for number in turns_that(lambda turn: True)(match):
        now = [row[5] for row in match.turns[number].state["p"]]
        if sum(before) - sum(now) > 1 and number < LAST_KUTULU_TURN:
            yield number
        before = now


# ---- Tororo


def seeds_meet(turn: Turn) -> bool:
    """Whether both players seed a cell on which nothing stands afterwards."""
    targets = [int(found[1]) for found in map(SEED_ORDER.fullmatch, answers(turn)) if found]
    return len(targets) == 2 and targets[0] == targets[1] and targets[0] not in cells_of(turn.state)


def cells_of(state: Mapping[str, Any]) -> set[int]:
    """Where trees stand."""
    return {tree[0] for tree in state["trees"]}


def completed_for_nothing(match: Match) -> Iterator[int]:
    """The turns in which a tree goes although no nutrients were left before."""
    before: Mapping[str, Any] | None = None
    for number in turns_that(lambda turn: True)(match):
        state = match.turns[number].state
        if before and before["nutrients"] == 0 and cells_of(before) - cells_of(state):
            yield number
        before = state


# ---- Barrage Stratego


def to_and_fro(match: Match) -> list[int]:
    """The turns in which a piece makes its fourth move in a row between two cells."""
    found, moves = [], {seat: list[str]() for seat in range(match.players)}
    for number, turn in enumerate(match.turns):
        for seat, lines in turn.outputs.items():
            own = moves[seat]
            own += lines[:1]
            last = [re.findall(r"\d+", line) for line in own[-TO_AND_FRO:]]
            if len(last) == TO_AND_FRO and all(
                one[:2] == other[2:] and one[2:] == other[:2]
                for one, other in zip(last, last[1:], strict=False)
            ):
                found.append(number)
    return found


# ---- the lists

MAP = Place("maps, runs and dice as the seed gives them", at_the_end(has_seed))
SEED = Place("a seed below 0, or of more than 48 bits", at_the_end(has_odd_seed))
LATE = Place("no answer, from a program that is late or has ended", fault("timeout", "crash"))
INVALID = Place("an answer that is refused", fault("invalid"))
MORE = Place(
    "more lines answered than the turn takes",
    answered(lambda turn: isinstance(site := turn.extra.get(SITE), dict) and UNREAD in site),
)
FAULTS = (LATE, INVALID, MORE)
FOREIGN = Place("an answer with letters that are not ASCII", said(lambda line: not line.isascii()))
TOLD = Place("the order of what is told: a bot repeats it on stderr", told)
TIE = Place("two players who share a place", at_the_end(has_tie))

PLACES: Mapping[str, Sequence[Place]] = {
    "csb": (
        Place(
            "the map as the seed gives it, in a game that names both",
            at_the_end(has_seed),
            is_of_seed,
        ),
        SEED,
        Place("two collisions at the very same time", turns_that(has_equal_times)),
        Place(
            "a collision at the very end of a turn",
            turns_that(lambda turn: any(row[0] >= 1.0 for row in turn.state["collisions"])),
        ),
        Place("a pod that stops at exactly 600 units from its checkpoint", at_the_rim),
        Place("two checkpoints passed in one turn", two_at_once),
        Place("a pod that aims at itself on the first turn", aims_at_itself),
        Place("both players home in the same turn", turns_that(are_both_home)),
        Place("out of time after a checkpoint was passed", at_the_end(has_passed_and_is_out)),
        Place("a race of 500 turns", at_the_end(lambda match: len(match.turns) > LAST_RACE_TURN)),
        Place(
            "an order with odd blanks, a plus or a decimal point",
            said(lambda line: ODD_ORDER.fullmatch(line) and not ORDER.fullmatch(line)),
        ),
        Place("one line where two are due", answered(wants_a_line)),
        *FAULTS,
    ),
    "kutulu": (
        MAP,
        SEED,
        Place("two explorers who yell in one turn", answered(yells_at_once)),
        Place("a minion that draws the order of its targets", draws_a_target),
        Place("two explorers out in the same turn", out_together),
        Place(
            "a game that comes to turn 200",
            at_the_end(lambda match: len(match.turns) > LAST_KUTULU_TURN),
        ),
        TIE,
        *FAULTS,
        FOREIGN,
        TOLD,
    ),
    "olymbits": (
        MAP,
        SEED,
        Place("fewer than two players left before turn 100", ends("fewer")),
        TIE,
        *FAULTS,
        FOREIGN,
        TOLD,
    ),
    "tororo": (
        MAP,
        SEED,
        Place("two seeds that fall on the same cell", turns_that(seeds_meet)),
        Place("a tree completed with no nutrients left", completed_for_nothing),
        Place(
            "more than 300 answers",
            at_the_end(lambda match: sum(len(turn.outputs) for turn in match.turns) > 300),
        ),
        TIE,
        *FAULTS,
        FOREIGN,
        TOLD,
    ),
    "uttt": (
        Place("who begins", lambda match: [0][: len(match.turns)]),
        Place(
            "no line of boards: whoever has won more of them wins",
            ends("no valid action left"),
        ),
        TIE,
        *FAULTS,
        TOLD,
    ),
    "stratego": (
        Place("a piece that moves four times between two cells", to_and_fro),
        Place("a side without a piece that can move", ends("loser has no movable piece")),
        Place("both sides without a piece that can move", ends("both sides have no")),
        Place("a side to move without a legal move", ends("side to move has no")),
        Place("the turn limit", ends("turn limit")),
        Place("a setup that is refused", ends("invalid setup")),
        *FAULTS,
        TOLD,
    ),
}
