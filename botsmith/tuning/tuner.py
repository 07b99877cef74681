"""The loop of `tune`: trial after trial until enough of them are finished."""

from collections.abc import Callable
from functools import partial

from optuna.trial import FrozenTrial

from botsmith.tuning.study import Study
from botsmith.tuning.trial import Games, Play, run_trial

Told = Callable[[FrozenTrial], None]


def tune(
    study: Study,
    games: Games,
    play: Play,
    trials: int,
    confidence: float,
    is_alone: bool,
    told: Told,
) -> None:
    """Plays until the study has `trials` finished trials besides the start values.

    is_alone: the start values are the only opponent, so their score is known to be one half. told:
    called with every finished trial. A trial that an exception ends is failed, and tried again.
    """
    if is_alone and not study.trials():
        study.add_start(games.seeds)
    while len(study.trials()) <= trials:
        trial, values = study.ask(is_start=not study.trials())
        try:
            judge = partial(study.judge, trial, level=confidence)
            result = run_trial(games, values, play, judge, confidence)
        except BaseException:
            study.fail(trial)
            raise
        study.tell(trial, result)
        told(study.trials()[-1])
