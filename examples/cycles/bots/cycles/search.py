"""Smitsimax for Cycles: one tree a player.

Only `evaluate.py` and `rules.py` know the game.
"""

from collections.abc import Callable
from typing import Any

from bots.cycles.evaluate import rate
from bots.cycles.params import Params
from bots.cycles.rules import MOVES, PLAYERS, State, can_move, list_moves, play
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice
from common.search import smitsimax
from common.search.smitsimax import Forest


@record
class Setting:
    """me: the own player. legal, moves: of the turn that is tried."""

    params: Params
    me: int
    legal: Numbers[int] = numbers(int, MOVES)


@kernel
def count_moves(state: State, setting: Setting, player: int) -> int:
    """A player who cannot move has one choice, which is not played."""
    legal = numbers(int, MOVES)
    count = 1
    if can_move(state, player):
        count = list_moves(state, player, legal)
    return count


@kernel
def play_choices(state: State, setting: Setting, choices: Numbers[int]) -> None:
    """One turn by the players' choices among their moves; nothing after the end.

    The others may have moved in another way when a choice was listed: it may be out of range.
    """
    player = state.player
    if can_move(state, player):
        count = list_moves(state, player, setting.legal)
        play(state, setting.legal[choices[player] % count])


@kernel
def rate_all(state: State, setting: Setting, scores: Numbers[float]) -> None:
    """How good the state is for each player."""
    for player in range(state.players):
        scores[player] = rate(state, setting.params, player)


plant, iterate = smitsimax.bind(PLAYERS, count_moves, play_choices, rate_all)


@record
class Memory:
    """All that the search works on; the bot loads start, setting and dice every turn."""

    start: State
    setting: Setting
    dice: Dice
    world: State
    forest: Forest


@kernel
def begin(memory: Memory) -> None:
    """Empty trees for the state in `start`."""
    params = memory.setting.params
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations more."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)


def legal_moves(memory: Memory, player: int) -> list[int]:
    """The moves of a player at the start; one, which means nothing, of who cannot move."""
    moves = [0] * MOVES
    if not can_move(memory.start, player):
        return moves[:1]
    return moves[: list_moves(memory.start, player, moves)]


def best_move(memory: Memory) -> int:
    """The most visited move, -1 if there is none."""
    found = smitsimax.children(memory.forest, memory.setting.me)
    return legal_moves(memory, memory.setting.me)[found[0][0]] if found else -1


def work(memory: Memory) -> dict[str, int]:
    """What the last search did."""
    return smitsimax.counts(memory.forest)


def in_words(told: dict[str, Any], word: Callable[[int], str]) -> dict[str, Any]:
    """Moves and the first one of a line in words. What a later one says depends on the state then:
    it stays #NUMBER.
    """
    now = [row["move"] for row in told["moves"]] + told["line"][:1]
    words = [word(int(move[1:])) if move[0] == "#" else move for move in now]
    moves = [{**row, "move": name} for row, name in zip(told["moves"], words, strict=False)]
    return {"moves": moves, "line": words[len(moves) :] + told["line"][1:]}


def thoughts(memory: Memory, name: Callable[[int], str]) -> list[dict[str, Any]]:
    """What the last search thinks of each player's moves; later ones of a line are told by their
    places among the moves that there are then.
    """
    names = [[f"#{place}" for place in range(smitsimax.MOST)]] * memory.start.players
    units = []
    for player, told in enumerate(smitsimax.describe(memory.forest, names)):
        words = [name(move) for move in legal_moves(memory, player)]
        units.append({"unit": player, **in_words(told, words.__getitem__)})
    return units
