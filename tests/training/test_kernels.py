"""Games of a network against itself: what is noted, in C and in CPython."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from botsmith.errors import BadInput
from botsmith.training.contest import find_contest
from botsmith.training.kernels import Plan, bind
from botsmith.training.library import filled
from botsmith.training.player import Player, build_library
from botsmith.training.run import Settings
from botsmith.training.samples import form_of, join, read_chunk, write_chunk
from botsmith.training.tasks import play_match
from common.engine import Engine
from common.kernel import assign
from common.rng import make_dice
from tests.training import toys
from tests.training.toy import rules, search_network

PLAN = Settings(iterations=5, opening=2, early=3, slack=0.5, extra=3, visits=2)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "kernels.so"
    build_library(find_contest(toys.PACKAGE), path)
    return path


@pytest.fixture
def player(library):
    made = Player(find_contest(toys.PACKAGE), library, filled(Plan, PLAN))
    made.set_weights(toys.some_weights(1))
    return made


def marks_of(states):
    """The marks of samples: a State is three numbers of 64 bits."""
    return [tuple(map(int, row[:2])) for row in states.view(np.int64)]


def test_samples_are_positions_from_the_view_of_who_moves(player):
    player.seed(1)
    samples = join([player.play_game(number) for number in range(200)])
    ends = np.abs(samples.values) == 1.0
    assert 20 < ends.sum() < len(samples) - 20
    for marks, value in zip(marks_of(samples.states[ends]), samples.values[ends], strict=True):
        assert toys.solved(marks) == value
    assert set(samples.results) == {-1, 0, 1}
    assert 0.2 < samples.is_played.mean() < 0.9
    assert (samples.visits[~samples.is_played & ~ends] >= PLAN.visits).all()


def test_the_result_of_a_game_is_told_from_both_sides(player):
    player.seed(2)
    for number in range(40):
        game = player.play_game(number)
        played = game.is_played
        movers = np.array([sum(marks).bit_count() % 2 for marks in marks_of(game.states[played])])
        first_results = game.results[played] * (1 - 2 * movers)
        assert len(set(first_results)) == 1
        assert set(game.games) == {number}


def test_the_last_position_played_has_the_result_as_its_value(player):
    player.seed(3)
    for number in range(40):
        game = player.play_game(number)
        last = np.flatnonzero(game.is_played)[-1]
        if abs(game.values[last]) == 1.0:
            assert game.results[last] == game.values[last]


def test_c_and_cpython_play_the_same_games(player):
    kernels = bind(find_contest(toys.PACKAGE))
    pure: Engine[Any] = Engine(kernels.work)
    weights = toys.some_weights(1)
    made = find_contest(toys.PACKAGE).network.make_weights(weights.values, weights.scale)
    assign(pure.memory.weights, made)
    pure.call(kernels.take_weights)
    assign(pure.memory.plan, filled(Plan, PLAN))
    assign(pure.memory.dice, make_dice(7))
    player.seed(7)
    for number in range(5):
        game = player.play_game(number)
        pure.call(kernels.play_game)
        memory = pure.memory
        assert memory.used == len(game) > 0
        assert [np.float32(value) for value in memory.values[: memory.used]] == list(game.values)
        assert [tuple(s.marks) for s in memory.states[: memory.used]] == marks_of(game.states)


def test_a_seed_plays_the_same_games_again(player):
    games = []
    for seed in (4, 5, 4):
        player.seed(seed)
        games.append(join([player.play_game(number) for number in range(3)]).states.tobytes())
    assert games[0] == games[2] != games[1]


def test_inputs_are_packed_lowest_first(player):
    player.seed(1)
    states = join([player.play_game(number) for number in range(400)]).states
    assert len(states) > 2048
    bits = np.unpackbits(player.inputs_of(states), axis=1, bitorder="little")
    list_inputs = find_contest(toys.PACKAGE).network.list_inputs
    for marks, row in zip(marks_of(states), bits, strict=True):
        places = [0] * 19
        count = list_inputs(toys.position(marks), places)
        assert sorted(np.flatnonzero(row)) == sorted(places[:count])
    assert player.inputs_of(states[:0]).shape == (0, bits.shape[1] // 8)


def test_more_search_wins_matches(library):
    contest = find_contest(toys.PACKAGE)
    deep = Player(contest, library, filled(Plan, replace(PLAN, iterations=400)))
    shallow = Player(contest, library, filled(Plan, replace(PLAN, iterations=1)))
    for one in (deep, shallow):
        one.set_weights(toys.some_weights(1))
    scores = [play_match([deep, shallow], seed, 1, seat) for seed in range(40) for seat in (0, 1)]
    assert sum(scores) / 80 > 0.6
    lost = toys.solved((0, 0))  # nobody who searches to the end loses from a drawn opening
    assert lost == 0 and min(scores) >= 0.5


def test_chunks_come_back_as_they_were(player, tmp_path):
    player.seed(1)
    samples = join([player.play_game(number) for number in range(3)])
    form = form_of(rules.State)
    write_chunk(tmp_path / "one.npz", samples, {"form": form})
    found, about = read_chunk(tmp_path / "one.npz", form)
    assert about == {"form": form}
    for field in ("states", "values", "results", "is_played", "visits", "games"):
        assert (getattr(found, field) == getattr(samples, field)).all()
    assert [path.name for path in tmp_path.iterdir()] == ["one.npz"]


def test_a_damaged_chunk_is_told(player, tmp_path):
    player.seed(1)
    path, form = tmp_path / "one.npz", form_of(rules.State)
    write_chunk(path, player.play_game(0), {"form": form})
    with pytest.raises(BadInput, match="another State"):
        read_chunk(path, form + 1)
    whole = path.read_bytes()
    for damaged in (whole[:-30], whole[: len(whole) // 2], b""):
        path.write_bytes(damaged)
        with pytest.raises(BadInput, match=r"one\.npz: .*; remove it to have it played anew"):
            read_chunk(path, form)


def test_the_toy_search_sees_a_win_at_once():
    memory = search_network.Memory()
    memory.setting.weights.scale = 1.0
    assign(memory.start, toys.position((0b000000011, 0b000011000)))
    search_network.begin(memory, -1, -1)
    assert not search_network.think(memory, 500)
    assert -memory.tree.value[memory.tree.root] > 1.0
