"""How many samples a second does PPO learn from, in this checkout and in others?

    python benchmarks/policy_speed.py [TREE ...] [--jobs N] [--hidden SIZES] [--rounds N]

TREE  another checkout (`git worktree add TREE COMMIT`); one without threads has one core at work

All checkouts train `csb` in turn, as often as there are rounds. A line is one training: samples a
second by the clock from its second point to the last, exams included, and the machine's load.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent


def speed(tree: Path, hidden: str, jobs: int) -> float:
    """Returns the samples a second of a training. Raises CalledProcessError if it fails."""
    words = f"train policy csb --hidden {hidden} --samples 1M --rounding 0"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "botsmith", *words.split(), "--out", folder]
        given = subprocess.run([*command, "--help"], cwd=tree, stdout=subprocess.PIPE, check=True)
        command += ["--jobs", str(jobs)] * (b"--jobs" in given.stdout)
        subprocess.run(command, cwd=tree, stdout=subprocess.DEVNULL, check=True)
        with np.load(Path(folder) / "state.npz") as state:
            points = json.loads(state["about"].tobytes())["points"]
    first, last = points[1], points[-1]
    seconds: float = last["wall"] - first["wall"]
    return float(last["samples"] - first["samples"]) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("trees", nargs="*", type=Path, metavar="TREE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--hidden", default="256,256")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for _ in range(options.rounds):
        for tree in (ROOT, *options.trees):
            found = speed(tree, options.hidden, options.jobs)
            print(f"{tree.name}: {found:,.0f} samples a second, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
