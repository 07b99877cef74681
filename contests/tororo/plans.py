"""Reads the plan of a bot of Tororo: the actions of its line by cell, each with its day."""

from collections.abc import Sequence

from bots.tororo.rules import DAYS
from bots.tororo.tables import CELLS

SHORT = {"GROW": "grow", "SEED": "seed", "COMPLETE": "finish"}  # an action's word in the picture


def planned(line: Sequence[str], day: int) -> dict[int, list[str]]:
    """Returns, by target cell, its actions in their order, like "grow 12": the word and the day.

    line: a player's actions from `day` on; after each WAIT the next day begins
    The first word that is no action ends the plan.
    """
    found: dict[int, list[str]] = {}
    for action in line:
        word, *cells = action.split() or [""]
        if word == "WAIT":
            day += 1
            continue
        is_cell = bool(cells) and cells[-1].isdecimal() and len(cells[-1]) < 3
        if word not in SHORT or not is_cell or int(cells[-1]) >= CELLS or day >= DAYS:
            break
        found.setdefault(int(cells[-1]), []).append(f"{SHORT[word]} {day}")
    return found
