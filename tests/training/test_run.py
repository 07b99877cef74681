"""A training from nothing to a good network, and after whatever ended it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.setup import try_lock
from botsmith.training import run as training
from botsmith.training.run import Run, Settings, command_of
from botsmith.training.weights import read_weights
from tests.training import toys
from tests.training.killed import kill_at

SETTINGS = Settings(
    jobs=2,
    games=400,
    chunk=50,
    iterations=8,
    opening=6,
    early=9,
    slack=0.3,
    visits=3,
    batch=256,
    steps=400,
    rate=0.01,
    gate_games=20,
    gate_opening=2,
)
LITTLE = replace(SETTINGS, jobs=1, games=100, steps=60, gate_games=8)
GENERATIONS = 2


def quiet(*words: object) -> None:
    """Nobody listens."""


def weights_of(run: Run, generation: int) -> Any:
    """The numbers that a generation made."""
    weights = read_weights(run.path(generation, "weights.txt"))
    return weights.values, weights.scale


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder with some generations."""
    run = Run(toys.PACKAGE, tmp_path_factory.mktemp("trained"), SETTINGS, quiet, GENERATIONS)
    assert len(list(run.train_to_end())) == GENERATIONS
    return run


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """One small generation, which nothing has disturbed."""
    run = Run(toys.PACKAGE, tmp_path_factory.mktemp("small"), LITTLE, quiet, 1)
    list(run.train_to_end())
    return run


@pytest.mark.long
def test_a_network_learns_to_play_from_games_against_itself(trained):
    best = read_weights(trained.path(trained.best(), "weights.txt"))
    nothing = read_weights(trained.path(0, "weights.txt"))
    assert toys.share_of_good_answers(nothing) < 0.85
    assert toys.share_of_good_answers(best) > 0.93


@pytest.mark.long
def test_a_trained_network_with_a_small_search_never_loses(trained):
    memory = toys.memory_of(read_weights(trained.path(trained.best(), "weights.txt")))
    assert toys.losses(memory, iterations=50, seat=0) == toys.losses(memory, 50, 1) == 0


@pytest.mark.long
def test_a_generation_is_told_in_full(trained):
    first, second = trained.records()
    assert first["player"] == 0 and first["games"] == 400
    assert first["samples"] > 2000 and second["trained_on"] > first["trained_on"]
    assert first["held_out"] > 100
    assert sum(count for _, _, count in first["calibration"]) > 50
    assert first["curve"][-1][0] == first["steps"] >= 400
    assert first["loss"] < first["curve"][0][1]
    assert second["gate_games"] == 20 and second["against"] in (0, 1)
    assert json.loads(json.dumps(first)) == first


@pytest.mark.long
def test_nothing_is_done_twice(trained):
    before = {path: path.stat().st_mtime_ns for path in trained.folder.rglob("*.*")}
    again = Run(toys.PACKAGE, trained.folder, SETTINGS, quiet, GENERATIONS)
    assert list(again.train_to_end()) == []
    assert {path: path.stat().st_mtime_ns for path in trained.folder.rglob("*.*")} == before


@pytest.mark.campaign
@pytest.mark.parametrize("awaited", ["samples/0001-0000.npz", "0001.weights.txt"])
def test_a_killed_training_goes_on_to_the_same_network(small, tmp_path, awaited):
    kill_at(Run, __name__, tmp_path, awaited, "1")
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "samples").glob("0*.npz")}
    run = Run(toys.PACKAGE, tmp_path, LITTLE, quiet, 1)
    list(run.train_to_end())
    (record,) = run.records()
    assert kept == {path: path.stat().st_mtime_ns for path in kept} != {}
    assert weights_of(run, 1) == weights_of(small, 1)
    assert record["score"] == small.records()[0]["score"]


def test_training_that_is_cut_off_goes_on_from_its_draft(small, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "SAVE_SECONDS", 0.0)
    steps = []

    def stop(name: str, unit: str, done: int, total: int) -> None:
        if name.endswith("training"):
            steps.append(done)
            if len(steps) == 30:
                raise KeyboardInterrupt

    run = Run(toys.PACKAGE, tmp_path, LITTLE, stop, 1)
    with pytest.raises(KeyboardInterrupt):
        list(run.train_to_end())
    assert not run.path(1, "weights.txt").exists()
    again = Run(toys.PACKAGE, tmp_path, LITTLE, stop, 1)
    list(again.train_to_end())
    assert steps[:30] == [*range(1, 31)] and steps[30] == 30
    assert weights_of(again, 1) == weights_of(small, 1)
    assert again.records()[0]["curve"] == small.records()[0]["curve"]


def test_the_games_of_another_training_can_be_trained_on(small, tmp_path):
    run = Run(toys.PACKAGE, tmp_path / "new", replace(LITTLE, bits=6), quiet, 1, small.folder)
    (record,) = run.train_to_end()
    assert record["games"] == 100 and record["played_now"] == 0
    assert record["trained_on"] == small.records()[0]["trained_on"]
    assert len(run.chunks(1)) == len(small.chunks(1)) == 2
    with pytest.raises(BadInput, match="no samples there"):
        list(Run(toys.PACKAGE, tmp_path / "other", LITTLE, quiet, 1, tmp_path).train_to_end())


def test_a_generation_that_loses_does_not_play_on(small, tmp_path, monkeypatch):
    run = Run(toys.PACKAGE, tmp_path, LITTLE, quiet, 1)
    lost = {"is_best": False, "generation": 2}
    won = {"is_best": True, "generation": 1}
    for record in (won, lost):
        run.path(record["generation"], "json").write_text(json.dumps(record))
    assert run.best() == 1
    assert len(run.records()) == 2


def test_the_command_names_what_is_not_the_default():
    command = command_of("bots.uttt", Settings(games=10, jobs=7, bits=6))
    assert command == "train uttt --bits 6 --games 10"


def test_a_folder_of_another_training_is_refused(small):
    with pytest.raises(BadInput, match=r"holds another training \(bits 8\)"):
        Run(toys.PACKAGE, small.folder, replace(LITTLE, bits=6), quiet, 1)


def test_two_trainings_do_not_share_a_folder(tmp_path):
    first = Run(toys.PACKAGE, tmp_path, LITTLE, quiet, 1)
    with (tmp_path / "lock").open("a") as lock:
        assert try_lock(lock.fileno())
        with pytest.raises(BadInput, match="another `train` is at work"):
            next(first.train_to_end())


def test_what_is_wrong_in_a_thread_is_one_line(tmp_path):
    run = Run(toys.PACKAGE, tmp_path, LITTLE, quiet, 1)
    run.path(0, "weights.txt").write_text("damaged")
    with pytest.raises(BadInput, match=r"0000\.weights\.txt: no weights"):
        list(run.train_to_end())
