"""Where pages may be written: over nothing but an older page of ours, and never half."""

import errno
import os

import pytest

from botsmith.errors import BadInput
from botsmith.replay.output import MARK, check_page, write_whole
from tests.commands import botsmith

PAGE = b"<!doctype html>\n" + MARK + b"\n"


def test_a_new_page_is_written_and_an_older_one_replaced(tmp_path):
    path = tmp_path / "page.html"
    write_whole(path, PAGE)
    write_whole(path, PAGE + b"new")
    assert path.read_bytes() == PAGE + b"new"
    assert path.stat().st_mode & 0o777 == 0o666 & ~current_umask()
    assert list(tmp_path.iterdir()) == [path]


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("m.jsonl.gz", "expected a name for a page that ends in .html"),
        ("csb.py", "expected a name for a page that ends in .html"),
        ("new.db", "expected a name for a page that ends in .html"),
        ("notes.html", "notes.html: is there and is no page of ours; expected another name"),
        ("folder.html", "folder.html cannot be written: Is a directory"),
    ],
)
def test_other_files_are_not_overwritten(tmp_path, name, complaint):
    (tmp_path / "folder.html").mkdir()
    path = tmp_path / name
    if not path.exists():
        path.write_bytes(b"<!doctype html>\nmine")
    with pytest.raises(BadInput, match=complaint):
        check_page(path)
    with pytest.raises(BadInput, match=complaint):
        write_whole(path, PAGE)
    assert path.is_dir() or path.read_bytes() == b"<!doctype html>\nmine"


def test_a_full_disk_leaves_the_older_page_and_no_half_one(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    write_whole(path, PAGE)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match=r"page\.html cannot be written: No space left on device"):
        write_whole(path, PAGE + b"new")
    assert path.read_bytes() == PAGE
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "words",
    [
        ("play", "uttt", "random", "random", "--replay", "PATH"),
        ("replay", "tests/golden/uttt/matches.jsonl.gz", "-o", "PATH"),
        ("lost", "tests/golden/uttt/matches.jsonl.gz", "--vs", "player 0", "-o", "PATH"),
        ("tune", "uttt", "--report", "PATH"),
        ("league", "uttt", "random", "random", "--report", "PATH"),
    ],
)
@pytest.mark.parametrize("name", ["bot.py", "mine.html"])
def test_commands_refuse_to_write_a_page_over_another_file(tmp_path, ring, words, name):
    path = tmp_path / name
    path.write_bytes(b"mine")
    done = botsmith(*(str(path) if word == "PATH" else word for word in words))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert path.read_bytes() == b"mine"
    assert not ring.exists()  # nothing was played
