"""The templates of a new contest, in contest/, and of a new workspace, in files/.

They are called NAME.txt, so that no tool takes them for modules. They are Jinja
templates: @{name} stands for a value, and <% if %> begins a part that depends on the form.
"""

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from botsmith.new.blocks import python_name

FOLDERS = [Path(__file__).with_name(name) for name in ("contest", "files")]
ENVIRONMENT = Environment(
    block_start_string="<%",
    block_end_string="%>",
    variable_start_string="@{",
    variable_end_string="}",
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
    loader=FileSystemLoader(FOLDERS),
)
ENVIRONMENT.filters["python_name"] = python_name
WHOLE_FILE = re.compile(r"(?:bots|contests|tests)/.+[.].+[.]txt")


def render(name: str, /, **words: Any) -> str:
    """Returns the text of the template NAME.txt with these values. Raises Jinja's
    UndefinedError for a value that is missing.
    """
    return ENVIRONMENT.get_template(f"{name}.txt").render(words)


def templates() -> list[str]:
    """Returns the names of the templates that make a whole file of a contest, sorted; bots/main.py
    for example. All other templates are parts of these.
    """
    found = filter(WHOLE_FILE.fullmatch, ENVIRONMENT.list_templates())
    return [name.removesuffix(".txt") for name in found]
