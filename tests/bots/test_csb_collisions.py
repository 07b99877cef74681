"""Collisions in Coders Strike Back: docs/games/csb.md, Rules."""

from math import sqrt

import pytest
from hypothesis import given, strategies as st

from bots.csb.rules import PAIRS, SHIELD_TURNS, Pod, bounce, first_hit, hit_time
from tests.bots.csb_table import Table, play_race, races


@pytest.mark.parametrize("text", races("collisions"))
def test_collisions_by_hand(text):
    play_race(text)


def test_the_time_of_the_first_hit_is_kept_with_its_pair():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1500.0, 0.0, vx=-1000.0)
    race = table.referee.race
    pair = first_hit(race, 1.0)
    assert PAIRS[pair] == (2, 0)
    assert race.wait == hit_time(race.pods[2], race.pods[0]) == 0.35
    assert first_hit(race, 0.25) == -1


COORDINATE = st.integers(-2000, 2000).map(float)
SPEED = st.integers(-1500, 1500).map(float)
SHIELDS = st.integers(0, SHIELD_TURNS)


@st.composite
def pods(draw) -> Pod:
    """A pod somewhere near (0, 0) with any speed and shield counter."""
    pod = Pod()
    pod.x, pod.y, pod.vx, pod.vy = (draw(kind) for kind in (COORDINATE, COORDINATE, SPEED, SPEED))
    pod.shield = draw(SHIELDS)
    return pod


@given(pods(), pods())
def test_a_bounce_keeps_the_momentum_and_sends_the_pods_apart(a, b):
    if (a.x, a.y) == (b.x, b.y):
        b.x += 1.0
    masses = [10.0 if pod.shield == SHIELD_TURNS else 1.0 for pod in (a, b)]
    before = [masses[0] * a.vx + masses[1] * b.vx, masses[0] * a.vy + masses[1] * b.vy]
    bounce(a, b)
    after = [masses[0] * a.vx + masses[1] * b.vx, masses[0] * a.vy + masses[1] * b.vy]
    assert after == pytest.approx(before, abs=1e-6)
    nx, ny = b.x - a.x, b.y - a.y
    distance = sqrt(nx * nx + ny * ny)
    assert distance > 800.0
    parting = (nx * (b.vx - a.vx) + ny * (b.vy - a.vy)) / distance
    assert parting > 119.9 * (1.0 / masses[0] + 1.0 / masses[1])
