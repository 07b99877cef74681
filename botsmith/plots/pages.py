"""Pages made of templates. Those that extend base.html are in the style of plots."""

import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from botsmith.plots.formats import day_and_time, plain, span

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates(folder: Path) -> "Environment":
    """Returns the templates of a folder and of this module's own folder. They escape all values,
    and may use the filters plain, span, thousands and utc.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # not needed to play

    found = Environment(
        loader=FileSystemLoader([folder, Path(__file__).parent]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = {"plain": plain, "span": span, "thousands": "{:,}".format, "utc": day_and_time}
    found.filters.update(filters)
    return found


def rendered(template: Path, title: str, nonce: str = "", **values: Any) -> str:
    """Returns a page as HTML. Its styles and scripts carry `nonce`, or a new one if that is ""."""
    page = templates(template.parent).get_template(template.name)
    return page.render(**values, title=title, nonce=nonce or secrets.token_urlsafe(16))
