"""What `tune` says while it plays, of a toy: trials, games of this one, rate and time left."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from botsmith.cli import progress, tune
from botsmith.tuning.study import open_study
from botsmith.tuning.trial import Games
from tests.tuning.toys import SEEDS, SPEC, ranges, toy_play

PLAY = toy_play()


@contextmanager
def opened(bots: Any) -> Iterator[Any]:
    """A pool whose first bot is the values that it plays with."""
    yield SimpleNamespace(run=lambda jobs: PLAY(bots[0], jobs))


def test_it_tells_trials_games_rate_and_time_left(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
    monkeypatch.setattr(tune, "probe", lambda _task, _study: None)  # plays games of its own
    task: Any = SimpleNamespace(
        games=Games(seats=2, pool=1, seeds=SEEDS, seed=1),
        workshop=SimpleNamespace(name="toy", build=lambda values, _name: values),
        runner=SimpleNamespace(open=opened),
        pool=[],
        confidence=0.95,
        is_alone=True,
    )
    wish: Any = SimpleNamespace(trials=2, as_json=False)
    with open_study(tmp_path / "a.db", "toy", SPEC, ranges(), False) as study:
        tune.search(task, study, wish)
        finished = study.trials()
    out, err = capsys.readouterr()
    assert [line.split(":")[0] for line in out.splitlines()] == [
        f"trial {number:>3}" for number in (1, 2)
    ]
    lines = err.splitlines()
    assert len(lines) == sum(trial.user_attrs["result"]["games"] for trial in finished)
    assert re.fullmatch(
        r"tune toy: 0 of 2 trials, [\d.,]+/(s|min|h), .* left, 1 of 20 games of this one", lines[0]
    )
    assert lines[19].startswith("tune toy: 1 of 2 trials, "), "the first one is never pruned"
