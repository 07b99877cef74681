"""What the picture of a known state of Olymbits must show, and what its events tell."""

import pytest

from bots.olymbits.minigames import PLAYERS
from contests.olymbits.draw import LANES, TITLES, TRACK_CELL, TRACK_LEFT, OlymbitsPainter, on_field
from contests.olymbits.referee import OlymbitsReferee
from tests.replay.test_draw_kutulu import play, words

SEED = 1  # track ...#...#..., archery -6 9, winds 1618.., order RDLU, goal DRLD..


@pytest.fixture
def painter():
    made = OlymbitsPainter(OlymbitsReferee.from_seed(SEED))
    list(made.frame())
    return made


def discs(frame, colour):
    """Middles of the discs of that colour."""
    return [(one[1], one[2]) for one in frame if one[0] == "c" and one[4] == colour]


def test_runners_stand_on_their_cells_and_one_on_a_hurdle_is_stunned(painter):
    frame, events = play(painter, "RIGHT", "LEFT", "UP")
    assert events == [(0, "falls over a hurdle")]
    for seat, cell in enumerate((3, 1, 2)):
        place = (TRACK_LEFT + TRACK_CELL * (cell + 0.5), LANES[seat])
        assert place in discs(frame, f"p{seat}")
    assert words(frame).count("stun 2") == 1
    frame, events = play(painter, "LEFT", "LEFT", "UP")
    assert events == [] and words(frame).count("stun 1") == 1


def test_the_track_shows_its_hurdles(painter):
    bars = [one for one in painter.frame() if one[0] == "l" and one[5] == "wood"]
    track = painter.referee.texts[0]
    assert track.startswith("...#...#")
    cells = [index for index, sign in enumerate(track) if sign == "#"]
    assert [one[1] for one in bars] == [TRACK_LEFT + TRACK_CELL * (cell + 0.5) for cell in cells]


def test_cursors_stand_around_the_centre_with_their_way_and_the_winds_to_come(painter):
    assert {"1", "618447547991", "10.8"} <= set(words(painter.frame()))
    frame, _ = play(painter, "RIGHT", "UP", "UP")
    x, y = on_field(-5, 9)
    assert (round(x, 1), round(y, 1)) in discs(frame, "p0")
    assert "618447547991" not in words(frame) and "18447547991" in words(frame)
    assert len([one for one in frame if one[0] == "w"]) == PLAYERS


def test_cursors_on_one_spot_stand_side_by_side(painter):
    frame = [*painter.frame()]
    x, y = (round(value, 1) for value in on_field(-6, 9))
    middles = [discs(frame, f"p{seat}")[1] for seat in range(PLAYERS)]
    assert [place[1] for place in middles] == [y] * PLAYERS
    assert [round(place[0] - x) for place in middles] == [-11, 0, 11]


def test_a_skater_whose_risk_is_too_high_falls(painter):
    frame, events = play(painter, "UP", "UP", "UP")  # the riskiest: +2, and +2 for the clash
    assert "falls on the ice" not in str(events) and words(frame).count("risk 4") == PLAYERS
    order = painter.referee.texts[2]
    fast = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}[order[3]]
    frame, events = play(painter, fast, fast, fast)
    assert [one for one in events if "ice" in one[1]] == [
        (seat, "falls on the ice") for seat in range(PLAYERS)
    ]


def test_the_diving_goal_shows_who_hit_each_letter(painter):
    assert painter.history.goal == "DRLDDRLDRDDLRL"
    play(painter, "DOWN", "UP", "DOWN")
    play(painter, "RIGHT", "RIGHT", "UP")
    assert painter.history.dives == [[1, 2], [0, 1], [1, 0]]


def test_who_gives_no_answer_is_out_and_pale(painter):
    frame, events = play(painter, "UP", None, "UP")
    assert (1, "is put out") in events
    assert "out" in words(frame)
    assert len(discs(frame, "p1/45")) == 3  # on the track, the field and the rink
    assert (1, "is put out") not in play(painter, "UP", None, "UP")[1]


def test_every_run_that_ends_is_an_event_with_its_medals(golden):
    match = golden("olymbits")
    referee = OlymbitsReferee.rebuild(match)["config"]
    assert isinstance(referee, OlymbitsReferee)
    painter = OlymbitsPainter(referee)
    for turn in match.turns:
        referee.apply(turn.outputs)
        texts = [text for seat, text in painter.events() if seat is None]
        ended = [
            title for title, is_over in zip(TITLES, turn.state["over"], strict=True) if is_over
        ]
        assert [text.partition(":")[0] for text in texts] == ended
        assert words(painter.frame()).count("over") == len(ended)
        for text, ranks in zip(texts, turn.state["ranks"].values(), strict=True):
            best = ", ".join(str(seat) for seat in range(PLAYERS) if ranks[seat] == 0)
            assert f"gold {best}" in text
    assert painter.scores() == match.result.scores
