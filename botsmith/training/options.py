"""Defines the options that several methods of training share."""

from dataclasses import dataclass
from typing import Annotated

from botsmith.settings import Opt

SIZES = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def count_of(words: str) -> int:
    """Returns the number in words such as 300k, 20M or 1.5G. Raises ValueError for other words."""
    size = SIZES.get(words[-1:], 1)
    try:
        count = round(float(words[:-1] if size > 1 else words) * size)
    except OverflowError:
        count = 0
    if count < 1:
        raise ValueError(words)
    return count


def count_words(count: int) -> str:
    """Returns words such as 300k for a number, which `count_of` can read."""
    sizes = [(letter, size) for letter, size in SIZES.items() if count % size == 0]
    return f"{count // sizes[-1][1]}{sizes[-1][0]}" if sizes else str(count)


def layers_of(words: str) -> tuple[int, ...]:
    """Returns the sizes of hidden layers in words such as 64,64. Raises ValueError for other
    words.
    """
    found = tuple(int(word) for word in words.split(","))
    if min(found) < 1:
        raise ValueError(words)
    return found


COUNT = "a count such as 300k, 20M or 1G"
Samples = Annotated[
    int, Opt("Train until there are so many.", read=count_of, form=COUNT, write=count_words)
]
Seed = Annotated[int, Opt("Seed of all that is drawn.")]
Lanes = Annotated[int, Opt("Matches side by side.", 1)]
Turns = Annotated[int, Opt("Turns of a batch.", 1)]
Part = Annotated[int, Opt("Samples of a step.", 1)]
Rate = Annotated[float, Opt("The first learning rate.", above=0, most=1)]
Window = Annotated[int, Opt("The last samples, from which it learns.", 1)]
Uses = Annotated[float, Opt("How often each of these is used.", above=0, most=1000)]


@dataclass(frozen=True)
class PolicySettings:
    """The settings that every method of training a policy has.

    samples: number of samples of the training, on which the schedules depend
    most: largest length of a gradient
    """

    samples: Samples = 20_000_000
    seed: Seed = 1
    hidden: Annotated[
        tuple[int, ...],
        Opt("Sizes of the hidden layers.", read=layers_of, form="counts such as 64,64"),
    ] = (64, 64)
    part: Part = 2048
    rate: Rate = 1e-3
    last_rate: Annotated[float, Opt("The last learning rate.", above=0, most=1)] = 1e-4
    most: float = 0.5
    bits: Annotated[int, Opt("Bits of a weight in a bot.", 2, 8)] = 8
