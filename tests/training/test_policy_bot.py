"""From an empty folder to a policy that plays: `new --search policy`, `train policy --apply`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.selfplay import play_series
from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.new.begin import write_workspace

ROOT = Path(__file__).parents[2]


def run(folder: Path, words: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in a folder to its end."""
    return subprocess.run(
        [sys.executable, "-m", "botsmith", *words.split()],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("form", "training", "bot"),
    [
        ("policy", "--samples 40k --lanes 16 --turns 16 --hidden 16", "_policy"),
        ("puct --turns alternating", "--method search --samples 12k --games 64", ""),
    ],
)
def test_from_an_empty_folder_to_a_policy_that_plays(form, training, bot, tmp_path):
    write_workspace(tmp_path, "ox", "uttt")
    shutil.rmtree(tmp_path / "bots" / "ox")
    assert run(tmp_path, f"new dash --turn-ms 20 --search {form}").returncode == 0
    assert bot or run(tmp_path, "build dash").returncode == 0  # plays before it has learned, too
    trained = run(tmp_path, f"train policy dash {training} --apply")
    assert trained.returncode == 0, trained.stderr
    said = trained.stdout.splitlines()
    path = tmp_path / "dist" / f"dash{bot}.py"
    assert said[-2].endswith(f"and plays as {path}")
    assert "games at equal time against the bot in force, dist/dash.py" in said[-1]
    assert any(word in said[-1] for word in (f"dash{bot} won", "lost", "is equal"))
    text = path.read_text()
    assert not bot or "# engine      CPython" in text or "USE_C" not in text
    assert "against search" in said[-3] or not bot


def test_a_policy_alone_is_bundled_without_c():
    """No module of the author's asks for it, though layers do."""
    entry = choose_entries(ROOT, ["csb_policy"])[0]
    assert assemble(Target(ROOT, entry, "c", {}, "unknown")).target.engine == "python"


def test_a_policy_plays_in_a_series(require):
    require("gcc")
    policy, _ = play_series("csb", ["policy", "bot@2"], games=1, seed=7)
    assert policy.turns > 50 and policy.ranks
