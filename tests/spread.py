"""Tests over several lists of cases, without all of their product in every run."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def spread(*lists: Sequence[Any], ids: Sequence[str] = ()) -> list[Any]:
    """Returns the product of some lists as pytest's parameters, each list in all of its values.

    The suite runs as many as the longest list has: its values beside the others' in turn. The rest
    of the product is a campaign.
    ids: a name for each value of the first list
    """
    longest = max(map(len, lists))
    first = [[n % len(each) for each in lists] for n in range(longest)]
    cases = []
    for places in product(*(range(len(each)) for each in lists)):
        values = [each[place] for each, place in zip(lists, places, strict=True)]
        rest = "-".join(str(value) for value in values[1:])
        name = f"{ids[places[0]]}-{rest}" if ids else None
        marks = [] if list(places) in first else [pytest.mark.campaign]
        cases.append(pytest.param(*values, marks=marks, id=name))
    return cases


def first_of(cases: Sequence[Any]) -> list[Any]:
    """Returns the cases as pytest's parameters: the suite runs the first, a campaign the rest."""
    rest = [pytest.param(case, marks=pytest.mark.campaign) for case in cases[1:]]
    return [cases[0], *rest]
