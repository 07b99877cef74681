"""Plots as SVG: everything at its place, in any width, and nothing that a policy forbids."""

import re
from pathlib import Path

from botsmith.plots import svg
from botsmith.plots.axis import Axis
from botsmith.plots.league import COLUMNS, bar_width, bars
from botsmith.plots.svg import TOP, Plot, bar, colour, interval

HOSTILE = '<script>&"'


def test_points_lie_at_percents_of_the_width_and_pixels_of_the_height() -> None:
    plot = Plot("p", Axis(0.0, 10.0), Axis(0.0, 1.0), 100)
    plot.dot(2.5, 0.75, "c0", "a dot")
    plot.upright(5.0, "limit", 0.2, 0.4)
    plot.line([(0.0, 0.0), (10.0, 1.0)], "c0")
    text = str(plot.svg())
    assert f'cx="25.00%" cy="{TOP + 25:.1f}"' in text
    assert f'x1="50.00%" x2="50.00%" y1="{TOP + 80:.1f}" y2="{TOP + 60:.1f}"' in text
    assert 'd="M0.0 1000.0L1000.0 0.0"' in text, "the stretched picture has 1000 units each way"


def test_words_are_escaped_and_no_style_stands_in_an_element() -> None:
    plot = Plot(HOSTILE, Axis(0.0, 1.0), Axis(0.0, 1.0), 100)
    plot.dot(0.5, 0.5, "c0", HOSTILE)
    plot.word(0.5, 0.5, HOSTILE, "end")
    plot.rows([0.5], [HOSTILE])
    plot.columns([0.5], [HOSTILE])
    text = str(plot.svg())
    assert text.count("&lt;script&gt;&amp;&#34;") == 5
    assert "<script>" not in text and "style=" not in text


def test_the_outermost_words_stay_within_the_width() -> None:
    plot = Plot("p", Axis(0.0, 4.0), Axis(0.0, 1.0), 100)
    plot.columns([0.0, 2.0, 4.0], ["a", "b", "c"])
    assert re.findall(r'text-anchor="(\w+)"', str(plot.svg())) == ["start", "middle", "end"]


def test_an_interval_is_a_line_around_its_mean() -> None:
    text = str(interval(0.6, (0.5, 0.8), Axis(0.0, 1.0), 0.25, "c3"))
    assert 'd="M250.0 0V18"' in text and 'd="M500.0 9H800.0"' in text and 'd="M600.0 9h.01"' in text


def test_a_bar_is_as_wide_as_its_share() -> None:
    assert re.findall(r'<rect width="([\d.]+)%"', str(bar(0.75))) == ["75.00"]


def test_bars_hold_all_turns_at_their_times() -> None:
    found = bars({-700: 2, 231: 5, 232: 1, 240: 4}, 3)
    assert sum(turns for _, _, turns in found) == 12
    assert [turns for _, _, turns in found] == [2, 6, 4]
    low, high, _ = found[1]
    assert low * (1 - 1e-9) <= 1.01**231 and 1.01**233 <= high * (1 + 1e-9)


def test_bars_are_few_however_far_times_lie_apart() -> None:
    assert bar_width([231]) == bar_width([231, 300]) == 3
    for steps in ([-700, 465], [0, 1105], range(500)):
        assert (
            len(bars(dict.fromkeys(range(min(steps), max(steps) + 1), 1), bar_width(steps))) <= 62
        )


def test_below_a_plot_stand_round_numbers() -> None:
    found = []
    for last in (144, 1000, 1040, 3):
        plot = Plot("p", Axis(0.0, last), Axis(0.0, 1.0), 100)
        plot.scale(parts=COLUMNS)
        found.append(re.findall(r">([\d,]+)</text>", str(plot.svg())))
    assert found == [
        ["0", "50", "100"],
        ["0", "200", "400", "600", "800", "1,000"],
        ["0", "500", "1,000"],
        ["0", "1", "2", "3"],
    ]


def test_colours_come_again_dashed() -> None:
    assert [colour(place) for place in (0, 7, 8, 16)] == ["c0", "c7", "c0 dashed", "c0"]
    style = Path(svg.__file__).with_name("plots.css").read_text(encoding="ascii")
    assert all(f".c{place} " in style for place in range(8))
