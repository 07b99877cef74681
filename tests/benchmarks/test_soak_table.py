"""benchmarks/soak_table.py: every row is kept at once, and none is played twice."""

import json
from dataclasses import replace

import pytest

from benchmarks import soak_table
from botsmith.arena.bots import find_bot
from botsmith.arena.stderr import EngineTurns
from botsmith.errors import BadInput
from botsmith.soak.soak import SoakOptions, Tally, game_of, row

BUILT = ["--bots", "csb,stratego@python"]


@pytest.fixture
def played(monkeypatch):
    """The (bot, order) that would have been soaked; nothing is."""
    found = []

    def soak(name, order, tell):
        if name in broken:
            raise KeyboardInterrupt
        found.append((name, order))
        bot = find_bot(name, game_of(name))
        tally = Tally(asked=order.turns, timeouts=1, engine=EngineTurns(c=order.turns))
        tally.faults.append(f"seed 7, {name} was late")
        made = row(bot, game_of(name), order, tally, 10.0, 10.0)
        return {**made, "seconds": 90.0, "interrupted": False}

    broken: list[str] = []
    monkeypatch.setattr(soak_table, "soak", soak)
    return found, broken


def test_all_bundles_in_all_cases(played, tmp_path, capsys):
    found, _ = played
    soak_table.main([str(tmp_path / "rows.jsonl")])
    bots = {bot for bot, _ in found}
    assert bots >= {"csb", "csb@python", "uttt", "uttt@python"}
    assert len(found) == len(bots) * 4
    orders = {order for bot, order in found if bot == "csb"}
    assert {(one.time_rule, one.stall_ms, one.turns, one.has_slow_disk) for one in orders} == {
        ("hard", None, 3000, False),
        ("soft3", 25.0, 3000, False),
        ("hard", 25.0, 3000, False),
        ("hard", None, 300, True),
    }
    text = capsys.readouterr().out
    assert "| `csb` | C | 1 of 3,000 | 0 | 75, 10 |" in text
    assert "* seed 7, csb was late" in text


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
    words = [str(tmp_path / "rows.jsonl"), "--bots", "csb", "--cases", "margin"]
    soak_table.main(words)
    newer = lambda *names: replace(find_bot(*names), content_hash="new")  # noqa: E731
    monkeypatch.setattr(soak_table, "find_bot", newer)
    soak_table.main(words)
    assert len(found) == 2


def test_stratego_has_a_fifth_of_its_time_unless_told(played, tmp_path):
    found, _ = played
    words = [str(tmp_path / "rows.jsonl"), *BUILT, "--cases", "margin"]
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
    with pytest.raises(BadInput, match="--cases warm: expected some of margin"):
        soak_table.main([str(tmp_path / "none"), "--cases", "warm"])


def test_orders_are_what_soak_takes():
    for *_, order in soak_table.orders(["uttt"], list(soak_table.CASES), 3000, False):
        assert isinstance(order, SoakOptions)
        order.check()
