"""From an empty folder to a policy that plays: `new --search policy`, `train policy --apply`."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.selfplay import play_series
from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.cli.tables import SENTENCES
from botsmith.new.begin import write_workspace
from tests.bundle.test_pull import swapped
from tests.commands import python
from tests.pages import changes_of, page_beside

ROOT = Path(__file__).parents[2]


def run(folder: Path, words: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in a folder to its end."""
    return python(folder, "-m", "botsmith", *words.split())


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
    place = next(n for n, line in enumerate(said) if line.endswith(f"and plays as {path}"))
    names = {"a": f"dash{bot}", "b": "dash" if bot else "dash#2", "elo1": 0.0}
    assert {each.format(**names) for each in SENTENCES.values()} & {*said}
    text = path.read_text()
    assert not bot or "# engine      CPython" in text or "USE_C" not in text
    assert "against search" in said[place - 1] or not bot


COINS = Path(__file__).parent / "coins"
EDITS = page_beside(__file__, "coins/edits.txt")  # of the skeleton


@pytest.mark.campaign
def test_a_trained_policy_beats_the_skeletons_search_in_a_real_game(tmp_path):
    """45 s of a core make it; 10,000 iterations are some 50 ms."""
    write_workspace(tmp_path, "ox", "uttt")
    assert run(tmp_path, "new coins --turn-ms 50 --search policy").returncode == 0
    for name in ("rules", "observe"):
        shutil.copy(COINS / f"{name}.py.txt", tmp_path / "bots" / "coins" / f"{name}.py")
    for place, edits in EDITS.items():
        text = (tmp_path / place).read_text()
        (tmp_path / place).write_text(swapped(text, *changes_of(edits)))
    trained = run(tmp_path, "train policy coins --samples 12M --jobs 1 --apply")
    assert trained.returncode == 0, trained.stderr
    assert "coins: 10 games from seed 1, time rule count" in trained.stdout
    assert run(tmp_path, "build coins").returncode == 0
    options = "--games 40 --seed 500 --iterations 10000 --jobs 1 --json"
    played = run(tmp_path, f"play coins coins_policy coins {options}")
    row = json.loads(played.stdout)["bots"][0]
    assert row["first_share"] >= 0.6 and row["interval"][0] > 0.5


def test_a_policy_alone_is_bundled_without_c():
    """No module of its own asks for it, nor do the layers."""
    bundle = assemble(Target(ROOT, choose_entries(ROOT, ["csb_policy"])[0], "c", {}, "unknown"))
    assert "common/native.py" not in {source.path for source in bundle.sources}
    assert "# engine      CPython alone\n" in bundle.text


def test_a_policy_plays_in_a_series(require):
    require("gcc")
    policy, _ = play_series("csb", ["policy", "bot@2"], games=1, seed=7)
    assert policy.turns > 50 and policy.ranks
