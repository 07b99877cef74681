"""psyleague, as it is on PyPI, runs a league on our referee."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from botsmith.workspace import HOME as ROOT

GAMES = 1
REFEREE = f"env PYTHONPATH={ROOT} {sys.executable} -m botsmith referee csb --json psyleague"
SETTINGS = {
    "n_workers": "1",
    "cmd_bot_setup": '"true"',
    "cmd_play_game": f'"{REFEREE} --iterations 1 %ALL_PLAYERS%"',
}


@pytest.fixture
def psyleague(require: Callable[[str], str], tmp_path: Path) -> Callable[..., str]:
    """Runs a command of psyleague in a new league whose bots are our baselines; its output."""
    program = require("psyleague")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, program, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        others = [line for line in done.stderr.splitlines() if "crash: turn 5: crash" not in line]
        assert (done.returncode, others) == (0, []), "a failing player alone is told"
        return done.stdout

    run("config")
    config = tmp_path / "psyleague.cfg"
    lines = config.read_text().splitlines()
    for number, line in enumerate(lines):
        name = line.split(" = ")[0]
        if name in SETTINGS:
            lines[number] = f"{name} = {SETTINGS[name]}"
    config.write_text("\n".join(lines))
    return run


def test_psyleague_runs_a_league_on_our_referee(psyleague, tmp_path):
    for bot in ("coast", "crash"):  # two bots: whom psyleague draws cannot matter
        psyleague("bot", "add", bot)
    psyleague("run", "--games", str(GAMES))
    games = [json.loads(line) for line in (tmp_path / "psyleague.games").read_text().splitlines()]
    assert len(games) == GAMES
    for game in games:
        assert dict(zip(game["players"], game["ranks"], strict=True)) == {"coast": 0, "crash": 1}
        assert dict(zip(game["players"], game["errors"], strict=True)) == {"coast": 0, "crash": 1}
        assert game["test_data"]["seed"] > 0
    rows = [line.split() for line in psyleague("show").splitlines()[2:]]
    assert [row[:2] for row in rows] == [["1", "coast"], ["2", "crash"]]
    assert psyleague("info", "coast").splitlines()[2].split()[-3:] == [str(GAMES), "0", "0"]
