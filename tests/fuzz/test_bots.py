"""Broken input, a few hundred turns a game: a bot answers something, or ends with one clear line.

The campaign feeds each bot a million: docs/fuzzing.md.
"""

import pytest

from tests.fuzz.campaign import INPUTS, Count, contests, dice_for, golden_matches, no_hang
from tests.fuzz.players import MAKERS, Fed, Recorded

FEW: dict[str, int | None] = {"stratego": 6}  # golden matches that the short version reads
A_BOT = 400  # inputs of one bot, which plays on with what it made of them
STARTS = 2  # the last of them, broken first lines
ANSWER_SHARE = 40  # of so many turns one is also answered


def feed(game: str, count: int, most: int | None) -> Count:
    """Broken turns for bots of one game; some are answered too."""
    dice = dice_for(game, "bots")
    everything = Recorded.all_of(golden_matches(game, most))
    found = Count(f"{game} bot")
    while found.total < count:
        fed = Fed(game, dice.choice(everything), dice)
        with no_hang() as shown:
            for number in range(min(A_BOT, count - found.total)):
                shown.text = fed
                try:
                    found.add(feed_once(fed, number))
                except Exception as error:
                    raise AssertionError(f"{fed.read_lines!r:.3000}") from error
    return found


def feed_once(fed: Fed, number: int) -> str:
    """One input and what came of it."""
    if number >= A_BOT - STARTS and fed.recorded.start:
        return fed.start()
    return fed.answer() if number % ANSWER_SHARE == 0 else fed.read()


@pytest.mark.parametrize("game", contests(MAKERS))
def test_a_bot_answers_or_ends_in_one_line_whatever_it_is_told(game: str) -> None:
    assert feed(game, A_BOT, FEW.get(game, 2)).total == A_BOT


@pytest.mark.campaign
@pytest.mark.parametrize("game", contests(MAKERS))
def test_a_bot_answers_or_ends_in_one_line_a_million_times(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = feed(game, INPUTS, None)
    assert found.total == INPUTS
    with capsys.disabled():
        print("", found.report(), sep="\n")
