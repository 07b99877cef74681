"""What a page cannot show is refused where it is drawn, in one line."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.viewer import Film, take

NAN, INF = float("nan"), float("inf")
P = [(0.0, 0.0), (1.0, NAN)]


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: shapes.circle(1, 2, NAN, "ink"), "circle with nan; expected finite numbers"),
        (lambda: shapes.line(1, INF, 0, 0, "ink", 1), "line with inf; expected finite numbers"),
        (lambda: shapes.rectangle(0, 0, NAN, 1, "ink"), "rectangle with nan"),
        (lambda: shapes.polygon(P, "ink"), "polygon with nan"),
        (lambda: shapes.path(P, "ink", 1), "path with nan"),
        (lambda: shapes.dashes(P[:1], "ink", 1, NAN), "dashes with nan"),
        (lambda: shapes.text(0, 0, "x", NAN, "ink"), "text with nan"),
        (lambda: shapes.circle(0, 0, -1, "ink"), "circle with the size -1; expected 0 or more"),
        (
            lambda: shapes.text(0, 0, "x", 1, "ink", "middle"),
            "align 'middle'; expected one of left",
        ),
        (lambda: shapes.circle(0, 0, 1, "p0/300"), "no colour 'p0/300'; expected .* 0 to 100 perc"),
        (lambda: shapes.circle(0, 0, 1, "p8"), "no colour 'p8'"),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_named(draw: Callable[[], Shape], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        draw()


def test_colours_with_a_percent_up_to_100_are_drawn() -> None:
    for colour in ("", "p0", "p7/0", "ink/100", "shade/7.5"):
        assert shapes.circle(0.04, 1, 2.06, colour) == ["c", 0, 1, 2.1, colour, "", 0]


class Plain(Painter[Any]):
    """Draws nothing but a table."""

    table_heads = ("pac", "health")
    rows: list[list[Any]] = []

    def background(self) -> list[Shape]:
        return []

    def frame(self) -> list[Shape]:
        return []

    def scores(self) -> list[float]:
        return [0.0, 0.0]

    def table(self) -> list[list[Any]]:
        return self.rows


class Sized(Plain):
    """Has a size as well."""

    width = height = 10.0


def taken(painter: Plain, *tables: list[list[Any]]) -> Film:
    film = Film(list)
    for painter.rows in tables:
        take(film, painter)
    return film


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ([[["0"], ["1"]]], r"Plain.table returned \['0'\]; expected rows of 2 texts, one for each"),
        ([[["0", 1], ["1", 1]]], "expected rows of 2 texts"),
        ([[["0", "1"]] * 9], "returned '9 rows'; expected as many rows for each of 2 seats"),
        ([[["0", "1"]] * 4, [["0", "1"]] * 2], "returned '2 rows'; .* always the same number"),
    ],
)
def test_a_table_that_the_page_has_no_room_for_is_refused(
    tables: list[list[list[Any]]], said: str
) -> None:
    """A cell too few was drawn as nothing, and rows of another turn stopped the page."""
    with pytest.raises(BadInput, match=said):
        taken(Sized(SimpleNamespace(players=2)), *tables)


def test_tables_with_as_many_rows_for_each_seat_are_taken() -> None:
    for rows in ([], [["0", "1"]] * 4):
        film = taken(Sized(SimpleNamespace(players=2)), rows, rows)
        assert film["tables"] == [rows, rows]


def test_a_painter_without_a_size_is_told_to_set_it() -> None:
    with pytest.raises(BadInput, match="Plain.width is None; expected a number above 0"):
        taken(Plain(SimpleNamespace(players=2)), [])
    painter = Sized(SimpleNamespace(players=2))
    painter.height = NAN
    with pytest.raises(BadInput, match="Sized.height is nan; expected a number above 0"):
        taken(painter, [])
