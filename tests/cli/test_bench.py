"""`bench`: which bundles it takes, what it feeds them, what it makes of what they tell."""

import json
from pathlib import Path

import pytest

from botsmith import bench
from botsmith.arena.matches.bots import script_bot, without_c
from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.arena.process.site_machine import Site
from botsmith.cli.bench import COLUMNS, bench as bench_command
from botsmith.cli.options import Model
from botsmith.errors import BadInput
from botsmith.golden import recorded_match
from tests.pages import files_of, page_beside

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

ROOT = Path(__file__).resolve().parents[2]
KEYS = ["bot", "game", "engine", "budget_ms", "search_ms", "turns"]
KEYS += ["iterations", "simulated_turns", "nodes", "evaluations", "ucb", "depth"]

COUNTER, SLOW_COMPILER = PROGRAMS["counts_its_turns"], PROGRAMS["compiles_slowly"]

COUNTER_HERE = COUNTER.replace(' and os.environ["BOTSMITH_MARGIN"] == "0"', "")

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


def row_of(folder: Path, text: str, name: str = "csb.py", engine: str = "") -> bench.Row:
    """What `bench` measures of such a file."""
    bot = script_bot(bundle(folder, text, name))
    return bench.measure(without_c(bot) if engine else bot)


def test_a_row_holds_the_medians_of_the_15_turns_after_the_first(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTSMITH_ITERATIONS", "3")
    row = row_of(tmp_path, COUNTER, "csb_duct.py", "python")
    assert list(row) == KEYS
    assert row["iterations"] == 108, "of 101..115"
    assert row["search_ms"] == 79.0, "of 75.5..82.5"
    assert (row["bot"], row["game"]) == ("csb_duct@python", "csb")
    assert (row["engine"], row["budget_ms"], row["turns"]) == ("abacus", 75.0, 15)
    assert row["nodes"] == 0, "the bot did not tell"


def test_the_shipped_bot_tells_all_that_bench_counts(tmp_path):
    row = row_of(tmp_path, MODULAR, engine="python")
    assert list(row) == KEYS
    assert (row["bot"], row["engine"], row["depth"]) == ("csb@python", "python", 6)
    numbers = {key: float(row[key] or 0.0) for key in KEYS[3:]}
    assert min(numbers.values()) > 0.0
    assert numbers["simulated_turns"] == 6 * numbers["iterations"]
    assert numbers["evaluations"] == numbers["iterations"]


def test_the_json_is_one_document_with_calibration_and_rows(tmp_path, capsys):
    path = str(bundle(tmp_path, COUNTER))
    bench_command([path, f"{path}@python"], model=Model(), as_json=True)
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert list(document) == ["calibration", "rows"]
    assert document["calibration"] > 0
    assert [list(row) for row in document["rows"]] == [KEYS] * 2
    assert [row["bot"] for row in document["rows"]] == ["csb", "csb@python"]
    assert [row["engine"] for row in document["rows"]] == ["rods", "abacus"]


def test_the_table_shows_the_counts_and_the_calibration(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    bench_command([str(bundle(tmp_path, COUNTER))], model=Model(), as_json=False)
    out = capsys.readouterr().out
    assert all(label in out for label, _ in COLUMNS.values())
    assert "calibration: " in out
    assert "108" in out


def test_it_waits_for_the_compiler_before_the_turns_that_count(tmp_path):
    assert row_of(tmp_path, SLOW_COMPILER)["engine"] == "c"


def test_c_that_did_not_come_is_a_line_with_the_bots_reason(tmp_path, capsys):
    why = "no C, CPython plays: no C compiler found"
    text = "# ==== common/native.py ====\n" + COUNTER.replace("a word in between", why)
    path = str(bundle(tmp_path, text))
    bench_command([path, f"{path}@python"], model=Model(), as_json=True)
    captured = capsys.readouterr()
    said = f"csb: C did not play 15 of 15 turns: {why}"
    assert captured.err == f"botsmith: {said}\n"
    first, second = json.loads(captured.out)["rows"]
    assert first["warning"] == said and "warning" not in second


@pytest.mark.parametrize("name", ["nobody", "nowhere/csb.py", "csb@rust", "nobody@python"])
def test_a_bundle_that_is_not_there_is_refused(name):
    with pytest.raises(BadInput, match=f"no bundle '{name}' in dist/: expected one of"):
        bench.choose_bots([name])


def test_without_names_all_of_dist_is_measured_and_kernels_twice(tmp_path, monkeypatch):
    monkeypatch.setattr("botsmith.arena.matches.bots.ROOTS", (tmp_path,))
    with pytest.raises(BadInput, match="no bundle to measure: run `.* build` first"):
        bench.choose_bots([])
    (tmp_path / "dist").mkdir()
    bundle(tmp_path / "dist", "# ==== common/native.py ====\n")
    bundle(tmp_path / "dist", "# ==== common/loop.py ====\n", "uttt.py")
    bundle(tmp_path / "dist", "", "probe.py")
    assert [found.name for found in bench.choose_bots([])] == ["csb", "csb@python", "uttt"]


def test_a_bundle_of_an_unknown_game_is_refused(tmp_path):
    with pytest.raises(BadInput, match="its name tells no game"):
        row_of(tmp_path, COUNTER, "chess.py")


def test_a_game_without_recorded_matches_is_refused():
    with pytest.raises(
        BadInput, match="tests/golden/chess: no recorded match .* asks seat 0 16 times"
    ):
        recorded_match(ROOT, "chess", 16)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("raise SystemExit('no such luck')", "csb ended in turn 0 of a recorded .*: no such luck"),
        ("", "csb ended in turn 0 of a recorded match of csb, .*: nothing on stderr"),
        (COUNTER + "    if turn == 9: break\n", "csb told of 8 turns after its first"),
    ],
)
def test_a_bundle_that_does_not_tell_of_its_work_is_refused(tmp_path, text, error):
    with pytest.raises(BadInput, match=error):
        row_of(tmp_path, text)


def test_a_bundle_that_tells_nothing_of_its_work_is_timed(tmp_path):
    silent = "\n".join(line for line in COUNTER.split("\n") if "PDATA" not in line)
    silent = silent.replace("assert", "#")
    row = row_of(tmp_path, silent)
    assert (row["iterations"], row["turns"], row["engine"]) == (None, 15, "-")
    assert "csb tells nothing of its work" in str(row["warning"])
    row = row_of(tmp_path, silent + "    if turn == 9: raise ValueError('gone')\n")
    assert row["turns"] == 8 and "it ended in turn 9: ValueError: gone" in str(row["warning"])


def test_a_bundle_that_hangs_is_ended(tmp_path):
    hangs = script_bot(bundle(tmp_path, "while True: pass\n"))
    with pytest.raises(BadInput, match="csb was still running after 1 s"):
        bench.run_bundle(hangs, [([], 1)], {}, hang_ms=1000.0)


def test_the_calibration_counts_whole_hundreds_of_rounds():
    rounds = bench.calibrate()
    assert rounds > 0
    assert rounds % 100 == 0


def test_the_recorded_match_is_an_ordinary_race():
    match = recorded_match(ROOT, "csb", 16)
    assert len(match.turns) >= 60
    assert any(turn.state["collisions"] for turn in match.turns)


def test_a_compiler_that_takes_long_is_no_bot_that_hangs(tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "COMPILE_S", 0.3)
    slow = SLOW_COMPILER.replace("time.sleep(0.5)", "time.sleep(30)")
    slow = slow.replace("turn += 1", "turn += 1\nos.kill(child, 9)")
    lines = ["3", "1", "0 0", *["0 0 0 0 0 0"] * 4]
    questions = [(lines, 2), (lines[3:], 2)]
    document = bench.run_bundle(script_bot(bundle(tmp_path, slow)), questions, {}).reported
    assert document["engine"] == ["python", "python"]


@pytest.mark.skipif(not HAS_WARDEN, reason="the model needs a warden")
def test_on_the_sites_machine_it_tells_from_which_turn_c_played(tmp_path, capsys, monkeypatch):
    text = SLOW_COMPILER.replace("time.sleep(0.5)", "pass").replace("os.WNOHANG", "0")
    rows = [bench.measure(script_bot(bundle(tmp_path, text)), site=Site(50.0))]
    assert rows[0]["c_from"] in range(16)
    assert "c_from" not in bench.measure(script_bot(bundle(tmp_path, text)))
    monkeypatch.setenv("COLUMNS", "200")
    bench_command([str(bundle(tmp_path, COUNTER_HERE))], model=Model(site=4.0))
    assert "never" in capsys.readouterr().out


def test_it_compiles_for_the_processor_that_is_asked_for(tmp_path, capsys, require):
    require("cc")
    name = "haswell"
    said = f"    open({str(tmp_path / 'seen')!r}, 'w').write(open(shutil.which('cc')).read())\n"
    asking = "import shutil\n" + COUNTER.replace("    turn += 1\n", said + "    turn += 1\n")
    bench_command([str(bundle(tmp_path, asking))], model=Model(), march=name, as_json=True)
    assert json.loads(capsys.readouterr().out)["march"] == name
    assert f"-march={name}" in (tmp_path / "seen").read_text()
