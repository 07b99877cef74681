"""A policy's training: its result after whatever ended it; its command and its page."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from botsmith.cli.app import main
from botsmith.errors import BadInput
from botsmith.setup import try_lock
from botsmith.training import matches, steps
from botsmith.training.policy_run import PolicyRun, state_of
from botsmith.training.ppo import PpoSettings
from tests.training import toys
from tests.training.killed import kill_at, network_after

SEARCH, IMITATE = (["csb", "--method", method] for method in ("search", "imitate"))
LITTLE = PpoSettings(samples=12_000, lanes=16, turns=8, part=64, hidden=(16, 8))


def trained(folder, settings=LITTLE, points=99, jobs=1):
    """The bytes of the network after so many points, or at the end."""
    run = PolicyRun(toys.PACKAGE, folder, settings, lambda *_: None, jobs=jobs)
    return network_after(run, points)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("whole"))


def test_killed_anywhere_it_goes_on_to_the_same_network(whole, tmp_path):
    kill_at(PolicyRun, __name__, tmp_path, "past-0003.npy")
    state = state_of(tmp_path)
    assert state is not None and state[0]["batches"] > 0
    assert trained(tmp_path) == whole


def test_threads_change_nothing_for_a_small_network(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(matches, "SLOW", 0.0)  # threads play, however quick they are
    assert trained(tmp_path, jobs=3) == whole


@pytest.mark.campaign
def test_a_large_network_is_the_same_by_jax_again_and_near_numpys(tmp_path, monkeypatch):
    large = replace(LITTLE, samples=2_000, hidden=(128, 128), part=200)
    trained(tmp_path / "second", large, points=2, jobs=2)  # and it goes on
    first, second = (trained(tmp_path / name, large, jobs=2) for name in ("first", "second"))
    monkeypatch.setattr(steps, "LARGE", 10**9)
    numpys = trained(tmp_path / "numpy", large)
    one, other = (toys.layers_of(tmp_path / name)[0] for name in ("first", "numpy"))
    assert first == second != numpys and np.allclose(one, other, atol=0.02)


def test_it_begins_with_the_network_of_another_training(tmp_path):
    trained(tmp_path / "first", points=2)
    run = PolicyRun(
        toys.PACKAGE, tmp_path / "next", LITTLE, lambda *_: None, start=tmp_path / "first"
    )
    next(run.train_to_end())
    state = state_of(tmp_path / "first")
    assert state is not None
    assert np.array_equal(np.load(tmp_path / "next" / "past-0000.npy"), state[1]["weights"])
    with pytest.raises(BadInput, match=r"--start .*: its network is another one, \[19, 16, 8, 11"):
        other = replace(LITTLE, hidden=(8,))
        run = PolicyRun(
            toys.PACKAGE, tmp_path / "x", other, lambda *_: None, start=tmp_path / "first"
        )
        next(run.train_to_end())
    with pytest.raises(BadInput, match="holds no training of a policy"):
        run = PolicyRun(toys.PACKAGE, tmp_path / "y", LITTLE, lambda *_: None, start=tmp_path)
        next(run.train_to_end())


def test_a_folder_holds_one_training(tmp_path):
    trained(tmp_path, points=1)
    with pytest.raises(BadInput, match=r"holds another training \(seed 1\)"):
        trained(tmp_path, replace(LITTLE, seed=2))
    with (tmp_path / "lock").open("a") as lock:
        assert try_lock(lock.fileno())
        with pytest.raises(BadInput, match="another `train` is at work"):
            trained(tmp_path)
    (tmp_path / "state.npz").write_bytes(b"damaged")
    with pytest.raises(BadInput, match=r"state\.npz: "):
        trained(tmp_path)


def test_the_example_of_the_page_learns(tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "policies.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    imports = (
        "from common.kernel import Numbers, kernel, record\nfrom common.rng import Dice, draw\n"
    )
    package = tmp_path / "walk_of_the_page"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "environment.py").write_text(imports + code)
    assert len(code.splitlines()) <= 60
    monkeypatch.syspath_prepend(tmp_path)
    settings = PpoSettings(samples=40_000, lanes=64, turns=32, part=256, hidden=(16,))
    run = PolicyRun(package.name, tmp_path / "out", settings, lambda *_: None)
    *_, last = run.train_to_end()
    assert last["exam"]["terms"]["home"] == 1.0
    assert last["exam"]["match_turns"] < 35.0  # the way is 32.8 on average


def test_a_policy_from_the_command_line(toy_project, capsys):
    words = "train policy toy --samples 4k --lanes 16 --turns 8 --hidden 16".split()
    assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("point 1: ") and "against the point before" in said[-1]
    page = (toy_project / ".botsmith" / "policy" / "toy" / "REPORT.html").read_text()
    assert "<title>policy of toy</title>" in page
    assert "train policy toy --samples 4k --hidden 16 --lanes 16 --turns 8<" in page
    for name in ("Term won", "entropy", "clip fraction", "value error"):
        assert name in page
    assert str(toy_project) not in page
    assert main(words) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "no contests/nothing/environment.py"),
        (["csb", "--samples", "many"], "--samples many: expected a count such as 300k"),
        (["csb", "--hidden", "64,0"], "--hidden 64,0: expected counts such as 64,64"),
        (["csb", "--entropy", "-1"], "--entropy -1: expected 0..1"),
        (["csb", "--past", "1"], "--past 1: expected at least 0, below 1"),
        (["csb", "--past", "0.6", "--spar", "0.5"], "--spar 0.5: more than all matches"),
        (["csb", "--spar", "0.1"], "--spar 0.1: contests.csb.environment has no SPARRING"),
        (["csb", "--rivals", "best"], "--rivals best: expected even or hard"),
        (["csb", "--rounding", "2"], "--rounding 2: expected 0..1"),
        (["csb", "--environment", "no"], "no contests/csb/no.py"),
        (["csb", "--method", "luck"], "--method luck: expected ppo, search or imitate"),
        (["csb", "--games", "7"], "--games 7: --method ppo has no use for it"),
        ([*SEARCH, "--entropy", "0.5"], "--entropy 0.5: --method search has no use"),
        ([*SEARCH, "--rate", "2"], "--rate 2: expected more than 0, at most 1"),
        ([*SEARCH, "--uses", "0"], "--uses 0: expected more than 0"),
        ([*SEARCH, "--hidden", "30"], "--hidden 30: a bot has multiples of 4, such as 32"),
        ([*SEARCH, "--jobs", "0"], "--jobs 0: expected at least 1"),
        (SEARCH, "ACTORS = 1: `--method search` is for 2"),
        ([*IMITATE, "--entropy", "0.5"], "--entropy 0.5: --method imitate has no use for it"),
        ([*IMITATE, "--iterations", "0"], "--iterations 0: expected at least 1"),
        (IMITATE, "environment.py: no teach, which `--method imitate` needs"),
    ],
)
def test_bad_input_is_one_line(words, said, capsys):
    assert main(["train", "policy", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
