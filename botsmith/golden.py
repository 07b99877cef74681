"""Recorded matches of a contest as input for bots: for bundles' proofs, `bench` and `situation`."""

from collections.abc import Iterator
from pathlib import Path

from botsmith.arena.store.record import encode_match, read_matches
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.referees.base import Lines, Match
from botsmith.referees.verify import open_as_recorded, rebuilt, recorded_answers
from botsmith.workspace import HOME, game_of


def recorded_match(root: Path, bot: str, turns: int) -> Match:
    """Returns the first match in tests/golden/GAME/matches* that asks seat 0 at least `turns`
    times.

    root: the project's folder; the package's matches come after the project's
    bot: its folder under bots/
    Raises BadInput if there is no such match, or if a file before it is broken.
    """
    game = game_of(bot, root)
    for top in dict.fromkeys((root, HOME)):
        for path in sorted((top / "tests" / "golden" / game).glob("matches*.jsonl*")):
            for match in read_matches(path):
                if sum(0 in turn.inputs and 0 in turn.outputs for turn in match.turns) >= turns:
                    return match
    what = f"no recorded match (matches*.jsonl.gz) that asks seat 0 {turns} times"
    advice = f"record some with `{PROGRAM} golden {game} --record 8`"
    raise BadInput(f"tests/golden/{game}: {what}; {advice}")


def recorded_file(root: Path, bot: str, turns: int) -> bytes:
    """Returns the match of `recorded_match` as the bytes of a file, *.jsonl.gz."""
    return encode_match(recorded_match(root, bot, turns))


def asked_turns(match: Match, seat: int) -> Iterator[tuple[int, Lines, Lines]]:
    """Yields each turn in which a recorded match asks a seat: its number, the lines that the seat
    reads until it answers, and its recorded answer. The lines come from our referee.

    Raises BadInput if our referee cannot repeat the match.
    """
    referee = rebuilt(match)
    open_as_recorded(referee, match)
    pending = referee.init_inputs(seat)  # sent before the next turn in which it is asked
    for number, turn in enumerate(match.turns):
        outputs = recorded_answers(referee, turn, number)
        if seat in referee.listeners():
            pending = [*pending, *referee.inputs(seat)]
        if seat in referee.seats():
            yield number, [*pending, *referee.inputs(seat)], outputs.get(seat, [])
            pending = []
        referee.apply(outputs)
