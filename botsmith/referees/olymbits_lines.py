"""What the referee of Olymbits writes and reads: the other side of the bot's protocol."""

import re

from bots.olymbits.minigames import PLAYERS
from bots.olymbits.protocol import GAME_OVER, WORDS
from bots.olymbits.rules import GAMES, MEDALS, OVER, Match, points

# A message is free, but ends where Java sees the end of a line.
ANSWER = re.compile(
    r"(UP|DOWN|LEFT|RIGHT)(\s+[^\n\r\u0085\u2028\u2029]*)?", re.ASCII | re.IGNORECASE
)


class InvalidAnswer(ValueError):
    """An output line that the rules do not allow."""


def parse_answer(line: str) -> int:
    """An output line as an action, else InvalidAnswer."""
    match = ANSWER.fullmatch(line)
    if match is None:
        raise InvalidAnswer(f"expected UP, DOWN, LEFT or RIGHT, got {line[:60]!r}")
    return WORDS.index(match[1].upper())


def format_start(player: int) -> list[str]:
    """The lines that a player gets once."""
    return [str(player), str(GAMES)]


def format_score(match: Match, player: int) -> str:
    """Points and medals of a player."""
    first = player * GAMES * MEDALS
    medals = [match.medals[first + index] for index in range(GAMES * MEDALS)]
    return " ".join(map(str, [points(match, player), *medals]))


def format_turn(match: Match, texts: list[str]) -> list[str]:
    """The seven lines of a turn. texts: track, winds, order and goals as they are now."""
    hurdles, archery = match.hurdles, match.archery
    skating, diving = match.skating, match.diving
    cursors = [at for player in range(PLAYERS) for at in (archery.x[player], archery.y[player])]
    registers: list[list[int]] = [
        [*hurdles.position, *hurdles.stun, 0],  # type: ignore[misc]
        [*cursors, 0],
        [*skating.distance, *skating.risk, skating.left],  # type: ignore[misc]
        [*diving.points, *diving.combo, 0],  # type: ignore[misc]
    ]
    lines = [format_score(match, player) for player in range(PLAYERS)]
    phases = (hurdles.phase, archery.phase, skating.phase, diving.phase)
    for game in range(GAMES):
        word = GAME_OVER if phases[game] == OVER else texts[game]
        lines.append(" ".join(map(str, [word, *registers[game]])))
    return lines
