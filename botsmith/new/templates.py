"""The templates of a new contest.

They stand in contest/ as NAME.txt, so that no tool takes them for modules. They are Jinja
templates: @{name} stands for a value, and <% if %> begins a part that depends on the form.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from botsmith.new.blocks import python_name

FOLDER = Path(__file__).with_name("contest")


def render(name: str, /, **words: Any) -> str:
    """Returns the text of the template contest/NAME.txt with these values. Raises Jinja's
    UndefinedError for a value that is missing.
    """
    return environment().get_template(f"{name}.txt").render(words)


def templates() -> list[str]:
    """Returns the templates of whole files, sorted: bots/main.py. Those without a suffix, and those
    in search/, are parts of others.
    """
    names = [name.removesuffix(".txt") for name in environment().list_templates()]
    return [name for name in names if "." in name and not name.startswith("search/")]


@cache
def environment() -> Environment:
    """Returns the Jinja environment of all templates."""
    found = Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="@{",
        variable_end_string="}",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(FOLDER),
    )
    found.filters["python_name"] = python_name
    return found
