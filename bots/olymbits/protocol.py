"""What an Olymbits bot reads and writes; the referee has the other side."""

from bots.olymbits.minigames import ACTIONS, ORDERS, PLACES, PLAYERS
from bots.olymbits.rules import (
    GAMES,
    MEDALS,
    OVER,
    RUNNING,
    Match,
    pack,
    pack_winds,
)
from common.stdio import LineReader, UnreadableInput, parse_integers

LETTERS = "UDLR"  # the actions UP, DOWN, LEFT, RIGHT
WORDS = ("UP", "DOWN", "LEFT", "RIGHT")
GAME_OVER = "GAME_OVER"
REGISTERS = 7
SCORE_NUMBERS = 1 + GAMES * MEDALS
# The rows of PLACES by their text, the action at place 0 first.
ORDER_IDS = {
    "".join(
        sorted(LETTERS, key=lambda letter: PLACES[order * ACTIONS + LETTERS.index(letter)])
    ): order
    for order in range(ORDERS)
}


def read_start(reader: LineReader) -> int:
    """The index of the own player from the lines told once, else UnreadableInput."""
    (player,) = reader.integers(1, "playerIdx")
    if not 0 <= player < PLAYERS:
        raise UnreadableInput(f"line {reader.number}: playerIdx: expected 0..2, got {player}")
    (games,) = reader.integers(1, "nbGames")
    if games != GAMES:
        raise UnreadableInput(f"line {reader.number}: nbGames: expected {GAMES}, got {games}")
    return player


def read_turn(reader: LineReader, match: Match) -> None:
    """Puts the seven lines of a turn into `match`; its turn is the caller's to count.

    All lines are read before the first complaint, which is UnreadableInput and changes nothing.
    """
    lines = [reader.line() for _ in range(PLAYERS + GAMES)]
    first = reader.number - len(lines) + 1
    medals = []
    for player in range(PLAYERS):
        what = f"line {first + player}: points and 12 medals"
        medals += parse_integers(lines[player], SCORE_NUMBERS, what)[1:]
    words, registers = [], []
    for game in range(GAMES):
        word, _, rest = lines[PLAYERS + game].strip().partition(" ")
        where = f"line {first + PLAYERS + game}"
        registers.append(parse_integers(rest, REGISTERS, f"{where}: seven registers"))
        if word != GAME_OVER and not FORMS[game](word):
            raise UnreadableInput(f"{where}: gpu: expected {NAMES[game]}, got {word[:40]!r}")
        words.append(word)
    for index, count in enumerate(medals):
        match.medals[index] = count
    put_hurdles(match, words[0], registers[0])
    put_archery(match, words[1], registers[1])
    put_skating(match, words[2], registers[2])
    put_diving(match, words[3], registers[3])


NAMES = ("a track of 30 '.' and '#'", "1 to 15 winds", "an order of UDLR", "1 to 15 of UDLR")
FORMS = (
    lambda word: len(word) == 30 and not word.strip(".#") and word[-1] == ".",
    lambda word: 0 < len(word) <= 15 and word.isascii() and word.isdigit(),
    lambda word: word in ORDER_IDS,
    lambda word: 0 < len(word) <= 15 and not word.strip(LETTERS),
)


def phase_of(word: str) -> int:
    """Whether the run is shown for the last time."""
    return OVER if word == GAME_OVER else RUNNING


def track_of(text: str) -> int:
    """A hurdle map as bits."""
    return sum(1 << cell for cell, mark in enumerate(text) if mark == "#")


def put_hurdles(match: Match, word: str, registers: list[int]) -> None:
    """gpu and registers of the race; an over race keeps no track."""
    run = match.hurdles
    run.phase = phase_of(word)
    run.track = track_of(word) if run.phase == RUNNING else 0
    for player in range(PLAYERS):
        run.position[player] = registers[player]
        run.stun[player] = registers[PLAYERS + player]


def put_archery(match: Match, word: str, registers: list[int]) -> None:
    """gpu and registers of archery."""
    run = match.archery
    run.phase = phase_of(word)
    winds = [int(digit) for digit in word] if run.phase == RUNNING else []
    run.winds = pack_winds(winds)
    run.left = len(winds)
    for player in range(PLAYERS):
        run.x[player], run.y[player] = registers[2 * player : 2 * player + 2]


def put_skating(match: Match, word: str, registers: list[int]) -> None:
    """gpu and registers of skating."""
    run = match.skating
    run.phase = phase_of(word)
    run.order = ORDER_IDS[word] if run.phase == RUNNING else 0
    run.left = registers[6]
    for player in range(PLAYERS):
        run.distance[player] = registers[player]
        run.risk[player] = registers[PLAYERS + player]


def put_diving(match: Match, word: str, registers: list[int]) -> None:
    """gpu and registers of diving."""
    run = match.diving
    run.phase = phase_of(word)
    goals = [LETTERS.index(letter) for letter in word] if run.phase == RUNNING else []
    run.goals = pack(goals, 2)
    run.left = len(goals)
    for player in range(PLAYERS):
        run.points[player] = registers[player]
        run.combo[player] = registers[PLAYERS + player]
