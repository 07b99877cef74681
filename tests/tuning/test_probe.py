"""Parameters that change no game are found, at both ends of their range, and named."""

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace

import pytest

from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.played import Job, Outcome
from botsmith.arena.matches.runner import Runner
from botsmith.arena.store.record import encode_match
from botsmith.bundle.parameters import Number
from botsmith.cli import tune
from botsmith.errors import BadInput
from botsmith.referees.base import Match, Result, Turn
from botsmith.tuning.probe import ends_of, without_effect
from botsmith.tuning.space import read_ranges
from botsmith.tuning.trial import Games
from tests.tuning.toys import PARAMS, played, ranges


def build(values: Mapping[str, Number]) -> PackedBot:
    """A bot whose content is its values."""
    whole = {one.name: one.start for one in read_ranges(PARAMS, ["turn_ms", *NAMES])}
    return PackedBot("trial", (), repr({**whole, **values}))


NAMES = [one.name for one in ranges()]


def play(bots: Sequence[PackedBot], jobs: Iterator[Job]) -> Iterator[Outcome]:
    """A game of one turn: `aim` is played as it is, of `depth` whether it is above 8."""
    for job in reversed(list(jobs)):
        outputs = {}
        for seat, bot in enumerate(job.order):
            values = eval(bots[bot].content_hash)
            outputs[seat] = [str(values["aim"]), str(values["depth"] > 8)]
        match = Match("toy", "", "1", 2, {}, {}, [Turn({}, outputs, None)], Result([], [], "over"))
        match.result = Result([0.0] * 2, [1, 1], "over")
        match.extra = {"stderr": {}}
        yield Outcome(played(job, [1, 1]).played, encode_match(match))


@pytest.mark.parametrize(("is_timed", "found"), [(True, []), (False, ["turn_ms"])])
def test_who_changes_nothing_is_named_and_the_clock_where_it_decides_nothing(is_timed, found):
    spaces = read_ranges(PARAMS, ["turn_ms", *NAMES])
    names = without_effect(spaces, is_timed, 2, 1, build, play)
    assert names == ["noise", "brave", *found]


def test_both_ends_of_a_range_are_tried():
    by_name = {one.name: one for one in ranges()}
    found = [ends_of(by_name[name]) for name in ("depth", "noise", "brave")]
    assert found == [[9, 1], [0.01, 5.0], [True, False]]


def asked(names: list[str], monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A study of csb's depth and speed that was asked; `names` change no game."""
    monkeypatch.setattr(tune, "without_effect", lambda *_: names)
    task = SimpleNamespace(
        runner=Runner("csb", Conditions("none", 7)),
        ranges=["depth", "speed"],
        games=Games(2, 1, 1, 1),
    )
    study = SimpleNamespace(without_effect=None)
    tune.probe(task, study)  # type: ignore[arg-type]
    return study


def test_tune_refuses_parameters_that_decide_nothing(monkeypatch):
    said = "no value of depth, speed changes a move of the game with seed 1 at 7 iterations a turn;"
    with pytest.raises(BadInput, match=said):
        asked(["depth", "speed"], monkeypatch)


def test_tune_names_those_that_decide_nothing_among_others(monkeypatch, capsys):
    assert asked(["speed"], monkeypatch).without_effect == ["speed"]
    assert capsys.readouterr().err.startswith("botsmith: no value of speed changes a move of the")
    assert asked([], monkeypatch).without_effect == []
    assert capsys.readouterr().err == ""
