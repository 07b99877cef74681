"""Runs Maven, which builds official referees in Java."""

import re
import shutil
from pathlib import Path

from botsmith.children import run
from botsmith.errors import BadInput

MAVEN = "mvn"
PACKAGE = ("-q", "-B", "-DskipTests", "package")
SECONDS = 900
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def build(folder: Path, *goals: str, hint: str) -> None:
    """Runs `mvn package` and more goals in the checkout of a contest.

    hint: what can be done without it. Raises BadInput if there is no Maven, or it fails.
    """
    program = shutil.which(MAVEN)
    if program is None:
        raise BadInput(f"{folder}: Maven builds this, and there is no {MAVEN} on PATH; {hint}")
    done = run([program, *PACKAGE, *goals], cwd=folder, seconds=SECONDS)
    if done.status is None:
        raise BadInput(f"{folder}: {MAVEN} did not end in {SECONDS} s")
    if done.status != 0:
        text = COLOUR.sub("", done.text + done.complaint)
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        errors = [line for line in lines if "ERROR" in line and line[-1] != ":"]  # no headings
        why = (errors[:1] or lines[-1:] or ["no word"])[0][:300]
        raise BadInput(f"{folder}: {MAVEN} package failed: {why}; {hint}")
