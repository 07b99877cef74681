"""Lines in and out: when a turn begins, what an end of input means, and one flushed write."""

import io

import pytest

from common.integers import parse_integers, read_integers
from common.stdio import (
    EndOfInput,
    LineReader,
    UnreadableInput,
    report,
    write_lines,
)


def ticking_reader(text: str) -> LineReader:
    """A reader whose clock says 1.0, 2.0, 3.0 ... at each look."""
    ticks = iter(range(1, 1000))
    return LineReader(io.StringIO(text), lambda: float(next(ticks)))


def test_a_turn_begins_when_its_first_line_has_been_read():
    reader = ticking_reader("a\nb\nc\n")
    seen = [("", reader.started)]
    seen += [(reader.line(), reader.started) for _ in range(2)]
    reader.begin_turn()
    seen += [("", reader.started), (reader.line(), reader.started)]
    assert seen == [("", None), ("a", 1.0), ("b", 1.0), ("", None), ("c", 2.0)]
    assert reader.number == 3


def test_line_ends_of_any_system_are_taken_off_and_blanks_stay():
    reader = ticking_reader(" a \r\nb\n\nc")
    assert [reader.line() for _ in range(4)] == [" a ", "b", "", "c"]


def test_the_end_of_input_between_two_turns_is_the_end_of_the_match():
    reader = ticking_reader("a\n")
    reader.line()
    reader.begin_turn()
    with pytest.raises(EndOfInput):
        reader.line()
    assert reader.is_at_end


def test_the_end_of_input_inside_a_turn_is_an_error_that_names_the_line():
    reader = ticking_reader("a\nb\n")
    reader.line()
    reader.line()
    with pytest.raises(UnreadableInput, match="input ended after line 2, in the middle of a turn"):
        reader.line()
    assert reader.is_at_end


def test_integers_of_a_line():
    reader = ticking_reader("16000 -9000 0\n\n")
    assert read_integers(reader, 3, "x y z") == [16000, -9000, 0]
    assert read_integers(reader, 0, "x y z") == []


WRONG = ["1 2", "1 2 3 4", "1 two 3", "1 2.5 3", "", "1 2 0x3", "1 2 2147483648", "1 -9999999999 3"]


@pytest.mark.parametrize("text", WRONG)
def test_a_line_that_is_not_those_integers_is_named_with_what_was_expected(text):
    reader = ticking_reader(f"\n{text}\n")
    reader.line()
    with pytest.raises(UnreadableInput) as caught:
        read_integers(reader, 3, "x y z")
    assert str(caught.value) == f"line 2: x y z: expected 3 integers, got {text!r}"


def test_a_long_line_is_cut_in_the_message():
    with pytest.raises(UnreadableInput) as caught:
        parse_integers("9" * 100_000, 2, "laps")
    assert len(str(caught.value)) < 150


class Pipe(io.StringIO):
    """Notes each write and flush."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def write(self, text: str) -> int:
        self.calls.append(text)
        return super().write(text)

    def flush(self) -> None:
        self.calls.append("flush")


def test_an_answer_is_one_write_and_one_flush():
    pipe = Pipe()
    write_lines(["1 2 200", "3 4 BOOST"], pipe)
    assert pipe.calls == ["1 2 200\n3 4 BOOST\n", "flush"]


def test_the_log_goes_to_stderr(capsys):
    report("thought")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "thought\n")
