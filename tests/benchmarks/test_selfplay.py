"""benchmarks/selfplay.py plays what `league` plays."""

import shutil

import pytest

from benchmarks.selfplay import ROOT, Bot, play_series, random_answers
from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.workers import play_one
from botsmith.errors import BadInput

ITERATIONS = 12


def test_a_series_in_one_process_has_the_results_of_matches_of_processes(require):
    require("gcc")
    names = ["jointmcts", "vote", "onegame"]
    texts = [f"{names[0]}@{ITERATIONS}", *names[1:]]
    entrants = play_series("olymbits", texts, games=2, seed=7)
    conditions = Conditions("none", ITERATIONS)
    for rotation in range(2):
        order = [(seat - rotation) % 3 for seat in range(3)]
        bots = find_bots([names[number] for number in order], "olymbits")
        match = play_one("olymbits", bots, 7, rotation, conditions)
        for seat, number in enumerate(order):
            assert entrants[number].scores[rotation] == match.result.scores[seat]


@pytest.mark.campaign
def test_a_game_that_asks_for_a_setup_is_played_too(require):
    require("gcc")
    entrants = play_series("stratego", ["botzilla@12", "walk"], games=2, seed=7)
    for rotation in range(2):
        order = [rotation, 1 - rotation]
        bots = find_bots([("botzilla", "walk")[number] for number in order], "stratego")
        match = play_one("stratego", bots, 7, rotation, Conditions("none", ITERATIONS))
        for seat, number in enumerate(order):
            assert entrants[number].scores[rotation] == match.result.scores[seat]


@pytest.mark.campaign
def test_a_bot_of_another_checkout_plays_its_own_modules(require, tmp_path):
    require("gcc")
    for part in ("bots", "common"):
        shutil.copytree(ROOT / part, tmp_path / part)
    params = tmp_path / "bots" / "stratego" / "params.py"
    text = params.read_text(encoding="ascii")
    params.write_text(text.replace("exploration: float = 0.1", "exploration: float = 5.0"))
    entrants = play_series(
        "stratego", ["bot@12", f"{tmp_path}/bot@12"], 1, 3, config={"max_turns": 30}
    )
    players = [entrant.player for entrant in entrants]
    found = [player.bot.params.exploration for player in players if isinstance(player, Bot)]
    assert found == [0.1, 5.0]


def test_random_plays_and_the_same_for_a_seed():
    one, other = (play_series("uttt", ["random"] * 2, games=2, seed=3)[0] for _ in range(2))
    assert one.scores == other.scores


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
        ("olymbits", "/nowhere/bot", "/nowhere"),
    ],
)
def test_what_cannot_play_is_refused_in_a_line(require, game, text, word):
    require("gcc")
    with pytest.raises(BadInput, match=word):
        play_series(game, [text, text], games=1, seed=1)


def test_random_openings_belong_to_the_seed_and_bots_know_them(require, capsys):
    require("gcc")
    one, other = (random_answers("uttt", seed, seats=2, turns=5) for seed in (3, 4))
    assert one == random_answers("uttt", 3, seats=2, turns=5) != other
    assert [len(answers) for answers in one] == [3, 2]
    play_series("uttt", ["alphabeta@20", "mcts@20"], games=2, seed=3, opening=5)
    assert capsys.readouterr().err == "", "no bot has to mend its view of the game"


def test_a_baseline_plays_no_opening(require):
    require("gcc")
    with pytest.raises(BadInput, match="greedy is a baseline"):
        play_series("uttt", ["alphabeta@20", "greedy"], games=1, seed=1, opening=2)
