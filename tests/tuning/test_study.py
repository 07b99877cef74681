"""The study: it improves, prunes, and is killed and resumed without losing or repeating a trial."""

import signal
import sqlite3
import sys

import pytest
from optuna.trial import TrialState

from botsmith.arena.store.store import open_store
from botsmith.errors import BadInput
from botsmith.tuning.study import open_study, tune
from botsmith.tuning.trial import Games
from tests.commands import begin
from tests.tuning.toys import SEEDS, SPEC, figures_of, played, ranges, run_toy, toy_play

TRIALS = 9


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What a study gives that nothing disturbs."""
    path = tmp_path_factory.mktemp("toy") / "a.db"
    with open_study(path, "toy", SPEC, ranges(), False) as study:
        run_toy(study, TRIALS)
        best = study.best()
        assert best
        return figures_of(study), best.user_attrs, study.importance()


def test_it_finds_better_values(undisturbed):
    _, best, _ = undisturbed
    assert not best["is_start"]
    assert best["result"]["score"] > 0.65
    assert abs(best["values"]["aim"] - 0.7) < 0.3


def test_the_start_is_in_the_study_without_games(undisturbed):
    trials, _, _ = undisturbed
    is_pruned, values, result, _ = trials[0]
    assert (is_pruned, result["score"], result["games"]) == (False, 0.5, 0)
    assert values == {"aim": 0.1, "noise": 3.0, "depth": 2, "brave": False}
    assert len(trials) == TRIALS + 1


def test_hopeless_trials_are_cut_short(undisturbed):
    trials, best, _ = undisturbed
    pruned = [result for is_pruned, _, result, _ in trials if is_pruned]
    assert pruned and all(result["games"] < 2 * SEEDS for result in pruned)
    assert {result["hopeless"] for result in pruned} <= {"interval", "wilcoxon"}
    assert all(result["score"] < best["result"]["score"] for result in pruned)
    assert best["result"]["games"] == 2 * SEEDS


def test_the_parameter_that_matters_is_told(undisturbed):
    _, _, importance = undisturbed
    assert set(importance) == {"aim", "noise", "depth", "brave"}
    assert abs(sum(importance.values()) - 1.0) < 1e-9


def test_killed_in_the_middle_of_a_trial_it_ends_as_if_nothing_had_happened(tmp_path, undisturbed):
    path = tmp_path / "b.db"
    process = begin([sys.executable, "-m", "tests.tuning.toys", str(path), "4"])
    assert process.stdout and process.stdout.readline() == "standing still\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with open_study(path, "toy", SPEC, ranges(), True) as study:
        kept = figures_of(study)
        states = [trial.state for trial in study.inner.trials]
        assert kept == undisturbed[0][: len(kept)]
        assert len(kept) == 4
        assert states.count(TrialState.RUNNING) == 0 and states.count(TrialState.FAIL) == 1
        run_toy(study, TRIALS)
        assert figures_of(study) == undisturbed[0]
        run_toy(study, TRIALS)  # nothing is left to do
        assert figures_of(study) == undisturbed[0]


@pytest.mark.campaign
def test_a_trial_that_breaks_is_failed_and_tried_again(tmp_path, undisturbed):
    def breaking(values, jobs):
        for number, game in enumerate(toy_play()(values, jobs)):
            if number == 5:
                raise BadInput("the cluster is gone")
            yield game

    games = Games(2, 1, SEEDS, 1)
    with open_study(tmp_path / "c.db", "toy", SPEC, ranges(), False) as study:
        run_toy(study, 2)
        with pytest.raises(BadInput, match="the cluster is gone"):
            list(tune(study, games, breaking, 6, 0.95, True))
        run_toy(study, TRIALS)
        assert figures_of(study) == undisturbed[0]


def test_in_a_pool_the_start_plays_first_even_if_that_is_broken_off(tmp_path):
    def broken(values, jobs):
        raise KeyboardInterrupt

    games = Games(2, 2, SEEDS, 1)
    with open_study(tmp_path / "d.db", "toy", SPEC, ranges(), False) as study:
        with pytest.raises(KeyboardInterrupt):
            list(tune(study, games, broken, 2, 0.95, False))
        list(tune(study, games, toy_play(), 2, 0.95, False))
        trials = study.trials()
        assert [trial.user_attrs["is_start"] for trial in trials] == [True, False, False]
        assert trials[0].user_attrs["result"]["games"] == 2 * SEEDS


def test_another_spec_is_another_study(tmp_path):
    path = tmp_path / "e.db"
    with open_study(path, "toy", SPEC, ranges(), False) as study:
        run_toy(study, 1)
    with open_study(path, "toy", {**SPEC, "toy": "changed"}, ranges(), True) as study:
        assert study.trials() == []
    with open_study(path, "toy", SPEC, ranges(), True) as study:
        assert len(study.trials()) == 2
    with open_study(path, "toy", SPEC, ranges(), False) as study:
        assert study.trials() == []


def test_two_at_once_are_refused(tmp_path):
    path = tmp_path / "f.db"
    with open_study(path, "toy", SPEC, ranges(), False):
        with pytest.raises(BadInput, match="another `tune` works in it"):
            with open_study(path, "toy", SPEC, ranges(), True):
                raise AssertionError("opened twice")


def test_equals_of_a_perfect_best_are_not_cut_short(tmp_path):
    def winning(values, jobs):
        return (played(job, [1 if bot == 0 else 2 for bot in job.order]) for job in jobs)

    with open_study(tmp_path / "g.db", "toy", SPEC, ranges(), False) as study:
        list(tune(study, Games(2, 1, 4, 1), winning, 3, 0.95, True))
        assert [trial.user_attrs["result"]["hopeless"] for trial in study.trials()] == [""] * 4


def test_other_files_are_refused_and_stay_as_they_are(tmp_path):
    text, store, other = tmp_path / "text.db", tmp_path / "league.db", tmp_path / "other.db"
    text.write_text("no database at all, but long enough to be looked at as one" * 20)
    open_store(store, create=True).close()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE trials (id)")
    connection.close()
    for path in (text, store, other, tmp_path / "no" / "folder.db"):
        before = path.read_bytes() if path.exists() else None
        with pytest.raises(BadInput, match="tune"):
            with open_study(path, "toy", SPEC, ranges(), False):
                raise AssertionError("opened")
        assert (path.read_bytes() if path.exists() else None) == before
