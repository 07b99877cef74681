"""Situations of ultimate tic-tac-toe: late random positions in which a game can be thrown away."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bots.uttt.rules import BOARDS, State, is_over, legal_cells, outcome, play
from bots.uttt.tables import FULL
from common.kernel import assign

Values = dict[tuple[tuple[int, ...], int, int], int]  # by marks, forced board and player


@dataclass(frozen=True)
class Situation:
    """plies: of the shortest forced win, 1 or 3; 0: no such win, but a loss in two to be avoided.

    at_once: the cells of that win, or that do not lose in two. right: those after which the game is
    still won, or not lost. Some cells are not right.
    """

    state: State
    plies: int
    at_once: frozenset[int]
    right: frozenset[int]


def after(state: State, cell: int) -> State:
    child = State()
    assign(child, state)
    play(child, cell)
    return child


def value(state: State, known: Values) -> int:
    """What player 0 gets, by looking at all games: 1, 0 or -1."""
    if is_over(state):
        return outcome(state)
    key = (tuple(state.marks), state.forced, state.player)
    if key not in known:
        wanted = 1 - 2 * state.player
        best = -wanted
        for cell in legal_cells(state):
            best = max(best * wanted, value(after(state, cell), known) * wanted) * wanted
            if best == wanted:
                break
        known[key] = best
    return known[key]


def wins(state: State, plies: int) -> frozenset[int]:
    """The cells with which the player to move wins within `plies`, whatever the other does."""
    player = state.player
    found = set()
    for cell in legal_cells(state):
        child = after(state, cell)
        if is_over(child) or plies < 3:
            is_won = is_over(child) and outcome(child) == 1 - 2 * player
        else:
            is_won = all(loses(after(child, reply), plies - 2) for reply in legal_cells(child))
        if is_won:
            found.add(cell)
    return frozenset(found)


def loses(state: State, plies: int) -> bool:
    """Whether the player who has just moved has lost, or loses within `plies`."""
    if is_over(state):
        return outcome(state) == 1 - 2 * state.player
    return bool(wins(state, plies))


def situation_of(state: State) -> Situation | None:
    """What a position demands; None where nothing is at stake."""
    cells = frozenset(legal_cells(state))
    plies, at_once = 1, wins(state, 1)
    if not at_once:
        safe = frozenset(cell for cell in cells if not wins(after(state, cell), 1))
        plies, at_once = (0, safe) if len(safe) < len(cells) else (3, wins(state, 3))
    if not at_once:
        return None
    known: Values = {}
    own = 1 - 2 * state.player
    worth = {cell: value(after(state, cell), known) * own for cell in cells}
    wanted = 1 if plies else 0
    right = frozenset(cell for cell in cells if worth[cell] >= wanted)
    return Situation(state, plies, at_once, right) if right and right != cells else None


def free_cells(state: State) -> int:
    """The free cells of open boards."""
    return sum(
        (FULL & ~(state.marks[board] | state.marks[BOARDS + board])).bit_count()
        for board in range(BOARDS)
        if state.open >> board & 1
    )


def situations(plies: int, free: int) -> Iterator[Situation]:
    """Without end, at most one of a random game, with so many free cells at most: then all that may
    follow can be looked at.
    """
    seed = 0
    while True:
        seed += 1
        dice = Random(seed)
        game = [State()]
        while legal := legal_cells(game[-1]):
            game.append(after(game[-1], dice.choice(legal)))
        late = [state for state in game[:-1] if free_cells(state) <= free]
        for state in dice.sample(late, len(late)):
            found = situation_of(state)
            if found and found.plies == plies:
                yield found
                break
