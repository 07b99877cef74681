"""The page of a training: its numbers, and that it asks for nothing."""

import re

import pytest

from botsmith.training.report import MOST_ELO, elo_of, ladder, page


def record(generation, against, score, is_best=True, **settings):
    """What a generation was."""
    return {
        "generation": generation, "settings": {"games": 3000, **settings},
        "player": against, "games": 3000,
        "samples": 700_000, "play_seconds": 100.0, "played_now": 3000, "trained_on": 600_000,
        "steps": 500, "train_seconds": 20.0, "curve": [[250, 0.69], [500, 0.65]], "loss": 0.65,
        "held_out_loss": 0.66, "held_out": 5000, "against": against, "gate_games": 100,
        "calibration": [[-0.5, -0.4, 400], [0.0, 0.1, 3], [0.9, 1.0, 30]], "score": score,
        "interval": (score - 0.05, min(1.0, score + 0.05)), "verdict": "better",
        "is_best": is_best,
    }  # fmt: skip


RECORDS = [record(1, 0, 1.0), record(2, 1, 0.4, False), record(3, 1, 0.76, games=6000)]


def test_elo_grows_from_the_generation_that_was_played_against():
    ratings = ladder(RECORDS)
    assert [round(elo) for elo, _, _ in ratings] == [0, 800, 730, 1000]
    assert all(low <= elo <= high for elo, low, high in ratings)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.0, -MOST_ELO), (1.0, MOST_ELO)])
def test_elo_of_a_score(score, elo):
    assert elo_of(score) == pytest.approx(elo)


def test_the_page_shows_every_generation_and_runs_nothing():
    text = re.sub(r"\s+", " ", page("bots.toy", RECORDS))
    assert "default-src 'none'" in text
    assert not re.search(r"<script|https?:|style=|<link|<img|@import|url\(", text)
    assert "<code>python -m botsmith train toy --games 6000</code>" in text
    assert "<title>training toy</title>" in text
    assert "9,000 games, 2,100,000 samples" in text and "generation 3 is the best" in text
    assert text.count("<title>generation ") == 4 + 3  # Elo and losses held out
    assert text.count(" positions</title>") == 2  # a dot of three positions says nothing
    assert text.count('<tr class="lost">') == 2  # of each half of the table
    assert "<td>games</td><td>6000</td>" in text  # those of before stand in the command lines


def test_names_are_escaped():
    text = page("bots.<script>", RECORDS)
    assert "<script" not in text and "training &lt;script&gt;" in text


def test_the_page_is_readable_on_a_phone_and_in_the_dark(tab, complaints, tmp_path):
    (tmp_path / "REPORT.html").write_text(page("bots.toy", RECORDS))
    for width, scheme in ((1280, "light"), (390, "dark")):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=scheme)
        tab.goto((tmp_path / "REPORT.html").as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        paper, ink = tab.evaluate(
            "[getComputedStyle(document.body).backgroundColor,"
            " getComputedStyle(document.body).color]"
        )
        assert (sum(map(int, re.findall(r"\d+", paper))) > 384) == (scheme == "light") and ink
        assert tab.locator("svg.plot").count() == 3
        assert complaints == []


def test_one_generation_that_lost_is_a_page_too():
    assert "no generation has won yet" in page("bots.toy", [record(1, 0, 0.0, False)])


def test_few_games_give_words_in_place_of_an_empty_plot():
    few = {**record(1, 0, 0.5), "calibration": [[0.0, 0.1, 3]], "curve": [[5, 0.7]]}
    text = page("bots.toy", [few])
    assert "No value was held by 20 positions yet" in text
    assert text.count("<svg") < page("bots.toy", RECORDS).count("<svg")
    assert "<title>step 5: 0.7000</title>" in text, "a line of one point shows nothing"
