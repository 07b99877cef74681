"""The page of a study: self-contained, harmless, and readable on a phone and in the dark."""

import re

import pytest

from botsmith.errors import BadInput
from botsmith.replay.output import write_report
from botsmith.tuning.confirm import is_confirmed, sentence
from botsmith.tuning.report import page, study_json
from botsmith.tuning.study import open_study
from tests.board.looks import brightness, faults
from tests.spread import spread
from tests.tuning.toys import SPEC, ranges, run_toy

MARKUP = "</p><script>document.title = 'broken'</script><b onclick='x'>"
CONFIRM = {
    "verdict": "better", "llr": 3.2, "games": 120, "bounds": [-3.06, 3.06], "elo0": 0.0,
    "elo1": 30.0, "alpha": 0.05, "beta": 0.05, "score": 0.625, "interval": [0.54, 0.703],
    "superiority": 0.9971, "confidence": 0.95, "seed": 5, "warnings": [],
}  # fmt: skip
ABOUT = {
    "bot": MARKUP, "game": "toy", "seed": 1, "games_per_trial": 20,
    "pool": [MARKUP], "time_rule": "none", "iterations": 7, "confidence": 0.95,
    "confirm": CONFIRM, "applied": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A page of a toy's study, as a file, and its document."""
    folder = tmp_path_factory.mktemp("report")
    with open_study(folder / "a.db", "toy", SPEC, ranges(), False) as study:
        run_toy(study, 7)
        document = study_json(study, ABOUT)
        file = folder / "page.html"
        write_report(file, page(study, document))
        with pytest.raises(BadInput, match="--report"):
            write_report(folder / "no" / "page.html", page(study, document))
        assert page(study, {**document, "confirm": None, "importance": {}})
    return file, document


def test_it_asks_for_nothing_and_runs_nothing(made):
    text = made[0].read_text()
    assert "default-src 'none'" in text
    assert not re.search(r"<script|https?:|style=|<link|<img|@import|url\(", text)
    assert "&lt;script&gt;" in text


def test_every_trial_and_every_parameter_is_drawn(made):
    file, document = made
    text = file.read_text()
    assert len(document["trials"]) == 8
    assert text.count('r="4"><title>') + text.count('r="6"><title>') == 8 * (1 + 4)
    assert text.count('class="best" cx') == 1 + 4  # the history, the landscapes
    for name in ("aim", "noise", "depth", "brave"):
        assert f"score against {name}" in text


def test_the_certainty_is_told_plainly(made):
    said = sentence(CONFIRM)
    assert said == (
        "confirmation: the best values are better than the start: score 62.5% [95%: 54.0% 70.3%]"
        " in 120 new games, likelihood of being better 99.7%; sprt of 30 against 0 Elo:"
        " llr +3.20 of -3.06 .. +3.06, 5% for either mistake"
    )
    assert said in made[0].read_text()
    assert is_confirmed(CONFIRM)
    for verdict in ("undecided", "not better", "refused"):
        assert not is_confirmed({**CONFIRM, "verdict": verdict})
        assert "confirmation: the best values are better" not in sentence(
            {**CONFIRM, "verdict": verdict}
        )


@pytest.mark.parametrize(("width", "scheme"), spread([390, 1280], ["light", "dark"]))
def test_a_browser_has_nothing_to_complain_of(made, tab, complaints, width, scheme):
    tab.set_viewport_size({"width": width, "height": 700})
    tab.emulate_media(color_scheme=scheme)
    tab.goto(made[0].as_uri())
    assert faults(tab) == []
    background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (brightness(background) < 0.1) is (scheme == "dark")
    assert tab.evaluate("getComputedStyle(document.querySelector('.half')).stroke") != "none"
    assert tab.title() == f"tuning {MARKUP}"
    assert complaints == []
