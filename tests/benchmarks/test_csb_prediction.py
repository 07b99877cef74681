"""benchmarks/csb_prediction.py: how often a search knows the rival's next orders."""

from types import SimpleNamespace

import pytest

from benchmarks import csb_prediction
from benchmarks.csb_prediction import ROLES, WHAT, measure
from botsmith.errors import BadInput


class Guesser:
    """A bot of which only the roles are read; by pod, the move that it would play."""

    class setting:
        runner = (1, 0)

    def __init__(self, *moves):
        self.engine = SimpleNamespace(memory=SimpleNamespace(forest=moves))


def test_moves_are_compared_by_pod_role_and_part(monkeypatch):
    rows = lambda moves, pod: [(moves[pod], 9, 0.5), (0, 1, 0.5)]  # noqa: E731
    monkeypatch.setattr(csb_prediction, "children", rows)
    full, full_left, coast = 0, 1, 3
    guesser, rival = Guesser(None, None, full, full_left), Guesser(coast, full_left, None, None)
    found = csb_prediction.compare(guesser, rival)
    assert found == {
        ("blocker", "move"): [0.0],
        ("blocker", "side"): [1.0],
        ("blocker", "thrust"): [0.0],
        ("runner", "move"): [1.0],
        ("runner", "side"): [1.0],
        ("runner", "thrust"): [1.0],
    }


def test_whole_races_are_counted_by_seed(require):
    require("gcc")
    samples = measure(["bot@10", "bot@10"], 2, 1)
    assert set(samples) == {(role, what) for role in ROLES for what in WHAT}
    for (role, what), sample in samples.items():
        assert sample.games == 2
        assert sample.total <= samples[role, "side"].total or what == "thrust"


def test_a_baseline_has_no_search_to_ask(require):
    require("gcc")
    with pytest.raises(BadInput, match="coast has no search"):
        measure(["bot@10", "coast"], 1, 1)
