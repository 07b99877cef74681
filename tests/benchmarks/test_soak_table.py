"""benchmarks/soak_table.py: every row is kept at once, and none is played twice."""

import json
from dataclasses import replace

import pytest

from benchmarks import soak_table
from botsmith.arena.matches.bots import find_bot, needed_game
from botsmith.arena.matches.played import TurnTimes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.errors import BadInput
from botsmith.soak.soak import WAITING, SoakOptions, Tally, row

BUILT = ["--bots", "csb,stratego@python"]


@pytest.fixture
def played(monkeypatch):
    """The (bot, order) that would have been soaked; nothing is."""
    found = []

    def soak(name, order, show):
        if name in broken:
            raise KeyboardInterrupt
        found.append((name, order))
        bot = find_bot(name, needed_game(name))
        tally = Tally(10.0, turns=order.turns, timeouts=1, matches=1)
        tally.engine = EngineTurns(c=order.turns)
        tally.times.add(TurnTimes.of([700.0] + [60.0] * (order.turns - 1)))
        tally.late.update({WAITING: 2})
        tally.late_first.update({WAITING: 1})
        tally.faults.append(f"seed 7, {name} was late")
        made = row(bot, needed_game(name), order, tally, 10.0)
        return {**made, "seconds": 90.0, "interrupted": False}

    broken: list[str] = []
    monkeypatch.setattr(soak_table, "soak", soak)
    return found, broken


def test_all_bundles_in_all_cases(played, tmp_path, capsys):
    found, _ = played
    soak_table.main([str(tmp_path / "rows.jsonl"), "--turns", "1000"])
    bots = {bot for bot, _ in found}
    assert bots >= {"csb", "csb@python", "uttt", "uttt@python"}
    assert len(found) == len(bots) * 6 * 2
    orders = {order for bot, order in found[: len(found) // 2] if bot == "csb"}  # first slices
    assert {(one.load, one.stall_rate, one.cores, one.has_slow_disk) for one in orders} == {
        (0, 0.0, None, False),
        (1, 0.0, None, False),
        (2, 0.0, None, False),
        (0, 0.0, 1, False),
        (0, 0.0, None, True),
        (0, 0.1, None, False),
    }
    assert {(one.time_rule, one.stall_ms, one.turns) for one in orders} == {("count", 25.0, 500)}
    text = capsys.readouterr().out
    assert "| `csb` | C | 2 of 2 | 4 of 998 | 4.01 | 0 | 4 | 0 | 0 | 0 |" in text
    assert "* seed 7, csb was late" in text


def test_a_slice_is_a_part_of_a_row_and_more_turns_are_more_slices(played, tmp_path, capsys):
    found, _ = played
    words = [str(tmp_path / "rows.jsonl"), "--bots", "csb", "--cases", "margin", "--turns"]
    soak_table.main([*words, "500"])
    soak_table.main([*words, "1200"])
    assert [(order.turns, order.seed) for _, order in found] == [(500, 1), (500, 1001), (200, 2001)]
    assert "| `csb` | C | 3 of 1,200 | 0 | 75, 10 |" in capsys.readouterr().out


def test_no_slice_begins_when_the_minutes_are_over(played, tmp_path, capsys):
    found, _ = played
    words = [str(tmp_path / "rows.jsonl"), *BUILT, "--cases", "idle,pause", "--turns", "5"]
    soak_table.main([*words, "--minutes", "-1"])
    assert not found and capsys.readouterr().out == (
        "4 slices are left: the same command goes on\n"
    )
    soak_table.main([*words, "--minutes", "5"])
    assert len(found) == 4 and "left" not in capsys.readouterr().out


def test_a_row_is_kept_at_once_and_not_played_again(played, tmp_path, capsys):
    found, broken = played
    words = [str(tmp_path / "rows.jsonl"), *BUILT, "--cases", "soft3", "--turns", "5"]
    broken.append("stratego@python")
    with pytest.raises(KeyboardInterrupt):
        soak_table.main(words)
    broken.clear()
    soak_table.main(words)
    assert [bot for bot, _ in found] == ["csb", "stratego@python"]
    first = capsys.readouterr().out
    soak_table.main(words)
    assert len(found) == 2 and capsys.readouterr().out == first


def test_a_new_bundle_is_played_anew(played, tmp_path, monkeypatch):
    found, _ = played
    words = [str(tmp_path / "rows.jsonl"), "--bots", "csb", "--cases", "margin", "--turns", "5"]
    soak_table.main(words)
    newer = lambda *names: replace(find_bot(*names), content_hash="new")  # noqa: E731
    monkeypatch.setattr(soak_table, "find_bot", newer)
    soak_table.main(words)
    assert len(found) == 2


def test_stratego_has_a_fifth_of_its_time_unless_told(played, tmp_path):
    found, _ = played
    words = [str(tmp_path / "rows.jsonl"), *BUILT, "--cases", "margin", "--turns", "5"]
    soak_table.main(words)
    soak_table.main([*words, "--whole"])
    assert [(bot, order.budget) for bot, order in found] == [
        ("csb", 100),
        ("stratego@python", 20),
        ("stratego@python", 100),
    ]


def test_a_file_of_something_else_and_an_unknown_case_are_one_line(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"row": {}}) + "\n")
    with pytest.raises(BadInput, match="rows.jsonl, line 1: expected"):
        soak_table.main([str(path)])
    with pytest.raises(BadInput, match="--cases warm: expected some of idle"):
        soak_table.main([str(tmp_path / "none"), "--cases", "warm"])


def test_orders_are_what_soak_takes():
    for *_, order in soak_table.orders(["uttt"], list(soak_table.CASES), 3000, False):
        assert isinstance(order, SoakOptions)
        order.check()
