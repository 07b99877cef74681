"""Draws docs/replay.png: the replay page of a match at fixed work, as headless Chromium shows it.

python benchmarks/replay_picture.py
"""

import sys
import tempfile
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import ViewportSize, sync_playwright  # noqa: E402

from botsmith.arena.bots import find_bots  # noqa: E402
from botsmith.arena.match import Setting  # noqa: E402
from botsmith.arena.series import Series, play_series  # noqa: E402
from botsmith.replay.viewer import write_page  # noqa: E402

GAME, BOTS, ITERATIONS, FRAME = "tororo", ["tororo_compiled", "sunrate"], 3_000, 62
OUTPUT = ROOT / "docs" / "replay.png"
SCREEN = ViewportSize(width=1120, height=800)


def main() -> None:
    setting = Setting(
        time_rule="none", iterations=ITERATIONS, environment={"BOTSMITH_EXPLAIN": "1"}
    )
    series = Series(game=GAME, bots=tuple(find_bots(BOTS, GAME)), setting=setting)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "match.html"
        write_page(next(iter(play_series(series))), file)
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        tab = browser.new_page(viewport=SCREEN)
        tab.goto(file.as_uri())
        tab.evaluate(f"replay.show({FRAME})")
        tab.screenshot(path=OUTPUT)
        browser.close()
    print(f"{OUTPUT.relative_to(ROOT)}: {OUTPUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
