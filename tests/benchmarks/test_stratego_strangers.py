"""Set-ups of other players: legal for both seats; two releases play them in both seats."""

import pytest

from benchmarks.stratego_strangers import ROOT, drawn_setup, play_matches
from bots.stratego.rules import EACH, SETUP_ROWS, SUPPLY, place_of


def test_a_drawn_set_up_is_legal_and_the_same_for_a_seed_and_seat():
    found = set()
    for seed in range(30):
        for seat in (0, 1):
            pieces = drawn_setup(seed, seat)
            assert pieces == drawn_setup(seed, seat)
            assert sorted(rank for rank, _ in pieces) == sorted(SUPPLY)
            assert len({cell for _, cell in pieces}) == EACH
            assert all(place_of(cell)[1] in SETUP_ROWS[seat] for _, cell in pieces)
            found.add(tuple(sorted(pieces)))
    assert len(found) > 20


@pytest.mark.campaign
def test_a_release_against_itself_gets_half_of_the_points(require):
    require("gcc")
    one, other = play_matches(ROOT, games=2, seed=3, iterations=30)
    assert one.first.games == other.first.games == 2
    assert one.first.total + other.first.total == 2.0
