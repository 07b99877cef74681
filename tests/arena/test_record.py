"""Records: what is written is what is read, and a bad file says where it is bad."""

import errno
import gzip
import json
import lzma
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from botsmith.arena.store.record import (
    RecordWriter,
    decode_match,
    encode_match,
    match_from_json,
    match_to_json,
    read_matches,
)
from botsmith.errors import BadInput
from botsmith.referees.base import Match, Result, Turn
from botsmith.workspace import HOME as ROOT

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/matches.jsonl.*"))

texts = st.text(max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
lines_by_seat = st.dictionaries(st.integers(0, 3), st.lists(texts, max_size=3), max_size=4)
turns = st.builds(
    Turn,
    inputs=lines_by_seat,
    outputs=lines_by_seat,
    state=json_values,
    extra=st.dictionaries(st.just("why"), json_values),
)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    players = draw(st.integers(1, 4))
    return Match(
        game=draw(texts),
        source=draw(texts),
        seed=draw(texts),
        players=players,
        config=draw(st.dictionaries(texts, json_values, max_size=3)),
        init_inputs=draw(lines_by_seat),
        turns=draw(st.lists(turns, max_size=3)),
        result=Result(
            draw(st.lists(st.integers(-9, 99).map(float), min_size=players, max_size=players)),
            draw(st.lists(st.integers(1, 4), min_size=players, max_size=players)),
            draw(texts),
        ),
        extra=draw(st.dictionaries(st.sampled_from(["bots", "errors"]), json_values)),
    )


@settings(max_examples=12)
@given(matches())
def test_what_is_written_is_what_is_read(match: Match) -> None:
    line = gzip.decompress(encode_match(match))
    assert line.count(b"\n") == 1
    assert match_from_json(json.loads(line), "here") == match


@given(json_values)
def test_any_json_is_a_match_or_a_clear_refusal(value: Any) -> None:
    with pytest.raises(BadInput, match="^here: "):
        match_from_json(value, "here")


def small_match(seed: str = "1") -> Match:
    lines = {0: ["a"], 1: ["b"]}
    result = Result([1.0, 0.0], [1, 2], "done")
    return Match("toy", "test", seed, 2, {"size": 3}, lines, [Turn(lines, lines, [1])], result)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_records_come_back_as_they_were(path: Path) -> None:
    opener = lzma.open if path.suffix == ".xz" else gzip.open
    with opener(path, "rt", encoding="utf-8") as file:
        pairs = zip(file, read_matches(path), strict=True)
        for line, match in islice(pairs, 6):
            golden = json.loads(line)
            written = match_to_json(match)
            assert set(written["result"]) <= set(golden["result"])
            golden["result"] = written["result"] = None
            assert written == golden


def test_matches_are_appended_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl.gz"
    for seeds in ("12", "3"):
        writer = RecordWriter(path)
        for seed in seeds:
            writer.write(encode_match(small_match(seed)))
            assert [match.seed for match in read_matches(path)][-1] == seed  # before it is closed
        writer.close()
    assert [match.seed for match in read_matches(path)] == ["1", "2", "3"]


def test_equal_matches_are_equal_bytes() -> None:
    assert encode_match(small_match()) == encode_match(small_match())


def test_nothing_is_appended_to_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl.gz"
    path.write_bytes(encode_match(small_match())[:-9])
    with pytest.raises(BadInput, match="broken after line"):
        RecordWriter(path)
    whole = encode_match(small_match())
    path.write_bytes(whole + whole[:-9])
    with pytest.raises(BadInput, match="broken after line [12]"):
        RecordWriter(path)
    path.write_text("plain text", encoding="utf-8")
    with pytest.raises(BadInput, match="no gzip file"):
        RecordWriter(path)
    with pytest.raises(BadInput, match="cannot be written"):
        RecordWriter(tmp_path / "no-folder" / "matches.jsonl.gz")


def test_plain_gzip_and_xz_files_are_read(tmp_path: Path) -> None:
    line = gzip.decompress(encode_match(small_match()))
    for name, data in (
        ("a.jsonl", line + b"\n" + line),
        ("b.jsonl.gz", gzip.compress(line + line)),
        ("c.jsonl.xz", lzma.compress(line + line)),
    ):
        (tmp_path / name).write_bytes(data)
        assert len(list(read_matches(tmp_path / name))) == 2


GOOD_LINE = gzip.decompress(encode_match(small_match()))
BAD_FILES = {
    "broken after line": encode_match(small_match())[:-4],
    "no UTF-8 text; expected JSON": b'{"game": "\xff"}\n',
    "no UTF-8 text after line 1; expected JSON": 2 * (GOOD_LINE[:-1] + b" " * 9_000 + b"\n")
    + b"\xff",
    "line 2: expected a JSON object": GOOD_LINE + b'{"game": "csb", \n',
    "line 1: expected a match as a JSON object, got list": b"[]\n",
    "line 1: expected a JSON object: maximum recursion": b"[" * 100_000,
    "line 1: expected a JSON object: Exceeds": b"9" * 5_000,
    "broken": b"\x1f\x8bnot gzip at all",
}


@pytest.mark.parametrize("message", BAD_FILES)
def test_a_bad_file_is_refused_with_file_and_line(tmp_path: Path, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(BAD_FILES[message])
    with pytest.raises(BadInput, match=f"bad.jsonl.*{message}"):
        list(read_matches(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"game": ,\n}', r"bad\.json line 2: expected a JSON object: Expecting value, column 9"),
        ("[" * 100_000, r"bad\.json: expected a JSON object: maximum"),
        ("9" * 5_000, r"bad\.json: expected a JSON object: Exceeds"),
    ],
)
def test_a_file_that_is_one_value_is_refused_as_a_whole(tmp_path, text, message):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="ascii")
    with pytest.raises(BadInput, match=message):
        list(read_matches(path))


@pytest.mark.parametrize(
    "data",
    [b"", b"x", None, gzip.compress(b"[" * 100_000), gzip.compress(b"\xff"), gzip.compress(b"NaN")],
    ids=["nothing", "no gzip", "no bytes", "deep", "no UTF-8", "no JSON"],
)
def test_bytes_that_are_no_record_are_one_line(data: Any) -> None:
    with pytest.raises(BadInput, match="^here: expected a compressed match record: "):
        decode_match(data, "here")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.gz", tmp_path):
        with pytest.raises(BadInput, match="expected a file of match records"):
            list(read_matches(path))


@pytest.mark.parametrize("key", ["game", "seed", "players", "config", "init_in", "turns", "result"])
def test_a_missing_key_is_named(key: str) -> None:
    record = match_to_json(small_match())
    del record[key]
    with pytest.raises(BadInput, match=f"line 7: the key '{key}' is missing"):
        match_from_json(record, "file line 7")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": "2"}, "expected 'players' as int, got str"),
        ({"players": True}, "expected 'players' as int, got bool"),
        ({"players": 3}, "scores and ranks of 3 players"),
        ({"init_in": {"a": []}}, "seat's number as key, got 'a'"),
        ({"init_in": {"0": [1]}}, "expected lists of lines by seat"),
        ({"turns": [{"in": {}}]}, "turn 0: expected the keys 'in' and 'out'"),
        ({"turns": [3]}, "turn 0: expected an object, got int"),
        ({"turns": [{"in": {}, "out": []}]}, "turn 0 out: expected lists of lines by seat"),
        ({"result": {"scores": "ab"}}, "expected 'scores'"),
        ({"result": {"scores": ["1", 0]}}, "expected 'scores'"),
        ({"result": {"scores": [True, 0]}}, "expected 'scores'"),
        ({"result": {"scores": [1, 0], "ranks": {}}}, "expected 'ranks'"),
        ({"result": {"scores": [1, 0], "ranks": [1, 2, 3], "end": ""}}, "of 2 players"),
        ({"result": {"scores": [1], "ranks": [1, 2], "end": ""}}, "of 2 players"),
        ({"result": {"scores": [1, 0], "ranks": [1.5, 2]}}, "expected 'ranks'"),
        ({"result": {"scores": [1, 0], "ranks": [1, 2]}}, "expected 'end'"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=f"^here.*{message}"):
        match_from_json(match_to_json(small_match()) | change, "here")


class NearlyFull:
    """A file on a disk that has room for `room` bytes more."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = int(self.file.write(data[: self.room]))
        self.room -= written
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_a_full_disk_leaves_the_matches_before_and_no_half_one(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl.gz"
    writer = RecordWriter(path)
    record = encode_match(small_match())
    writer.write(record)
    writer.file = NearlyFull(writer.file, len(record) // 2)  # type: ignore[assignment]
    with pytest.raises(BadInput, match=r"m\.jsonl\.gz: cannot be written: No space left on device"):
        writer.write(record)
    writer.close()
    assert path.read_bytes() == record
    assert len(list(read_matches(path))) == 1


@pytest.mark.parametrize("name", ["m.html", "dist.py", "league.db", "m"])
def test_records_are_not_written_to_other_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="expected a name for records that ends in .jsonl.gz"):
        RecordWriter(path)
