"""Writes and reads the lines of the referee of Olymbits: the other side of the bot's protocol."""

import re

from bots.olymbits.minigames import PLAYERS
from bots.olymbits.protocol import GAME_OVER, WORDS
from bots.olymbits.rules import ARCHERY, GAMES, MEDALS, OVER, SKATING, Match, score_in
from botsmith.referees.answers import matched

# A message is free, but ends where Java sees the end of a line. `++`: a hostile bot's 10,000 blanks
# are looked at once.
ANSWER = re.compile(
    r"(UP|DOWN|LEFT|RIGHT)(\s++[^\n\r\u0085\u2028\u2029]*)?", re.ASCII | re.IGNORECASE
)


def parse_answer(line: str) -> int:
    """Returns an output line as an action. Raises InvalidAnswer for a line of another form."""
    return WORDS.index(matched(line, ANSWER, "UP, DOWN, LEFT or RIGHT")[1].upper())


def points(match: Match, player: int) -> int:
    """Returns the product of a player's points over the mini-games, which decides the match."""
    product = 1
    for game in range(GAMES):
        product *= score_in(match, player, game)
    return product


def format_score(match: Match, player: int) -> str:
    """Returns points and medals of a player, as a line."""
    first = player * GAMES * MEDALS
    medals = match.medals[first : first + GAMES * MEDALS]
    return " ".join(map(str, [points(match, player), *medals]))


def format_turn(match: Match, texts: list[str]) -> list[str]:
    """Returns the seven lines of a turn. texts: track, winds, order and goals of the present
    runs.
    """
    lines = [format_score(match, player) for player in range(PLAYERS)]
    for game in range(GAMES):
        run = match.runs[game]
        word = GAME_OVER if run.phase == OVER else texts[game]
        registers = [*run.first, *run.second]
        if game == ARCHERY:
            registers = [at for cursor in zip(run.first, run.second, strict=True) for at in cursor]
        last = run.left if game == SKATING else 0
        lines.append(" ".join(map(str, [word, *registers, last])))
    return lines
