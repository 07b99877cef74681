"""Makes the networks that a new contest begins with."""

from botsmith.training.weights import Weights, encode, encode_parts, module_source
from common.nets.dense import TOGETHER

MOST_LEAD = 20  # points: the inputs of contest/bots/network.py.txt begin with the leads, from -20
BASE = 16
STEP = 6  # of a weight, for a point
LAST = 127
HIDDEN = (64, 64)
ABOUT = {"command": "none, as `new` set them", "generation": "0"}


def first_weights(cells: int, max_turns: int) -> str:
    """Returns the first weights of a value network, encoded as text.

    In the first layer one lane gives the points by which the player to move is ahead, another lane
    the points by which it is behind. All other weights are 0.

    cells: cells of the number game's ring
    max_turns: turns of a match at most
    """
    values = []
    for lead in range(-MOST_LEAD, MOST_LEAD + 1):
        values += [STEP * max(0, lead), STEP * max(0, -lead), *[0] * (BASE - 2)]
    values += [0] * BASE * (2 * cells + max_turns + 1 + 1)
    values += [LAST, -LAST, *[0] * (BASE - 2)]
    return encode(Weights(values, float(LAST * STEP * MOST_LEAD), 8, ABOUT))


def first_policy(name: str, has_value: bool, cells: int, moves: int) -> str:
    """Returns the text of weights.py for a policy that finds all moves equal.

    name: the bot
    has_value: True for a network with a value, with the sizes in contest/search/puct.py.txt
    cells: cells of the number game's ring; a row sees three numbers of each, and two more
    moves: outputs of the policy
    """
    sizes = [3 * cells + 2, *HIDDEN * has_value]
    sizes.append(-(-(moves + 2 * has_value) // TOGETHER) * TOGETHER)
    rows = sum(sizes[1:])
    weights = sum(one * two for one, two in zip(sizes, sizes[1:], strict=False))
    parts = [([0] * weights, 2), ([0] * rows, 2), ([1] * rows, 2)]
    about = {"command": "train policy has not run yet", "sizes": " ".join(map(str, sizes))}
    text = encode_parts(parts, 1.0, about, is_wide=False)
    return module_source(name, text, is_wide=False, what="policy")
