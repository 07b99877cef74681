"""Input to try a bundle on: what seat 0 was told in the first recorded match of its contest."""

from pathlib import Path

from botsmith.bundle.failures import Failure, Refused
from botsmith.errors import BadInput
from botsmith.golden import recorded_match

TURNS = 8
UNRECORDED = {"probe": ["0"] * TURNS}  # bots of no contest: any lines will do


def recorded_lines(root: Path, game: str) -> list[str]:
    """The init lines and the first turns of seat 0. Refused if there is no such record."""
    if game in UNRECORDED:
        return UNRECORDED[game]
    try:
        match = recorded_match(root, game, 1)
    except BadInput as error:
        # Without recorded input neither of the two proofs that need it holds.
        where, _, text = str(error).removeprefix(f"{root}/").partition(":")
        proofs = ("isolated", "same_answers")
        raise Refused([Failure(proof, where, text.strip()) for proof in proofs]) from error
    asked = [turn.inputs[0] for turn in match.turns if 0 in turn.inputs][:TURNS]
    return [*match.init_inputs.get(0, []), *(line for turn in asked for line in turn)]
