"""Where the templates of the board and of the report are, and the style that both share."""

from pathlib import Path

from markupsafe import Markup

from botsmith.plots.svg import style

FOLDER = Path(__file__).parent


def page_style() -> Markup:
    """Returns the style of a page: that of the plots, and that of the rest."""
    return style() + Markup((FOLDER / "board.css").read_text(encoding="ascii"))
