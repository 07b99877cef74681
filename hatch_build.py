"""Part of the build of the wheel: recorded matches for it, as many as an installed workshop needs,
and the pages that its messages name.

Bundles are proven and measured with the first match of a contest that is long enough.
"""

import gzip
import json
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GOLDEN = "tests/golden"
TURNS = 16  # of seat 0: what `bench` wants


class RecordedMatches(BuildHookInterface):  # type: ignore[misc]
    """Adds tests/golden/GAME/matches.jsonl.gz, cut to its first matches, and docs/*.md."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the cut files, which the wheel takes in."""
        if version == "editable":
            return
        self.scratch = tempfile.TemporaryDirectory()
        for file in sorted(Path(self.root, GOLDEN).glob("*/matches.jsonl.gz")):
            game = file.parent.name
            cut = Path(self.scratch.name, f"{game}.jsonl.gz")
            cut.write_bytes(gzip.compress(first_matches(file), mtime=0))
            place = f"botsmith/kit/{GOLDEN}/{game}/{file.name}"
            build_data["force_include"][str(cut)] = place

        for page in sorted(Path(self.root, "docs").rglob("*.md")):
            place = page.relative_to(self.root).as_posix()
            build_data["force_include"][str(page)] = f"botsmith/kit/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes them."""
        if version != "editable":
            self.scratch.cleanup()


def first_matches(file: Path) -> bytes:
    """The matches of a file up to the first that asks seat 0 in TURNS turns."""
    kept = b""
    with gzip.open(file) as lines:
        for line in lines:
            kept += line
            turns = json.loads(line)["turns"]
            if sum("0" in turn.get("in", ()) and "0" in turn["out"] for turn in turns) >= TURNS:
                break
    return kept
