"""Checks vectors of the generator that the contest draws from, as cases of a golden file."""

from collections.abc import Callable
from hashlib import sha1
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees.base import Case
from botsmith.referees.sha1prng import Sha1Prng
from contests.olymbits.runs import KEYS, LETTERS, SeedRuns

STREAM = 20_000  # pieces of 1 to 37 bytes
Draw = Callable[[Sha1Prng], Any]
LISTS: dict[str, tuple[Draw, ...]] = {  # by the key of a list: drawn in turns
    "nextBoolean": (lambda prng: int(prng.next_boolean()),),
    "nextDouble": (Sha1Prng.next_double,),
    "nextInt_signed32": (Sha1Prng.next_int32,),
    "mixed_nextInt5_nextBoolean_nextDouble_nextInt4_cyclic": (
        lambda prng: prng.next_int(5),
        Sha1Prng.next_boolean,
        Sha1Prng.next_double,
        lambda prng: prng.next_int(4),
    ),
}


def vector_cases(value: Any) -> list[Case]:
    """Returns the cases of a file of generator vectors: one for each seed, one for the stream, one
    for the smallest long.

    Returns [] for a value of another form. Raises BadInput for vectors that cannot be read.
    """
    if not isinstance(value, dict) or not isinstance(value.get("seeds"), dict):
        return []
    try:
        cases = [seed_case(seed, wanted) for seed, wanted in value["seeds"].items()]
        if stream := value.get("stream_check"):
            prng, total = Sha1Prng(int(stream["seed"])), sha1()
            for index in range(STREAM):
                total.update(prng.bytes(1 + index % 37))
            name = f"stream of seed {stream['seed']}"
            cases.append(case_of(name, "sha1: ", stream["sha1"], total.hexdigest()))
        if least := value.get("long_min"):
            prng = Sha1Prng(int(least["seed"]))
            got = [prng.next_int(5), prng.next_double()]
            wanted = least["nextInt(5)_then_nextDouble"]
            cases.append(case_of(f"seed {least['seed']}", "", wanted, got))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"not a file of generator vectors: {error!r}") from None
    return cases


def case_of(name: str, what: str, expected: Any, got: Any) -> Case:
    """Returns a case, with a difference unless both values are equal."""
    return Case(name, None if got == expected else f"{what}expected {expected}, got {got}")


def seed_case(seed: str, wanted: dict[str, Any]) -> Case:
    """Returns the case of a seed: with the first list that differs from our draws, if there
    is one.
    """
    name = f"seed {seed}"
    for key, expected in wanted.items():
        case = case_of(name, f"{key}: ", expected, draws(int(seed), key, len(expected)))
        if case.difference:
            return case
    return Case(name, None)


def draws(seed: int, key: str, count: int) -> Any:
    """Returns the draws that a file lists under `key`, from a new generator.

    count: the number of draws that are listed
    """
    prng = Sha1Prng(seed)
    if key.startswith("nextInt("):
        bound = int(key[len("nextInt(") : -1])
        return [prng.next_int(bound) for _ in range(count)]
    if key == "first_48_bytes_hex":
        return prng.bytes(count // 2).hex()
    if key == "shuffle_UDLR_in_place":
        letters, shuffled = list(LETTERS), []
        for _ in range(count):
            prng.shuffle(letters)
            shuffled.append("".join(letters))
        return shuffled
    if made := LISTS.get(key):
        return [made[index % len(made)](prng) for index in range(count)]
    # Else the first runs of a match, with the number of bytes taken from the generator after each.
    runs = SeedRuns(seed)
    start: dict[str, Any] = {"bytes_consumed_after_each": []}
    for key in KEYS:
        start[key] = runs.draw(key)
        start["bytes_consumed_after_each"].append(runs.prng.taken)
    orders = [runs.draw("skating") for _ in range(8)]
    return start | {"next_8_skating_orders_if_nothing_resets": orders}
