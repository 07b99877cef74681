"""What a bot's sources say of a fault: bots are hostile, and their sources are too."""

import pytest

from botsmith.arena.process.mistakes import ANY, has_form, printed_at


@pytest.mark.parametrize(
    ("form", "fitting", "other"),
    [
        ("WAIT", "WAIT", "WAIT "),
        (f"MOVE {ANY}", "MOVE 1 2", "MOVE"),
        (f"{ANY} {ANY}", "1 2", "12"),
        (f"a{ANY}a", "aa", "a"),
        (f"a{ANY}b{ANY}c", "a b c", "a c b"),
        (ANY, "", None),
    ],
)
def test_a_printed_line_has_the_form_of_its_call(form, fitting, other):
    assert has_form(fitting, form)
    assert other is None or not has_form(other, form)


def test_many_values_in_a_row_take_no_time(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("print(f'" + "{a}" * 40 + "x')\nprint('go', a)\n")
    assert printed_at(["a" * 999 + "y"], ["python3", str(file)]) == ""
    assert printed_at(["go north"], ["python3", str(file)]) == " at bot.py:2"


def test_a_call_without_arguments_and_a_chain_of_names_are_read_too(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(
        "sys.stdout.write()\nwrite()\n" + "a" + ".b" * 900 + "\nsys.stdout.write('x')\n"
    )
    assert printed_at(["x"], ["python3", str(file)]) == " at bot.py:4"
