"""The templates of the board and of the report, and the style that both share."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from botsmith.plots.svg import style

FOLDER = Path(__file__).parent


def templates() -> Environment:
    """Returns the templates of this folder; what they are given is escaped."""
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_style() -> Markup:
    """Returns the style of a page: that of the plots, and that of the rest."""
    return style() + Markup((FOLDER / "board.css").read_text(encoding="ascii"))
