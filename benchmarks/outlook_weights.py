"""The weights of a bot's outlook.py, rounded and as text: for csb_outlook.py, kutulu_outlook.py."""

import base64
from zlib import crc32

import numpy as np

from botsmith.training.dense import Array, Dense

STEPS = 127  # of a weight, to either side
WIDTH = 90  # letters of a line


def round_layers(network: Dense) -> tuple[Array, Array, float]:
    """Rounds the weights of a network with one output in place, but for the output's bias.

    Each hidden number's weights become steps of their own, by which its weight in the output is
    larger. Returns the steps, [hidden, inputs + 1], those of the output, [hidden], and the worth
    of one of these.
    """
    first, last = network.layers
    steps = np.abs(first).max(axis=1) / STEPS
    sums = last[0, :-1] * steps
    worth = np.abs(sums).max() / STEPS
    first[:] = np.rint(first / steps[:, None])
    whole = np.rint(sums / worth)
    last[0, :-1] = whole * worth
    return first, whole, float(worth)


def filled(module: str, steps: Array, worth: float, **numbers: float) -> str:
    """Returns a module's source with the steps, the worth of a 1 in the sum, and other numbers.

    module: with the fields `lines`, `crc`, `worth` and those of `numbers`.
    """
    data = steps.tobytes()
    text = base64.b85encode(data).decode()
    lines = [f'    "{text[at : at + WIDTH]}"' for at in range(0, len(text), WIDTH)]
    worth = float(f"{worth:.6g}")
    return module.format(worth=worth, crc=crc32(data), lines="\n".join(lines), **numbers)
