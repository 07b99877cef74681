"""Stores the study of `tune`: an Optuna study in SQLite that survives any end of the process.

A trial that was unfinished when the process died is marked as failed and tried again. Draws depend
only on the seed and the finished trials (complete or pruned). So at fixed work a study that was
killed ends with the same trials as one that was not.
"""

import hashlib
import sqlite3
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import optuna
from optuna.exceptions import StorageInternalError
from optuna.importance import PedAnovaImportanceEvaluator
from optuna.pruners import WilcoxonPruner
from optuna.samplers import TPESampler
from optuna.storages import RDBStorage
from optuna.trial import FrozenTrial, Trial, TrialState
from sqlalchemy.exc import SQLAlchemyError

from botsmith.arena.statistics.stats import Sample
from botsmith.arena.store.store import canonical
from botsmith.bundle.parameters import Number
from botsmith.errors import BadInput
from botsmith.setup import try_lock
from botsmith.tuning.space import Range
from botsmith.tuning.trial import Games, Play, Result, run_trial

FINISHED = (TrialState.COMPLETE, TrialState.PRUNED)
WAIT_SECONDS = 30
HOPELESS_P = 0.1  # p of Wilcoxon's signed-rank test against the best trial: below it is hopeless
FIRST_LOOK = 4  # seeds after which that test is done first; then after 8, 16, 32, ...
SLACK = 1e-9  # scores that differ by less are equal: rounding errors
LEVEL = 0.5  # the score of a bot against itself


class Study:
    """An open study.

    ranges: the parameters to tune
    seed: the seed of all random draws
    """

    def __init__(self, inner: optuna.Study, ranges: Sequence[Range], seed: int) -> None:
        self.inner = inner
        self.ranges = ranges
        self.seed = seed
        self.start: dict[str, Number] = {single.name: single.start for single in ranges}
        self.spaces = {single.name: single.distribution() for single in ranges}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            inner.pruner = WilcoxonPruner(p_threshold=HOPELESS_P)

    def trials(self) -> list[FrozenTrial]:
        """Returns the finished trials; the first one has the start values."""
        return self.inner.get_trials(deepcopy=False, states=FINISHED)

    def best(self) -> FrozenTrial | None:
        """Returns the complete trial with the highest score, the earliest of equal ones."""
        complete = [trial for trial in self.trials() if trial.state == TrialState.COMPLETE]
        return max(complete, key=lambda trial: trial.value or 0.0, default=None)

    @property
    def without_effect(self) -> list[str] | None:
        """Returns the parameters that changed no game (probe.py); None before the probe was
        played.
        """
        names: list[str] | None = self.inner.user_attrs.get("without_effect")
        return names

    @without_effect.setter
    def without_effect(self, names: list[str]) -> None:
        self.inner.set_user_attr("without_effect", names)

    def add_start(self, seeds: int) -> None:
        """Adds the start values as a finished trial without games: a bot's score against itself is
        1/2.
        """
        result = Result(LEVEL, [LEVEL, LEVEL], 0, 0, "", 0)
        self.inner.add_trial(
            optuna.trial.create_trial(
                state=TrialState.COMPLETE,
                params=self.start,
                distributions=self.spaces,
                user_attrs={"values": self.start, "result": asdict(result), "is_start": True},
                intermediate_values=dict.fromkeys(range(seeds), LEVEL),
                value=LEVEL,
            )
        )

    def ask(self, is_start: bool = False) -> tuple[Trial, dict[str, Number]]:
        """Returns a new trial and its values: the start values, or those that the sampler draws."""
        text = f"{self.seed}/{len(self.trials())}".encode()
        draw = int.from_bytes(hashlib.sha256(text).digest()[:4], "big")
        self.inner.sampler = TPESampler(seed=draw)
        waiting = self.inner.get_trials(deepcopy=False, states=(TrialState.WAITING,))
        if is_start and not waiting:
            self.inner.enqueue_trial(self.start)
        trial = self.inner.ask(fixed_distributions=self.spaces)
        drawn = {single.name: single.readable(trial.params[single.name]) for single in self.ranges}
        values = self.start if is_start else drawn
        trial.set_user_attr("values", values)
        trial.set_user_attr("is_start", is_start)
        return trial, values

    def judge(self, trial: Trial, step: int, value: float, sample: Sample, level: float) -> str:
        """Adds the value of a step. Returns words on why the trial is hopeless; "" if it is not.

        level: confidence of the interval whose upper end is compared with the best score
        """
        trial.report(value, step)
        best = self.best()
        if best is None or best.value is None:
            return ""
        _, high = sample.interval(level)
        if high < best.value - SLACK:
            return "interval"
        # scipy's exact test takes seconds for 9 to 13 seeds, and each look can be mistaken.
        is_due = step + 1 >= FIRST_LOOK and (step + 1).bit_count() == 1
        return "wilcoxon" if is_due and trial.should_prune() else ""

    def importance(self) -> dict[str, float]:
        """Returns each parameter's share, 0..1, in the differences between trials' scores; {} for
        few trials.
        """
        complete = [trial for trial in self.trials() if trial.state == TrialState.COMPLETE]
        if len(complete) < 4 or len({trial.value for trial in complete}) < 2:
            return {}
        evaluator = PedAnovaImportanceEvaluator(target_quantile=0.25)
        return optuna.importance.get_param_importances(self.inner, evaluator=evaluator)


@contextmanager
def open_study(
    path: Path, bot: str, spec: Mapping[str, Any], ranges: Sequence[Range], resume: bool
) -> Iterator[Study]:
    """Yields the study of this spec: the newest one with `resume`, if there is one, else a new one.

    spec: all settings that decide the meaning of a trial, with "seed"
    Raises BadInput for a file that is not a study, or that another process works in, and for every
    error of the file in the block.
    """
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as connection:
            query = "SELECT count(*), sum(name IN ('studies', 'trials')) FROM sqlite_master"
            tables, ours = connection.execute(query).fetchone()
            if tables and ours < 2:  # before anything is written into it
                raise BadInput(f"{path}: not made by `tune`; expected a study or a new file")
            connection.execute("PRAGMA journal_mode = WAL")
        with open(f"{path}.lock", "a", encoding="utf-8") as lock:
            if not try_lock(lock.fileno()):
                raise BadInput(f"{path}: another `tune` works in it; expected a file of its own")
            optuna.logging.set_verbosity(optuna.logging.ERROR)
            waiting = {"connect_args": {"timeout": WAIT_SECONDS}}
            storage = RDBStorage(f"sqlite:///{path.resolve()}", engine_kwargs=waiting)
            try:
                yield choose(storage, bot, spec, ranges, resume)
            finally:
                storage.remove_session()
                storage.engine.dispose()
    except (SQLAlchemyError, StorageInternalError, sqlite3.Error, OSError) as error:
        said = (str(error.__cause__ or error).splitlines() or [""])[0]
        raise BadInput(
            f"{path}: {said}; expected a path to a file of yours that `tune` made, or to none;"
            " every finished trial is kept, and --resume goes on"
        ) from None


def choose(
    storage: RDBStorage, bot: str, spec: Mapping[str, Any], ranges: Sequence[Range], resume: bool
) -> Study:
    """Returns the newest study of this spec if `resume` and there is one, else a new one."""
    text = canonical(spec)
    studies = optuna.get_all_study_summaries(storage, include_best_trial=False)
    same = [study.study_name for study in studies if study.user_attrs.get("spec") == text]
    if resume and same:
        inner = optuna.load_study(study_name=same[-1], storage=storage)
    else:
        name = f"{bot} {len(studies) + 1}"
        inner = optuna.create_study(storage=storage, study_name=name, direction="maximize")
        inner.set_user_attr("spec", text)
    for trial in inner.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
        inner.tell(trial.number, state=TrialState.FAIL)  # an earlier process left it unfinished
    return Study(inner, ranges, int(spec["seed"]))


def tune(
    study: Study, games: Games, play: Play, trials: int, confidence: float, is_alone: bool
) -> Iterator[FrozenTrial]:
    """Plays until the study has `trials` finished trials besides the start values. Yields each
    finished one.

    is_alone: True if the start values are the only opponent, so their score is known to be one half

    A trial that an exception ends is failed, and tried again.
    """
    if is_alone and not study.trials():
        study.add_start(games.seeds)
    while len(study.trials()) <= trials:
        trial, values = study.ask(is_start=not study.trials())
        try:
            judge = partial(study.judge, trial, level=confidence)
            result = run_trial(games, values, play, judge, confidence)
        except BaseException:
            study.inner.tell(trial, state=TrialState.FAIL)
            raise
        trial.set_user_attr("result", asdict(result))
        if result.hopeless:
            study.inner.tell(trial, state=TrialState.PRUNED)
        else:
            study.inner.tell(trial, result.score)
        yield study.trials()[-1]
