"""Makes the report of a study: one document, and one self-contained page that shows it."""

from pathlib import Path
from typing import Any

from optuna.trial import FrozenTrial, TrialState

from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.plots.pages import rendered
from botsmith.tuning import charts
from botsmith.tuning.confirm import sentence
from botsmith.tuning.study import Study

TEMPLATE = Path(__file__).with_name("page.html")


def trial_json(trial: FrozenTrial) -> dict[str, Any]:
    """Returns one entry of `trials`."""
    state = "pruned" if trial.state == TrialState.PRUNED else "complete"
    about = {"number": trial.number, "state": state, "is_start": trial.user_attrs["is_start"]}
    return {**about, **trial.user_attrs["result"], "values": dict(trial.user_attrs["values"])}


def study_json(study: Study, about: dict[str, Any]) -> dict[str, Any]:
    """Returns the document that `tune --json` prints. about: its first entries, on the games
    played
    """
    best = study.best()
    return {
        **about,
        "study": study.inner.study_name,
        "ranges": [single.as_json() for single in study.ranges],
        "trials": [trial_json(trial) for trial in study.trials()],
        "best": None if best is None else trial_json(best),
        "importance": study.importance(),
        "without_effect": study.without_effect or [],
    }


def page(study: Study, document: dict[str, Any]) -> str:
    """Returns the page as HTML."""
    best, shares = document["best"]["number"], document["importance"]
    trials = [{**trial, "is_best": trial["number"] == best} for trial in document["trials"]]
    confirmation = document["confirm"]
    ranked = sorted(study.ranges, key=lambda single: -shares.get(single.name, 0.0))
    return rendered(
        TEMPLATE,
        f"tuning {document['bot']}",
        document=document,
        engine=engine_word(EngineTurns(**document["best"]["engine"])),
        history=charts.history(trials),
        importance=charts.importance(shares) if shares else None,
        landscapes=[(single, charts.landscape(single, trials)) for single in ranked],
        ranges=study.ranges,
        verdict="no confirmation was played" if not confirmation else sentence(confirmation),
        is_better=bool(confirmation) and confirmation["verdict"] == "better",
        pruned=sum(trial["state"] == "pruned" for trial in trials),
    )
