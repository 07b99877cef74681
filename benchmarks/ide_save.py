"""How long does it take until what is saved at home stands in the site's editor, and back?

    python benchmarks/ide_save.py [--saves 5]

Runs `ide csb --apply` in a clean clone and connects to it as the browser's extension does. A save
changes a number in bots/csb/params.py and waits for the editor; an edit changes it in the editor
and waits for the file. Wants an idle machine, and port 53135 free. Ends with status 1 if the
slowest save took 8 s or more.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith.ide.wire import PORT  # noqa: E402
from tests.ide.tab import Tab  # noqa: E402

MOST_S = 8.0  # for a save
PATIENCE_S = 120.0
NUMBER = re.compile(r"margin_ms: float = [\d.]+")


async def seconds_until(is_so: Callable[[], bool]) -> float:
    """Returns the seconds until something is so; raises TimeoutError if it never is."""
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)
    return time.monotonic() - began


async def connected() -> Tab:
    """Returns a tab with the contest's page, as soon as `ide` listens."""
    tab = Tab("Coders Strike Back")
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await tab.open(PORT)
                return tab
            except OSError:
                await asyncio.sleep(0.1)


async def measure(params: Path, saves: int) -> tuple[list[float], list[float]]:
    """Returns the seconds of every save, and of every edit in the editor."""

    def read() -> str:
        return params.read_text(encoding="utf-8")

    async def shown(number: str) -> float:
        return await seconds_until(lambda: number in tab.text and not tab.is_read_only)

    async def written(number: str) -> float:
        return await seconds_until(lambda: number in read())

    there, back, now = [], [], NUMBER.findall(read())[0]
    tab = await connected()
    await shown(now)
    for count in range(saves):
        saved, typed = f"margin_ms: float = {5 + count}.25", f"margin_ms: float = {5 + count}.5"
        params.write_text(read().replace(now, saved), encoding="utf-8")
        there.append(await shown(saved))
        await tab.type(saved, typed)
        back.append(await written(typed))
        await shown(typed)
        now = typed
    await tab.close()
    return there, back


def main() -> int:
    """Clones, runs `ide`, and prints the table; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--saves", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        (clone / ".venv").symlink_to(ROOT / ".venv")
        words = [sys.executable, "-m", "botsmith", "ide", "csb", "--apply"]
        with subprocess.Popen(words, cwd=clone, stdin=subprocess.DEVNULL) as bridge:
            try:
                params = clone / "bots" / "csb" / "params.py"
                there, back = asyncio.run(measure(params, options.saves))
            finally:
                bridge.terminate()
    for what, seconds in (("save to editor", there), ("editor to file", back)):
        print(f"{what}: median {median(seconds):.1f} s, slowest {max(seconds):.1f} s")
    return 0 if max(there) < MOST_S else 1


if __name__ == "__main__":
    sys.exit(main())
