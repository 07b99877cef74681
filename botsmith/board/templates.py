"""The templates of the board and of the report, and the style that both share."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markupsafe import Markup

from botsmith.board.formats import day_and_time, plain, span
from botsmith.plots.pages import templates
from botsmith.plots.svg import style

if TYPE_CHECKING:
    from jinja2 import Template

FOLDER = Path(__file__).parent


def link(**values: object) -> str:
    """Returns a link to the board with these choices in its address; it leaves out choices that are
    None.
    """
    return "/?" + urlencode({name: value for name, value in values.items() if value is not None})


def template(name: str) -> "Template":
    """Returns a template, which may use `link` and the filters plain, span, thousands and utc."""
    pages = templates(FOLDER)
    pages.globals["link"] = link
    filters = {"plain": plain, "span": span, "thousands": "{:,}".format, "utc": day_and_time}
    pages.filters.update(filters)
    return pages.get_template(name)


def page_style() -> Markup:
    """Returns the CSS of a page: the style of the plots and of all else."""
    return style() + Markup((FOLDER / "board.css").read_text(encoding="ascii"))
