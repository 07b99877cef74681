"""Pages with plots: one file, without scripts, in the style of plots."""

import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from botsmith.plots.svg import style

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent


@cache
def templates(folder: Path) -> "Environment":
    """Returns the templates of a folder, with those of this folder. They escape all values."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # not needed to play

    return Environment(
        loader=FileSystemLoader([folder, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(template: Path, title: str, **values: Any) -> str:
    """Returns a page as HTML. template: a template that extends base.html"""
    page = templates(template.parent).get_template(template.name)
    return page.render(**values, title=title, style=style(), nonce=secrets.token_urlsafe(16))
