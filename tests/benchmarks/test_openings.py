"""benchmarks/openings.py plays both games of a seed from the same random opening."""

from benchmarks.openings import BOTS, Opened, Series
from benchmarks.selfplay import random_answers
from botsmith.arena.bots import find_bots
from botsmith.arena.league import each_pairing
from botsmith.arena.match import Conditions

TURNS = 4


def test_both_games_of_a_seed_begin_with_the_same_random_moves():
    bots = find_bots(["uttt_mcts", "uttt_alphabeta"], "uttt")
    series = Series()
    openings = []
    for pairing in each_pairing(BOTS, 2, 5):
        seated = [bots[number] for number in pairing.order]
        play = Opened("uttt", seated, pairing, TURNS, Conditions("none", 10))
        match = play.run()
        assert match.extra["errors"] == []
        openings.append([turn.outputs for turn in match.turns[:TURNS]])
        series.add(pairing, play)
    assert openings[0] == openings[1]
    mine, theirs = random_answers("uttt", 5, BOTS, TURNS)
    assert openings[0] == [{0: mine[0]}, {1: theirs[0]}, {0: mine[1]}, {1: theirs[1]}]
    assert sum(series.results.values()) == 2
    first, *rest = series.told(bots).splitlines()
    assert first.startswith("uttt_mcts of 2 games: ")
    assert [line.split(",")[0] for line in rest] == [f"{bot.name}: 0 late turns" for bot in bots]
