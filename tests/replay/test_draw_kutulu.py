"""What the picture of a known state of Kutulu must show, and what its events tell."""

import pytest

from bots.kutulu.paths import PLAYERS
from contests.kutulu.draw import CELL, KutuluPainter
from contests.kutulu.referee import KutuluReferee

ROWS = ["#######", "#S...S#", "#####.#", "#Sw.US#", "#######"]
CONFIG = {
    "rows": ROWS,
    "rng_after_init": 1,
    "sanity_loss_lonely": 6,
    "sanity_loss_group": 1,
    "wanderer_spawn_time": 4,
    "wanderer_life_time": 30,
}


@pytest.fixture
def painter():
    """Of a maze with explorers 0, 1 above, 2, 3 below, joined at the right side."""
    referee = KutuluReferee.from_config(CONFIG, "0", PLAYERS)
    made = KutuluPainter(referee)
    list(made.frame())
    return made


def play(painter, *orders):
    """One turn: orders by seat, None for no answer, WAIT for those not named."""
    said = [*orders, *["WAIT"] * (painter.referee.players - len(orders))]
    seats = painter.referee.seats()
    painter.referee.apply({seat: [said[seat]] if said[seat] else [] for seat in seats})
    return [*painter.frame()], [*painter.events()]


def discs(frame, colour):
    """The cells with a disc of that colour, as x and y in the maze."""
    found = {
        (one[1] // CELL, one[2] // CELL) for one in frame if one[0] == "c" and one[4] == colour
    }
    return sorted(found)


def cells(painter):
    """The words of the table."""
    return [word for row in painter.table() for word in row]


def words(frame):
    return [one[3] for one in frame if one[0] == "t"]


def test_a_light_shines_on_cells_within_five_steps_on_foot(painter):
    frame, _ = play(painter, "LIGHT")
    assert discs(frame, "warm/35") == [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2)]
    frame, _ = play(painter)
    assert discs(frame, "warm/35") == []


def test_a_plan_has_the_colour_of_its_caster_and_reaches_two_steps(painter):
    frame, _ = play(painter, "WAIT", "PLAN")
    assert discs(frame, "p1/35") == [(3, 1), (4, 1), (5, 1), (5, 2), (5, 3)]
    assert painter.table()[1][3:5] == ["1", "3"]


def test_a_yell_that_catches_somebody_is_shown_and_is_an_event(painter):
    frame, events = play(painter, "WAIT", "DOWN")
    assert events == [] and "stuck" not in cells(painter)
    frame, events = play(painter, "WAIT", "WAIT", "WAIT", "YELL")
    assert events == [(3, "yells, stuck: 1")]
    assert cells(painter).count("stuck") == 1
    assert discs(frame, "bad/30") == [(4, 3), (5, 2), (5, 3)]


def test_a_wanderer_that_spawns_is_faint_and_tells_its_turns(painter):
    frame, _ = play(painter)
    ghosts = [one for one in frame if one[0] == "p" and one[3] == "ink/50"]
    assert len(ghosts) == 1
    assert frame[frame.index(ghosts[0]) + 1][3] == "3"
    for _ in range(3):
        frame, _ = play(painter)
    assert not [one for one in frame if one[0] == "p" and one[3] == "ink/50"]
    assert [one for one in frame if one[0] == "p" and one[2] == "ink/85"]


def test_a_shelter_shows_its_charge_and_resting_there_is_an_event(painter):
    painter.referee.world.energy[0], painter.referee.world.turn = 10, 60
    painter = KutuluPainter(painter.referee)
    frame, events = play(painter, "WAIT", "WAIT", "WAIT", "LEFT")
    assert events == [(3, "rests in a shelter")]
    assert "9" in words(frame)
    assert play(painter)[1] == []


def test_who_gives_no_answer_is_put_out_and_loses_his_sanity(painter):
    frame, events = play(painter, None)
    assert events == [(0, "is put out")]
    assert {"out", "fault"} <= {*cells(painter)}
    assert painter.scores() == [0.0, 249.0, 244.0, 249.0]
    assert play(painter)[1] == []


def test_sanity_and_its_change_stand_in_the_table(painter):
    play(painter)
    play(painter, "RIGHT")  # now 0 and 2 are alone, 1 and 3 are not
    assert [row[1:3] for row in painter.table()] == [["243", "-6"], ["248", "-1"]] * 2


def test_the_maze_takes_most_of_the_picture_and_minions_counts_are_large(painter):
    """Cards took half of the picture, and the counts had 8 units of a cell's 20."""
    maze = CELL * len(ROWS) * CELL * len(ROWS[0])
    assert maze > 0.7 * painter.width * painter.height
    frame, _ = play(painter)
    assert {one[4] for one in frame if one[0] == "t" and one[3] == "3"} == {12}


def test_a_frame_drawn_twice_is_the_same(painter):
    frame, _ = play(painter, "RIGHT", "PLAN")
    assert [*painter.frame()] == frame


def test_spooks_are_told_whenever_one_was_needed_to_lose_so_much(golden):
    match = golden("kutulu")
    referee = KutuluReferee.rebuild(match)["config"]
    assert isinstance(referee, KutuluReferee)
    painter = KutuluPainter(referee)
    count = 0
    for turn in match.turns:
        before = painter.scores()
        alone = len(referee.seats()) == 1
        referee.apply(turn.outputs)
        lost = [old - new for old, new in zip(before, painter.scores(), strict=True)]
        spooked = {seat for seat, text in painter.events() if "is spooked" in text}
        count += len(spooked)
        if not alone:
            assert {seat for seat in range(PLAYERS) if lost[seat] > 6} <= spooked
        assert all(lost[seat] > 0 for seat in spooked)
    assert count > 30


def test_everybody_is_told_to_be_out_with_the_score_of_the_match(golden):
    match = golden("kutulu")
    painter = KutuluPainter(KutuluReferee.rebuild(match)["config"])  # type: ignore[arg-type]
    ends = {}
    for turn in match.turns:
        painter.referee.apply(turn.outputs)
        ends.update({seat: text for seat, text in painter.events() if "out" in text})
    scores = enumerate(match.result.scores)
    assert ends == {seat: f"is out with score {score:g}" for seat, score in scores}
