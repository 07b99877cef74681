"""`bench`: which bundles it takes, what it feeds them, what it makes of what they tell."""

import json
from pathlib import Path

import pytest

from botsmith import bench
from botsmith.cli.bench import COLUMNS, bench as bench_command
from botsmith.errors import BadInput
from botsmith.golden import recorded_match

ROOT = Path(__file__).resolve().parent.parent
KEYS = ["bot", "game", "flavour", "engine", "budget_ms", "search_ms", "turns"]
KEYS += ["iterations", "simulated_turns", "nodes", "evaluations", "ucb", "depth"]

# Counts the turns that it is told of, and says in turn t that it did 100 + t iterations.
COUNTER = """
import os, sys
assert os.environ["BOTSMITH_STATS"] == "1" and os.environ["BOTSMITH_MARGIN"] == "0"
assert "BOTSMITH_ITERATIONS" not in os.environ
assert os.listdir(".") == []
laps, count = int(input()), int(input())
points = [input() for _ in range(count)]
turn = 0
while sys.stdin.readline():
    for _ in range(3):
        sys.stdin.readline()
    print("0 0 0\\n0 0 0")
    print(f"[PDATA] iterations = {100 + turn}", file=sys.stderr)
    print(f"[PDATA] search_ms = {75.0 + turn / 2}", file=sys.stderr)
    print("a word in between", file=sys.stderr)
    print("[PDATA] engine = abacus", file=sys.stderr)
    turn += 1
"""

# The modular bot as if it were a bundle.
MODULAR = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from bots.csb.bot import main
main()
"""


def bundle(folder: Path, text: str, name: str = "csb.py") -> Path:
    """A file that stands for a bundle."""
    path = folder / name
    path.write_text(text, encoding="ascii")
    return path


def test_a_row_holds_the_medians_of_the_15_turns_after_the_first(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTSMITH_ITERATIONS", "3")
    row = bench.measure(bundle(tmp_path, COUNTER, "csb_compiled.py"))
    assert list(row) == KEYS
    assert row["iterations"] == 108, "of 101..115"
    assert row["search_ms"] == 79.0, "of 75.5..82.5"
    assert (row["bot"], row["game"], row["flavour"]) == ("csb_compiled", "csb", "compiled")
    assert (row["engine"], row["budget_ms"], row["turns"]) == ("abacus", 75.0, 15)
    assert row["nodes"] == 0, "the bot did not tell"


def test_the_shipped_bot_tells_all_that_bench_counts(tmp_path):
    row = bench.measure(bundle(tmp_path, MODULAR))
    assert list(row) == KEYS
    assert (row["flavour"], row["engine"], row["depth"]) == ("pure", "python", 6)
    numbers = {key: float(row[key]) for key in KEYS[4:]}
    assert min(numbers.values()) > 0.0
    assert numbers["simulated_turns"] == 6 * numbers["iterations"]
    assert numbers["evaluations"] == numbers["iterations"]


def test_the_json_is_one_document_with_calibration_and_rows(tmp_path, capsys):
    path = str(bundle(tmp_path, COUNTER))
    bench_command(bots=[path], flavour="pure", as_json=True)
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert list(told) == ["calibration", "rows"]
    assert told["calibration"] > 0
    assert [list(row) for row in told["rows"]] == [KEYS]


def test_the_table_shows_the_counts_and_the_calibration(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    bench_command(bots=[str(bundle(tmp_path, COUNTER))], flavour="pure", as_json=False)
    out = capsys.readouterr().out
    assert all(label in out for label in COLUMNS.values())
    assert "calibration: " in out
    assert "108" in out


def test_an_unknown_flavour_is_refused():
    with pytest.raises(BadInput, match="no flavour 'fast': expected pure or compiled"):
        bench_command(bots=None, flavour="pure,fast")


@pytest.mark.parametrize("name", ["nobody", "nowhere/csb.py"])
def test_a_bundle_that_is_not_there_is_refused(name):
    with pytest.raises(BadInput, match=f"no bundle '{name}' in dist/: expected one of"):
        bench.choose_bots([name], ["pure"])


def test_bundles_of_other_flavours_are_left_out(tmp_path):
    pure, compiled = bundle(tmp_path, "", "csb.py"), bundle(tmp_path, "", "csb_compiled.py")
    names = [str(pure), str(compiled)]
    assert bench.choose_bots(names, ["pure"]) == [pure]
    assert bench.choose_bots(names, ["pure", "compiled"]) == [pure, compiled]
    with pytest.raises(BadInput, match="no bundle to measure"):
        bench.choose_bots([str(pure)], ["compiled"])


def test_a_bundle_of_an_unknown_game_is_refused(tmp_path):
    with pytest.raises(BadInput, match="no game 'chess'"):
        bench.measure(bundle(tmp_path, COUNTER, "chess.py"))


def test_a_game_without_recorded_matches_is_refused():
    with pytest.raises(
        BadInput, match="tests/golden/chess: no recorded match .* asks seat 0 16 times"
    ):
        recorded_match(ROOT, "chess", 16)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("raise SystemExit('no such luck')", "csb.py told nothing of its work: no such luck"),
        ("", "csb.py told nothing of its work: nothing on stderr"),
        (COUNTER + "    if turn == 9: break\n", "csb.py told of 8 turns after its first"),
    ],
)
def test_a_bundle_that_does_not_tell_of_its_work_is_refused(tmp_path, text, error):
    with pytest.raises(BadInput, match=error):
        bench.measure(bundle(tmp_path, text))


def test_a_bundle_that_hangs_is_ended(tmp_path):
    with pytest.raises(BadInput, match="csb.py was still running after 1 s"):
        bench.run_bundle(bundle(tmp_path, "while True: pass\n"), "", 1.0, {})


def test_the_calibration_counts_whole_hundreds_of_rounds():
    rounds = bench.calibrate()
    assert rounds > 0
    assert rounds % 100 == 0


def test_the_recorded_match_is_an_ordinary_race():
    match = recorded_match(ROOT, "csb", 16)
    assert len(match.turns) >= 60
    assert any(turn.state["collisions"] for turn in match.turns)
