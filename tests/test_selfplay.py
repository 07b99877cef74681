"""benchmarks/selfplay.py plays what `league` plays."""

import pytest

from benchmarks.selfplay import play_series
from botsmith.arena.bots import find_bots
from botsmith.arena.match import Setting
from botsmith.arena.series import play_one
from botsmith.errors import BadInput

ITERATIONS = 12


def test_a_series_in_one_process_has_the_results_of_matches_of_processes(require):
    require("gcc")
    names = ["jointmcts", "vote", "onegame"]
    texts = [f"{names[0]}@{ITERATIONS}", *names[1:]]
    entrants = play_series("olymbits", texts, games=2, seed=7)
    setting = Setting("none", ITERATIONS)
    for rotation in range(2):
        order = [(seat - rotation) % 3 for seat in range(3)]
        bots = find_bots([names[number] for number in order], "olymbits")
        match = play_one("olymbits", bots, 7, rotation, setting)
        for seat, number in enumerate(order):
            assert entrants[number].scores[rotation] == match.result.scores[seat]


def test_parameters_change_what_a_bot_plays(require):
    require("gcc")
    same = play_series("olymbits", ["bot@12", "vote", "vote"], games=1, seed=3)
    other = play_series("olymbits", ["bot@12:need=0,haste=0", "vote", "vote"], games=1, seed=3)
    assert same[0].scores != other[0].scores


@pytest.mark.parametrize(
    ("game", "text", "word"),
    [
        ("olymbits", "bot:speed=3", "speed"),
        ("olymbits", "nobody", "nobody"),
        ("stratego", "bot", "before the first turn"),
    ],
)
def test_what_cannot_play_is_refused_in_a_line(require, game, text, word):
    require("gcc")
    with pytest.raises(BadInput, match=word):
        play_series(game, [text, text], games=1, seed=1)
