"""A policy by imitation: who plays, what is learned, and how a training goes on."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from botsmith.cli.app import main
from botsmith.training.environment import find_environment
from botsmith.training.imitate import ImitateLearner, ImitateSettings
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import PpoSettings
from botsmith.training.rollout import best
from botsmith.training.turns import FORBIDDEN
from tests.training import toys
from tests.training.killed import kill_at, network_after
from tests.training.toy import environment

toy: Any = environment
LITTLE = ImitateSettings(
    samples=6000, lanes=16, turns=8, hidden=(16, 8), part=64, window=1500, uses=8.0
)


def trained(folder, settings=LITTLE, points=99):
    """The bytes of the network after so many points, or at the end."""
    return network_after(PolicyRun(toys.PACKAGE, folder, settings, lambda *_: None), points)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def learner(tmp_path):
    chosen = find_environment(toys.PACKAGE)
    settings = replace(LITTLE, hidden=(32, 16), window=4000)
    build_library(chosen, settings.lanes, tmp_path / "kernels.so")
    matches = Matches(chosen, settings.lanes, tmp_path / "kernels.so", settings.seed)
    return ImitateLearner(chosen, settings, matches)


def test_one_seed_gives_one_network_and_one_that_was_killed_goes_on_to_it(whole, tmp_path):
    kill_at(PolicyRun, __name__, tmp_path / "killed", "batch-00004.npz")
    assert trained(tmp_path / "killed") == whole
    assert trained(tmp_path / "other", replace(LITTLE, seed=2), points=25) != whole
    files = sorted((tmp_path / "killed").glob("batch-*.npz"))
    sizes = [len(np.load(file)["values"]) for file in files]
    assert sum(sizes) >= LITTLE.window > sum(sizes[1:]), "older ones are gone"


def test_ppo_may_begin_with_its_network(tmp_path):
    trained(tmp_path / "taught", points=1)
    settings = PpoSettings(samples=2000, lanes=16, turns=8, part=64, hidden=LITTLE.hidden)
    place = tmp_path / "on", settings, lambda *_: None
    next(PolicyRun(toys.PACKAGE, *place, start=tmp_path / "taught").train_to_end())
    with np.load(tmp_path / "taught" / "state.npz") as state:
        assert np.array_equal(np.load(tmp_path / "on" / "past-0000.npy"), state["weights"])


def test_each_side_meets_the_teacher_and_itself(learner):
    sides = [[lane * 2 in learner.own, lane * 2 + 1 in learner.own] for lane in range(4)]
    assert sides == [[True, True], [True, True], [True, False], [False, True]]


def test_it_learns_what_the_teacher_plays_where_that_is_allowed(learner):
    for _ in range(40):
        figures = learner.step()
    samples = learner.added
    assert (samples.policies == FORBIDDEN).any()
    assert np.maximum(samples.policies, 0.0).sum(axis=1) == pytest.approx(1.0)
    assert figures["kl"] < 0.1
    matches = learner.matches
    inputs = np.ones((len(samples.inputs[:32]), toy.INPUTS + 1), np.float32)
    masks = np.zeros((len(inputs), toy.MOVES), np.float32)
    right = []
    for _ in range(20):
        matches.write_inputs(inputs, masks)
        matches.teach(1)
        chances = matches.chances.reshape(len(inputs), -1)
        moves = best(learner.network.outputs(inputs)[:-1], masks)
        right += (chances[np.arange(len(moves)), moves] == chances.max(axis=1)).tolist()
        matches.moves[:] = moves.reshape(matches.moves.shape)
        matches.play()
    assert np.mean(right) > 0.95


def test_a_policy_by_imitation_from_the_command_line(toy_project, capsys):
    words = "train policy toy --method imitate --samples 2k --lanes 16 --turns 8 --hidden 16"
    assert main(words.split()) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("point 1: ") and "against the point before" in said[0]
    assert "targets differ by" in said[0] and "value error" not in said[0]
    page = (toy_project / ".botsmith" / "policy" / "toy" / "REPORT.html").read_text()
    assert "train policy toy --method imitate --samples 2k --hidden 16 --lanes 16" in page
    assert "kl" in page and "value error" not in page
