"""Connect-4 on a small board by self-play, against what alpha-beta knows."""

from random import Random

import pytest

from botsmith.compiler.compile import native_engine
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import PpoSettings
from botsmith.training.turns_learn import SearchSettings
from common.engine import Engine
from common.kernel import assign
from tests.training import toys
from tests.training.connect import environment, search, solved
from tests.training.connect.positions import match_of, share_of_good_moves

PACKAGE = "tests.training.connect"
BY_PPO = PpoSettings(
    samples=14_000_000,
    hidden=(128, 64),
    turns=32,
    epochs=3,
    part=512,
    rate=3e-3,
    discount=1.0,
    smoothing=0.8,
    entropy=0.08,
    last_entropy=0.005,
    most=1.0,
    past=0.1,
)
BY_SEARCH = SearchSettings(samples=3_000_000, hidden=(128, 64))
QUICK = SearchSettings(samples=40_000, games=512, hidden=(128, 64), lanes=128)
KERNELS = (search.begin, search.think, search.answer)


def plain(stones):
    """What a position is worth, by looking at everything."""
    if solved.has_four(stones[1]):
        return -1
    if (stones[0] | stones[1]).bit_count() == environment.CELLS:
        return 0
    return max(-plain(solved.after(stones, column)) for column in solved.columns(stones))


def late_positions(count, stones, seed=1):
    """Positions with so many stones or more, of `count` after random moves."""
    return [p for p in solved.some_positions(count, seed) if (p[0] | p[1]).bit_count() >= stones]


def test_the_solver_and_the_kernels_play_by_the_same_rules():
    dice = Random(2)
    late = late_positions(150, 13)
    assert len(late) > 20
    for stones in late:
        assert solved.worth(stones) == plain(stones)
        match, column = match_of(stones), dice.choice(solved.columns(stones))
        mover = match.count % 2
        wins = environment.fours(stones[0]) & ~(stones[0] | stones[1])
        dropped = 1 << column * environment.COLUMN + environment.height_of(match, column)
        has_won = environment.drop(match, column)
        after = solved.after(stones, column)
        assert (match.stones[1 - mover], match.stones[mover]) == after
        assert has_won == solved.has_four(after[1]) == (wins & dropped != 0)


@pytest.mark.campaign
def test_a_trained_network_plays_and_a_search_with_it_plays_better(tmp_path):
    """The same in C and CPython; the first answer is the policy's."""
    run = PolicyRun(PACKAGE, tmp_path, QUICK, lambda *_: None)
    *_, _ = run.train_to_end()
    positions = late_positions(700, 9)
    assert share_of_good_moves(toys.layers_of(tmp_path), positions) > 0.75  # chance: 0.65
    memory = search.Memory()
    memory.network = search.make_network(run.weights())
    native = native_engine(search.Memory, KERNELS)
    native.load("network", memory.network)
    python: Engine[search.Memory] = Engine(search.Memory)
    assign(python.memory.network, memory.network)
    found = {}
    for count, some in ((1, positions), (400, positions), (20, positions[:6])):
        answers = [answer_of(native, stones, count) for stones in some]
        good = [a in solved.good_columns(p) for a, p in zip(answers, some, strict=True)]
        found[count] = sum(good) / len(good)
        wanted = [answer_of(python, stones, count) for stones in some[:6]] if count < 400 else []
        assert answers[: len(wanted)] == wanted
    assert found[1] > 0.75 and found[400] > 0.97


def answer_of(engine, stones, count):
    """The move after so many iterations."""
    engine.load("start", match_of(stones))
    engine.call(search.begin)
    engine.call(search.think, count)
    return engine.call(search.answer)


@pytest.fixture(scope="module")
def positions():
    """2,000 after random moves, and those of them that are not lost; chance finds 63 and 53 %."""
    found = solved.some_positions(2000, 1)
    return found, [stones for stones in found if solved.worth(stones) >= 0]


@pytest.mark.campaign
@pytest.mark.parametrize("settings", [BY_PPO, BY_SEARCH])
def test_from_nothing_to_perfect_moves_in_95_percent(tmp_path, positions, settings):
    """Five minutes of two cores are 600 s of a processor."""
    *_, last = PolicyRun(PACKAGE, tmp_path, settings, lambda *_: None).train_to_end()
    shares = [share_of_good_moves(toys.layers_of(tmp_path), some) for some in positions]
    print(f"{shares[0]:.1%} of all, {shares[1]:.1%} of those not lost, {last['processor']:.0f} s")
    assert min(shares) >= 0.95 and last["processor"] < 600.0
