"""In which engine a bot says that it played: exact words, one a turn, and nothing else is lost."""

import ast
import random
from pathlib import Path

import pytest

from botsmith.arena.matches.bots import command_bot, engine_warning
from botsmith.arena.matches.match import ON_THE_CLOCK, Play, start_bot
from botsmith.arena.process import stderr
from botsmith.arena.process.stderr import EngineCount, EngineTurns, engine_word
from botsmith.workspace import HOME
from tests.arena.toys import PROGRAMS, TURNS, Doubles, write_bot

BLOCK = "[PDATA] iterations = 12\n[PDATA] ucb = 3\n[PDATA] search_ms = 1.5\n[PDATA] engine = {}\n"
C, PYTHON = BLOCK.format("c").encode(), BLOCK.format("python").encode()

TELLS = PROGRAMS["says_its_engine_late"]


def read(pieces: list[bytes], asked: int = 100, keeps_blocks: bool = False):
    """What is kept, and the turns."""
    words = EngineCount(keeps_blocks)
    words.asked = asked
    kept = b"".join([*map(words.feed, pieces), words.end()])
    return kept, words.turns()


def test_a_block_is_counted_and_taken_out():
    kept, turns = read([b"thinking\n" + C + b'{"turn": 3}\n', PYTHON], asked=3)
    assert kept == b'thinking\n{"turn": 3}\n'
    assert turns == EngineTurns(c=1, python=1, unknown=1)


def test_a_block_that_the_user_asked_for_is_kept():
    whole = C + b"x\n" + PYTHON
    assert read([C, b"x\n", PYTHON], 2, keeps_blocks=True) == (whole, EngineTurns(1, 1, 0))
    for command, keeps in (("env BOTSMITH_STATS=1 cat", True), ("cat", False)):
        child = start_bot(command_bot(command), ON_THE_CLOCK, {})
        child.stop()
        assert child.keeps_stats == keeps


def test_python_writes_the_last_end_of_line_apart():
    assert read([C[:-1], b"\n", C[:-1], b"\n"], 2) == (b"", EngineTurns(c=2))
    assert read([C.replace(b"\n", b"\r\n")], 1)[1] == EngineTurns(c=1)
    assert read([PYTHON[:-1]], 1) == (b"", EngineTurns(python=1))  # it needs none


def test_more_words_than_turns_do_not_count():
    assert read([C * 50], asked=4) == (b"", EngineTurns(c=4))
    assert read([C], asked=0)[1] == EngineTurns()


@pytest.mark.parametrize(
    "line",
    [
        b"[PDATA] engine = cobra",
        b"[PDATA] engine = C",
        b"[PDATA] engine =c",
        b"[PDATA] engine = python 3",
        b" [PDATA] engine = c",
        b"[PDATA] engine = ",
        b"[PDATA+] engine = c",
        b"[PDATA] ENGINE = c",
        b"\xff[PDATA] engine = c",
    ],
)
def test_only_the_exact_words_count(line):
    assert read([line + b"\n"], 1) == (line + b"\n", EngineTurns(unknown=1))


def test_lines_of_other_peoples_bots_stay():
    text = b"[PDATA] depth = 7\n[PDATA] turns = 3\nx\n[PDATA] nodes = 4\n[PDATA] eng"
    assert read([text], 1) == (text, EngineTurns(unknown=1))
    assert read([b"[PDATA] turns = 3\n" + C], 1) == (b"[PDATA] turns = 3\n", EngineTurns(c=1))


def test_words_in_any_pieces_are_counted_alike():
    text = b"a\n" + C + b"[PDATA] x = 1\nwarning" + b"\n" + PYTHON + b"[PDATA]\n" + C + b"end"
    dice = random.Random(5)
    for _ in range(300):
        cuts = sorted(dice.randrange(len(text)) for _ in range(dice.randrange(6)))
        pieces = [text[one:two] for one, two in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert read(pieces, 3)[1] == EngineTurns(c=2, python=1)


@pytest.mark.parametrize(
    "chunk",
    [
        b"[PDATA] iterations = 1\n" * 3000,
        b"[PDATA] engine = " * 4000,
        b"[PDATA] engine = c",
        b"[PDATA] engine = python\n" * 3000,
        b"\n[PDATA] nodes = " * 4000,
    ],
)
def test_a_bot_that_never_stops_costs_little_and_nothing_is_hoarded(chunk):
    words = EngineCount(keeps_blocks=False)
    words.asked = 1
    for _ in range(30):
        words.feed(chunk)
        assert len(words.rest) < 2000
    assert words.counted <= 1


@pytest.mark.parametrize(
    ("turns", "word"),
    [
        ((5, 0, 1), "C"),
        ((0, 5, 0), "Python"),
        ((98, 2, 0), "C 98 %"),
        ((999, 1, 0), "C 99 %"),
        ((1, 999, 0), "C 1 %"),
        ((0, 0, 9), "-"),
        ((0, 0, 0), "-"),
    ],
)
def test_a_column_says_it_in_a_word(turns, word):
    assert engine_word(EngineTurns(*turns)) == word


def test_a_match_counts_every_turn_the_last_one_too_and_keeps_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr(stderr, "LAST_TURN_SECONDS", 60.0)  # of a busy machine
    bots = [write_bot(tmp_path, name, TELLS) for name in ("one", "two")]
    match = Play(Doubles.from_seed(1), bots, "1").run()
    for seat in ("0", "1"):
        assert match.extra["engine"][seat] == {"c": TURNS - 1, "python": 1, "unknown": 0}
        said = "".join(match.extra["stderr"][seat])
        own = "".join(f"[PDATA] mood = {turn}\nbefore\n" for turn in range(1, TURNS + 1))
        assert said == "asked for\n" + own


def test_turns_without_a_word_are_unknown(tmp_path: Path):
    silent = "input()\nwhile True: print(2 * int(input()), flush=True)"
    dies = TELLS.replace("range(1, 7)", "range(1, 4)").replace("\ninput()\n\n", "\n")
    bots = [write_bot(tmp_path, "silent", silent), write_bot(tmp_path, "dies", dies)]
    match = Play(Doubles.from_seed(1), bots, "1").run()
    assert match.extra["engine"]["0"] == {"c": 0, "python": 0, "unknown": TURNS}
    engine = match.extra["engine"]["1"]
    assert (engine["c"], engine["python"]) == (2, 1)


def stat_names() -> dict[str, Path]:
    """Every name that a bot of ours tells with its engine, and a file in which it does."""
    found: dict[str, Path] = {}
    for path in [*HOME.glob("bots/*/*.py"), *HOME.glob("common/search/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in ("stats", "counts"):
                for table in (part for part in ast.walk(node) if isinstance(part, ast.Dict)):
                    keys = (key.value for key in table.keys if isinstance(key, ast.Constant))
                    found |= dict.fromkeys(map(str, keys), path)
    return found


def test_all_that_our_bots_tell_with_their_engine_is_taken_out():
    """Olymbits' side_nodes stayed in every record, and kept what stood before it there."""
    names = stat_names()
    assert {"iterations", "depth", "side_nodes"} <= set(names)
    for name, path in names.items():
        block = f"[PDATA] {name} = 7\n[PDATA] iterations = 12\n".encode() + C
        assert read([b"x\n", block], 1) == (b"x\n", EngineTurns(c=1)), f"{name} of {path}"


@pytest.mark.parametrize("bot", ["csb", "csb#2"])
def test_whom_c_missed_is_told_which_name_is_without_c_on_purpose(bot):
    (line,) = engine_warning(bot, 1)
    assert line.startswith(f"{bot} played 1 turn in Python that C should have played")
    assert line.endswith(" and csb@python is without C on purpose")
    assert engine_warning(bot, 0) == []


@pytest.mark.parametrize("bot", ["csb@python", "csb@python#2"])
def test_who_is_without_c_on_purpose_is_told_nothing(bot):
    assert engine_warning(bot, 90) == []


def test_why_c_never_plays_is_heard_in_whatever_else_is_printed() -> None:
    engine = EngineCount(True)
    engine.feed(b"debug\n" * 5000)
    engine.feed(b"debug\nno C, CPython plays: bot.py:3: not in the subset: 'push'\ndebug\n")
    engine.feed(b"no C, CPython plays: another\n")
    assert engine.no_c == "no C, CPython plays: bot.py:3: not in the subset: 'push'"
