"""The lines that an Olymbits bot reads and writes; the referee has the other side."""

import re
from itertools import permutations

from bots.olymbits.minigames import ARENA, GOAL, PLAYERS
from bots.olymbits.rules import (
    ARCHERY,
    GAMES,
    GLIDE_TURNS,
    HURDLES,
    MEDALS,
    OVER,
    RUNNING,
    SKATING,
    TURNS,
    Match,
    pack,
)
from common.integers import parse_integers, read_integers
from common.stdio import LineReader, UnreadableInput

LETTERS = "UDLR"  # the actions UP, DOWN, LEFT, RIGHT
WORDS = ("UP", "DOWN", "LEFT", "RIGHT")
GAME_OVER = "GAME_OVER"
# The rows of minigames.PLACES; their texts have the action at place 0 first.
ORDER_IDS = {
    "".join(LETTERS[places.index(place)] for place in range(4)): order
    for order, places in enumerate(permutations(range(4)))
}
# First and second registers of a player, from and to, by mini-game.
RANGES = ((0, GOAL, 0, 3), (-ARENA, ARENA, -ARENA, ARENA), (0, 45, -2, 4), (0, 120, 0, 15))
FORMS = ("[.][.#]{28}[.]", "[0-9]{1,15}", "|".join(ORDER_IDS), "[UDLR]{1,15}")


def read_start(reader: LineReader) -> int:
    """Reads the number of the own player. Raises UnreadableInput for a wrong line."""
    (player,) = read_integers(reader, 1, "playerIdx")
    (games,) = read_integers(reader, 1, "nbGames")
    if not 0 <= player < PLAYERS or games != GAMES:
        raise UnreadableInput(f"lines 1, 2: expected 0..2 and {GAMES}, got {player} and {games}")
    return player


def read_turn(reader: LineReader, match: Match) -> None:
    """Writes a turn's seven lines into `match`. Raises UnreadableInput for a wrong line, after all
    lines are read and without a change.
    """
    lines = [reader.line() for _ in range(PLAYERS + GAMES)]
    first = reader.number - len(lines) + 1
    medals, runs = [], []
    for player in range(PLAYERS):
        what = f"line {first + player}: points and 12 medals"
        medals += parse_integers(lines[player], 1 + GAMES * MEDALS, what)[1:]
        if min(medals) < 0 or max(medals) > TURNS:
            raise UnreadableInput(f"{what}: expected medals of 0..{TURNS}")
    for game in range(GAMES):
        word, _, rest = lines[PLAYERS + game].strip().partition(" ")
        where = f"line {first + PLAYERS + game}: gpu and seven registers"
        runs.append((word, parse_integers(rest, 7, where)))
        if word != GAME_OVER and not re.fullmatch(FORMS[game], word):
            raise UnreadableInput(f"{where}: expected {FORMS[game][:30]}, got {word[:40]!r}")
        if not is_possible(game, word, runs[-1][1]):
            raise UnreadableInput(f"{where}: out of range, got {rest[:60]!r}")
    for index, count in enumerate(medals):
        match.medals[index] = count
    for game, (word, registers) in enumerate(runs):
        put_run(match, game, word, registers)


def is_possible(game: int, word: str, registers: list[int]) -> bool:
    """Returns True if these registers can occur in a mini-game."""
    low, high, lowest, highest = RANGES[game]
    is_timed = game != SKATING or word == GAME_OVER or 1 <= registers[6] <= GLIDE_TURNS
    is_in_range = all(low <= value <= high for value in registers[:PLAYERS])
    later = registers[PLAYERS : 2 * PLAYERS]
    return is_timed and is_in_range and all(lowest <= value <= highest for value in later)


def put_run(match: Match, game: int, word: str, registers: list[int]) -> None:
    """Writes gpu and registers of a mini-game into the match; a run that is over keeps its code."""
    run = match.runs[game]
    run.phase = OVER if word == GAME_OVER else RUNNING
    run.left = 0
    if run.phase == RUNNING:
        run.code = code_of(game, word)
        run.left = registers[6] if game == SKATING else len(word)
    for player in range(PLAYERS):
        pair = registers[player : PLAYERS + player + 1 : PLAYERS]
        if game == ARCHERY:  # x0 y0 x1 y1 x2 y2
            pair = registers[2 * player : 2 * player + 2]
        run.first[player], run.second[player] = pair


def code_of(game: int, word: str) -> int:
    """Returns a gpu in the form of Run.code."""
    if game == HURDLES:
        return pack([int(mark == "#") for mark in word], 1)
    if game == ARCHERY:
        return pack([int(digit) for digit in word], 4)
    if game == SKATING:
        return ORDER_IDS[word]
    return pack([LETTERS.index(letter) for letter in word], 2)
