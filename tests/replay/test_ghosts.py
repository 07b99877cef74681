"""What bots expected, as it is drawn: their lines, played on from the state that they saw."""

from math import radians
from typing import Any

import pytest

from bots.csb import rating as csb_rating
from bots.csb.rules import PODS
from bots.kutulu import search as kutulu_search
from bots.kutulu.paths import PLAYERS as EXPLORERS
from bots.olymbits.rules import ARCHERY, DIVING, HURDLES, RUNNING, SKATING
from botsmith.replay.thoughts import Considered, Thought, Unit
from common.kernel import assign, numbers
from contests.csb.draw import CsbPainter
from contests.csb.paths import expected
from contests.csb.referee import CsbReferee
from contests.kutulu import walks as kutulu_walks
from contests.kutulu.draw import CELL, KutuluPainter
from contests.kutulu.referee import KutuluReferee
from contests.kutulu.walks import worded
from contests.olymbits.draw import OlymbitsPainter
from contests.olymbits.ends import EXPECTED, Ends
from contests.olymbits.referee import OlymbitsReferee
from contests.stratego.draw import StrategoPainter
from contests.stratego.referee import SWITCHES, StrategoReferee
from contests.tororo.draw import TororoPainter
from contests.tororo.plans import planned
from contests.tororo.referee import TororoReferee
from contests.uttt.draw import UtttPainter
from contests.uttt.referee import UtttReferee
from tests.replay.test_draw_kutulu import CONFIG, words


def unit(number, *line, moves=()):
    """A unit that considered the first move of its line, or those named with their visits."""
    rows = [Considered(move, visits, 0.0) for move, visits in moves]
    return Unit(number, rows or [Considered(line[0], 9, 0.0)], list(line))


def dashed(shapes):
    return [shape for shape in shapes if shape[0] == "d"]


# ---- csb


@pytest.fixture
def race():
    """A referee some turns into a race."""
    referee = CsbReferee.from_seed(3)
    for _ in range(4):
        referee.apply({seat: ["8000 4500 100", "8000 4500 80"] for seat in range(2)})
    return referee


@pytest.mark.parametrize("seat", [0, 1])
def test_csb_paths_are_those_of_the_bot_s_own_simulation(race, seat):
    names = [move.name for move in csb_rating.MOVES]
    lines = [names[at : at + 4] for at in range(PODS)]  # every move of the bot, the shield last
    world, setting = csb_rating.World(), csb_rating.Setting()
    assign(setting.track, race.track)
    csb_rating.set_out(world, setting, race.race)
    thought = [unit((index - 2 * seat) % PODS, *lines[index]) for index in range(PODS)]
    paths = expected(race.race, race.track, seat, thought)
    moves = numbers(int, PODS)
    for turn in range(4):
        for index in range(PODS):
            moves[index] = names.index(lines[index][turn])
        csb_rating.play(world, setting, moves)
        for index in range(PODS):
            pod = world.race.pods[index]
            assert paths[index][turn + 1] == (pod.x, pod.y)


def test_csb_knows_all_moves_of_the_bot_and_no_others(race):
    every = [unit(0, move.name) for move in csb_rating.MOVES]
    assert [len(expected(race.race, race.track, 0, [one])[0]) for one in every] == [2] * len(every)
    for wrong in ("", "left", "full up", "full left left", "FULL"):
        assert len(expected(race.race, race.track, 0, [unit(0, wrong, "full")])[0]) == 1
    assert expected(race.race, race.track, 0, [unit(7, "full")]) == {}


def test_csb_before_the_first_order_pods_look_at_the_first_checkpoint():
    referee = CsbReferee.from_seed(3)
    track = referee.track
    start, after = expected(referee.race, track, 0, [unit(0, "full")])[0]
    dx, dy = after[0] - start[0], after[1] - start[1]
    goal = (track.x[1] - start[0], track.y[1] - start[1])
    assert abs(dx * goal[1] - dy * goal[0]) < radians(1) * (dx * dx + dy * dy) ** 0.5 * 20_000


def test_csb_own_paths_are_thicker_and_in_the_colour_of_their_pods(race):
    thought = Thought([unit(0, "full"), unit(2, "full")], {})
    own, rival = dashed(CsbPainter(race).ghosts(1, thought))
    assert (own[2], rival[2]) == ("p1", "p0") and own[3] > rival[3]


def test_csb_the_camera_shows_pods_whole_at_the_rim_and_beyond(race):
    painter = CsbPainter(race)
    assert painter.view() is None
    pods = race.race.pods
    for place in (
        (-5000.0, 4e3),
        (30_000.0, 4e3),
        (800.0, -9e3),
        (9e3, 60_000.0),
        (15_990.0, 8990.0),
    ):
        pods[3].x, pods[3].y = place
        view = painter.view()
        assert view is not None
        left, top, width = view
        height = width * painter.height / painter.width
        for index in range(PODS):
            assert left + 400 < pods[index].x < left + width - 400
            assert top + 400 < pods[index].y < top + height - 400


def test_csb_an_order_is_an_arrow_as_long_as_its_thrust(race):
    painter = CsbPainter(race)
    list(painter.frame())

    def arrow(order):
        painter.answers = {0: [order, "8000 4500 SHIELD"], 1: []}
        drawn: list[Any] = list(painter.frame())
        found = [s for s in drawn if s[0] == "w" and s[3] == 50]
        return [(s[1][2] - s[1][0], s[1][3] - s[1][1], s[2]) for s in found]

    assert arrow("nonsense") == [] and arrow("8000 4500 SHIELD") == []
    pod = race.race.pods[0]
    ((dx, dy, colour),) = arrow(f"{int(pod.x) + 900} {int(pod.y)} 50")
    assert (dx, round(dy, 6), colour) == (200, 0, "p0")
    ((dx, _, colour),) = arrow(f"{int(pod.x) + 900} {int(pod.y)} BOOST")
    assert (dx, colour) == (1300, "warm")


def test_csb_tells_the_end_in_words():
    referee = CsbReferee.from_seed(3)
    painter = CsbPainter(referee, ["ann", "bob"])
    assert painter.ending("finish 2") == "pod 0 of bob finishes first"
    assert painter.ending("invalid 1") == "an invalid answer of bob"
    assert painter.ending("no_output 0") == "no answer of ann"
    assert painter.ending("turn_limit") == "500 turns are over"
    assert painter.ending("timeout") == "no checkpoint for 100 turns: both players"
    referee.loser = 1
    assert painter.ending("timeout") == "no checkpoint for 100 turns: bob"
    for foreign in ("", "finish 9", "finish", "server down"):
        assert painter.ending(foreign) == foreign


# ---- kutulu


@pytest.fixture
def maze():
    """Explorers 0, 1 above, 2, 3 below, in lanes joined at the right side."""
    return KutuluPainter(KutuluReferee.from_config(CONFIG, "0", EXPLORERS))


def test_kutulu_later_words_are_numbers_of_the_moves_there(maze):
    world = maze.referee.world
    root = [("WAIT", 5), ("RIGHT", 9), ("YELL", 2)]  # the menu of a lane's left end
    assert maze._at(world.players[0].cell) == (1.5 * CELL, 1.5 * CELL)
    thought = worded(world, maze.maze, unit(0, "RIGHT", "YELL", "WAIT", moves=root))
    assert thought.line == ["RIGHT", "LEFT", "WAIT"]  # in the lane: WAIT, RIGHT, LEFT


def test_kutulu_behind_the_moves_of_the_next_turns_is_a_yell(maze):
    assert kutulu_walks.YELL_TURNS == kutulu_search.YELL_TURNS
    root = [("WAIT", 5), ("RIGHT", 9), ("YELL", 2)]
    thought = worded(maze.referee.world, maze.maze, unit(0, "RIGHT", "UP", "UP", "UP", moves=root))
    assert thought.line == ["RIGHT", "YELL", "YELL"]  # in the lane: WAIT, RIGHT, LEFT, YELL


@pytest.mark.parametrize(
    ("words", "line"),
    [("UP", []), ("WAIT WAIT UP", ["WAIT", "WAIT", "LEFT"]), ("WAIT LIGHT RIGHT", ["WAIT"])],
)
def test_kutulu_a_word_that_may_be_two_numbers_or_none_is_the_end(maze, words, line):
    said = unit(0, "RIGHT", *words.split(), moves=[("WAIT", 5), ("RIGHT", 9)])
    assert worded(maze.referee.world, maze.maze, said).line == ["RIGHT", *line]


def test_kutulu_walks_are_drawn_the_own_one_thicker(maze):
    thought = Thought([unit(0, "RIGHT"), unit(1, "WAIT"), unit(3, "LEFT"), unit(9, "UP")], {})
    walks = dashed(maze.ghosts(3, maze.worded(thought)))
    assert [walk[2] for walk in walks] == ["p0/75", "p3"] and walks[0][3] < walks[1][3]
    flat = walks[1][1]
    assert (flat[2] - flat[0], flat[3] - flat[1]) == (-CELL, 0)


def test_kutulu_who_is_stuck_stays(maze):
    maze.referee.world.players[0].stuck_until = maze.referee.world.turn + 2
    thought = Thought([unit(0, "RIGHT", "RIGHT", "RIGHT", moves=[("WAIT", 1), ("RIGHT", 1)])], {})
    assert maze.worded(thought).units[0].line == ["RIGHT", "RIGHT", "RIGHT"]
    (walk,) = dashed(maze.ghosts(0, maze.worded(thought)))
    assert walk[1][0] == walk[1][2] == walk[1][4] < walk[1][6]


# ---- tororo


def test_tororo_a_plan_has_cells_and_days():
    line = ["GROW 5", "SEED 5 8", "WAIT", "GROW 5", "WAIT", "WAIT", "COMPLETE 5"]
    assert planned(line, 3) == {5: ["grow 3", "grow 4", "finish 6"], 8: ["seed 3"]}
    assert planned(["WAIT"] * 30 + ["GROW 5"], 3) == {}
    for wrong in ("", "GROW", "GROW 37", "GROW x", "GROW -1", "DIG 5", "\u0663"):
        assert planned([wrong, "GROW 5"], 3) == {}


def test_tororo_shows_the_first_and_the_last_action_of_a_cell():
    painter = TororoPainter(TororoReferee.from_seed(1))
    line = ["GROW 5", "WAIT", "GROW 5", "WAIT", "COMPLETE 5"]
    drawn = [*painter.ghosts(1, Thought([unit(0, *line)], {}))]
    assert words(drawn) == ["grow 0", "finish 2"]
    assert [shape[2] for shape in dashed(drawn)] == ["p1"]


# ---- uttt


def test_uttt_cells_are_shaded_by_visits_and_the_line_is_numbered():
    painter = UtttPainter(UtttReferee.from_config({"league": 2}, "1", 2))
    moves = [("4 4", 600), ("0 0", 300), ("8 8", 99), ("9 9", 50), ("44", 1), ("01 1", 1)]
    thought = Thought([unit(0, "4 4", "3 3", "0 2", "x", moves=moves)], {})
    drawn = [*painter.ghosts(0, thought)]
    assert words(drawn) == ["57 %", "29 %", "9 %", "1", "2"]
    shades = [shape[5] for shape in drawn if shape[0] == "r"]
    assert shades == ["p0/70", "p0/35", "p0/12"]
    assert [shape[5] for shape in drawn if shape[0] == "c"] == ["p1", "p0"]
    league_one = UtttPainter(UtttReferee.from_config({"league": 1}, "1", 2))
    assert [*league_one.ghosts(0, thought)] == []


# ---- stratego


def test_stratego_shows_beliefs_and_the_moves_to_come():
    painter = StrategoPainter(StrategoReferee.from_config(dict(SWITCHES), "1", 2))
    line = ["Spy 1,1 1,2", "? 6,8 6,7", "Spy 1,2 1,3", "off 1,2 1,33"]
    beliefs = {"6,8": "General 40 %", "6,88": "Spy 9 %", "x": "Spy 9 %"}
    drawn = [*painter.ghosts(0, Thought([unit(0, *line)], beliefs))]
    assert words(drawn) == ["Gen? 40", "1", "2"]
    assert [shape[2] for shape in dashed(drawn)] == ["p1", "p0"]


# ---- olymbits


def test_olymbits_races_are_played_on_to_the_end_of_the_line():
    referee = OlymbitsReferee.from_seed(1)
    line = ["UP", "RIGHT", "LEFT"]
    ends = Ends(referee.match, [unit(seat, *line) for seat in range(3)])
    assert ends.turns == 3 and referee.match.turn == 0
    order = referee.texts[SKATING]
    for word in line:
        referee.apply({seat: [word] for seat in range(3)})
    for game in (HURDLES, ARCHERY, DIVING):
        for register in ("first", "second"):
            got, true = (
                getattr(match.runs[game], register) for match in (ends.match, referee.match)
            )
            assert list(got[:3]) == list(true[:3])
    first = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}[order[1]]
    skating = Ends(
        OlymbitsReferee.from_seed(1).match, [unit(seat, first, *line) for seat in range(3)]
    )
    assert skating.match.runs[SKATING].first[0] == 2 + 3 * EXPECTED


def test_olymbits_a_race_that_ends_on_the_way_has_places():
    painter = OlymbitsPainter(OlymbitsReferee.from_seed(1))
    run = painter.referee.match.runs[ARCHERY]
    run.left = 2
    thought = Thought(
        [unit(seat, *line) for seat, line in enumerate((["UP"] * 3, ["LEFT"] * 3, ["DOWN"] * 3))],
        {},
    )
    ends = Ends(painter.referee.match, thought.units)
    assert [run.phase == RUNNING for run in ends.match.runs] == [True, False, True, True]
    places = sorted(str(ends.rank(ARCHERY, seat) + 1) for seat in range(3))
    assert [word for word in words(painter.ghosts(0, thought)) if len(word) == 1] and places[
        0
    ] == "1"
    assert sorted(w for w in words(painter.ghosts(0, thought)) if w in "123") == places


def test_olymbits_a_line_ends_with_the_shortest_of_the_living():
    match = OlymbitsReferee.from_seed(1).match
    assert Ends(match, [unit(0, "UP", "UP"), unit(1, "UP")]).turns == 0
    match.is_out[2] = True
    assert Ends(match, [unit(0, "UP", "UP"), unit(1, "UP"), unit(5, "UP")]).turns == 1
