"""Draws a replay page as headless Chromium shows it.

python benchmarks/replay_picture.py readme     # docs/replay.png: a match at fixed work
python benchmarks/replay_picture.py blocker    # docs/games/csb_blocker.png, from its record
python benchmarks/replay_picture.py yell       # docs/games/kutulu_yell.png, from its record
"""

import argparse
import sys
import tempfile
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter("dev")

from playwright.sync_api import ViewportSize, sync_playwright  # noqa: E402

from botsmith.arena.matches.bots import find_bots  # noqa: E402
from botsmith.arena.matches.match import Conditions  # noqa: E402
from botsmith.arena.matches.workers import play_one  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402
from botsmith.replay.viewer import write_page  # noqa: E402

GAME, BOTS, ITERATIONS, FRAME = "tororo", ["tororo", "sunrate"], 3_000, 62
PAGES = ROOT / "docs" / "games"
RECORDS = {"blocker": ("csb_blocker", 190), "yell": ("kutulu_yell", 57)}  # file, frame
SCREEN = ViewportSize(width=1120, height=800)
SHORT = ViewportSize(width=1120, height=640)  # without the curves


def played() -> Match:
    """Plays the README's match."""
    conditions = Conditions(
        time_rule="none", iterations=ITERATIONS, environment={"BOTSMITH_EXPLAIN": "1"}
    )
    return play_one(GAME, find_bots(BOTS, GAME), 1, 0, conditions)


def draw(match: Match, frame: int, output: Path, screen: ViewportSize) -> None:
    """Writes a picture of the match's page that shows this frame."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "match.html"
        write_page(match, file)
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        tab = browser.new_page(viewport=screen)
        tab.goto(file.as_uri())
        while not tab.evaluate("'replay' in window"):  # it unpacks its data first
            tab.wait_for_timeout(5)
        tab.evaluate(f"replay.show({frame})")
        tab.screenshot(path=output)
        browser.close()
    print(f"{output.relative_to(ROOT)}: {output.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("picture", choices=("readme", *RECORDS))
    picture = parser.parse_args().picture
    if picture == "readme":
        draw(played(), FRAME, ROOT / "docs" / "replay.png", SHORT)
    else:
        name, frame = RECORDS[picture]
        match = next(iter(read_matches(PAGES / f"{name}.jsonl.gz")))
        draw(match, frame, PAGES / f"{name}.png", SCREEN)


if __name__ == "__main__":
    main()
