"""How large replay pages are, and how long a browser takes for a frame of them.

    python benchmarks/replay_pages.py [GAME ...]

Four matches for each game: the longest recorded one; the same with markup in every name and 2,000
characters of markup on every turn's stderr; one of ours in which a bot crashes; one between bots of
ours that explain every turn, 1,000 iterations each. Each page is opened
in headless Chromium, at 1280 x 900 and as a phone (360 x 780, two device pixels a pixel). Prints ms
from asking for a frame until its pixels and its layout are there: median and 99th percentile over
all frames.
"""

import argparse
import copy
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter("dev")

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from botsmith.arena.matches.bots import find_bots  # noqa: E402
from botsmith.arena.matches.match import ON_THE_CLOCK, Conditions  # noqa: E402
from botsmith.arena.matches.workers import play_one, player_counts  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.referees import games  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402
from botsmith.replay.viewer import page  # noqa: E402

MARKUP = "</script><script>document.title='broken'</script><b onclick='x'>&amp;</b>\u2028\u00e9"
WIDE = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 780}, "device_scale_factor": 2}
FRAMES = """() => [...Array(replay.last + 1).keys()].map((frame) => {
  const began = performance.now();
  replay.show(frame);
  for (const canvas of document.querySelectorAll("canvas"))
    if (canvas.width && canvas.height) canvas.getContext("2d").getImageData(0, 0, 1, 1);
  document.body.getBoundingClientRect();
  return performance.now() - began;
})"""


def longest(game: str) -> Match:
    """Returns the longest match of the golden files."""
    files = sorted((ROOT / "tests" / "golden" / game).glob("matches*.jsonl.gz"))
    return max((m for file in files for m in read_matches(file)), key=lambda m: len(m.turns))


def with_markup(match: Match) -> Match:
    """Returns the match, with names and stderr full of markup that a page must not obey."""
    extra: dict[str, Any] = copy.deepcopy(match.extra)
    words = (MARKUP * 2_000)[:2_000]
    asked = {str(seat): len(match.asked(seat)) for seat in range(match.players)}
    extra["bots"] = [{"name": MARKUP, "hash": ""} for _ in asked]
    extra["turn_ms"] = {seat: [5.0 + turn % 7 for turn in range(n)] for seat, n in asked.items()}
    extra["stderr"] = {seat: [f"{turn} {words}" for turn in range(n)] for seat, n in asked.items()}
    return replace(match, extra=extra)


def with_crash(game: str) -> Match:
    """Returns a match in which the first bot crashes."""
    bots = ["crash", *["random"] * (max(player_counts(game)) - 1)]
    return play_one(game, find_bots(bots, game), 1, 0, ON_THE_CLOCK)


def with_thoughts(game: str) -> Match:
    """Returns a match between bots of ours that explain themselves."""
    bots = find_bots([game] * max(player_counts(game)), game)
    return play_one(game, bots, 1, 0, Conditions("none", 1000, {"BOTSMITH_EXPLAIN": "1"}))


def matches(game: str) -> Iterator[tuple[str, Match]]:
    """Yields the four matches of a game, each with its word in the table."""
    found = longest(game)
    yield "longest", found
    yield "markup", with_markup(found)
    yield "crash", with_crash(game)
    yield "thoughts", with_thoughts(game)


def measured(browser: Browser, file: Path, screen: dict[str, Any]) -> tuple[float, float, float]:
    """ms until the page is loaded; median and 99th percentile of ms a frame."""
    context = browser.new_context(**screen)
    tab = context.new_page()
    tab.goto(file.as_uri())
    while not (load := tab.evaluate("window.replay && replay.ready")):
        tab.wait_for_timeout(5)
    times = sorted(tab.evaluate(FRAMES))
    context.close()
    return load, median(times), times[int(0.99 * (len(times) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games(), metavar="GAME")
    asked = parser.parse_args().games
    print("| contest | match | turns | kB | load, ms | frame | p99 | on a phone | p99 |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        for game in asked:
            for name, match in matches(game):
                file = Path(folder) / f"{game}-{name}.html"
                file.write_text(page(match), encoding="utf-8")
                load, usual, rare = measured(browser, file, WIDE)
                _, small, small_rare = measured(browser, file, PHONE)
                size = file.stat().st_size / 1000
                times = " | ".join(f"{ms:.1f}" for ms in (usual, rare, small, small_rare))
                row = f"| {game} | {name} | {len(match.turns)} | {size:,.0f} | {load:.0f} | {times}"
                print(f"{row} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
