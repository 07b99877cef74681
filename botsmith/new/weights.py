"""The networks that a new contest begins with."""

from botsmith.training.weights import Weights, encode, encode_parts, module_source
from common.nets.dense import TOGETHER

MOST_LEAD = 20  # points: the inputs of contest/bots/network.py.txt begin with the leads, from -20
BASE = 16
STEP = 6  # of a weight, for a point
LAST = 127
ABOUT = {"command": "none, as `new` set them", "generation": "0"}


def first_weights(cells: int, max_turns: int) -> str:
    """Returns the text of weights of which two lanes tell how far the player to move is ahead and
    behind,
    and all others nothing. cells, max_turns: of the contest.
    """
    values = []
    for lead in range(-MOST_LEAD, MOST_LEAD + 1):
        values += [STEP * max(0, lead), STEP * max(0, -lead), *[0] * (BASE - 2)]
    values += [0] * BASE * (2 * cells + max_turns + 1 + 1)
    values += [LAST, -LAST, *[0] * (BASE - 2)]
    return encode(Weights(values, float(LAST * STEP * MOST_LEAD), 8, ABOUT))


def first_policy(name: str, moves: int, cells: int) -> str:
    """Returns weights.py of a policy that finds all moves equal. cells: of the number game's ring;
    a row sees three numbers of each, and two more.
    """
    inputs, outputs = 3 * cells + 2, -(-moves // TOGETHER) * TOGETHER
    parts = [([0] * inputs * outputs, 2), ([0] * outputs, 2), ([1] * outputs, 2)]
    about = {"command": "train policy has not run yet", "sizes": f"{inputs} {outputs}"}
    text = encode_parts(parts, 1.0, about, is_wide=False)
    return module_source(name, text, is_wide=False, what="policy")
