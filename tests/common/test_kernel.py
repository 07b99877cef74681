"""Records, arrays and `assign` as plain CPython sees them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import common.kernel
from botsmith.compiler.compile import as_stated
from botsmith.workspace import HOME as ROOT
from common.kernel import (
    Int8,
    Numbers,
    Records,
    assign,
    capacity,
    numbers,
    record,
    records,
)
from tests.waiting import PATIENCE

SMALL = capacity(pure=5, compiled=50)


@record
class Pod:
    """A record of scalars, one of them with a default."""

    x: float
    shield: int = 3
    finished: bool

    def doubled(self) -> float:
        return self.x * 2.0


@record
class Race:
    """A nested record, an array of records, arrays of each kind of number, and a pool."""

    lead: Pod
    pods: Records[Pod] = records(Pod, 3)
    path: Numbers[int] = numbers(int, 4)
    scores: Numbers[float] = numbers(float, 2)
    flags: Numbers[bool] = numbers(bool, 2)
    pool: Numbers[int] = numbers(int, SMALL)


def entries(array: Any) -> list[Any]:
    """What a fixed array holds: at run time it is a list."""
    return list(array)


def flat(race: Race) -> list[float]:
    """All values of a race, in order."""
    pods = [race.lead, *entries(race.pods)]
    values = [value for pod in pods for value in (pod.x, pod.shield, pod.finished)]
    for array in (race.path, race.scores, race.flags, race.pool):
        values.extend(entries(array))
    return values


def fields(kind: type) -> dict[str, Any]:
    """What a record knows of its fields: kinds, and for arrays kind, length, length in C."""
    known: dict[str, Any] = vars(kind)["kernel_fields"]
    return known


def fill(race: Race, base: int) -> None:
    """Writes another value into every place."""
    for offset, pod in enumerate([race.lead, *entries(race.pods)]):
        pod.x, pod.shield, pod.finished = base + offset + 0.5, base - offset, True
    for array in (race.path, race.pool):
        for index in range(len(array)):
            array[index] = base + index
    race.scores[0], race.scores[1] = base + 0.25, -base - 0.25
    race.flags[0] = True


def test_a_new_record_is_zeros_and_defaults_of_the_right_types():
    pod = Pod()
    assert (pod.x, pod.shield, pod.finished) == (0.0, 3, False)
    assert [type(value) for value in (pod.x, pod.shield, pod.finished)] == [float, int, bool]
    race = Race()
    assert entries(race.path) == [0] * 4
    assert entries(race.scores) == [0.0] * 2
    assert entries(race.flags) == [False] * 2
    assert type(race.scores[0]) is float and type(race.flags[0]) is bool
    assert [pod.shield for pod in entries(race.pods)] == [3, 3, 3]


def test_two_records_share_nothing():
    untouched = flat(Race())
    one, other = Race(), Race()
    fill(one, 10)
    assert flat(other) == untouched
    assert flat(Race()) == untouched


@given(st.integers(-(2**62), 2**62))
def test_assign_copies_deep_and_leaves_no_tie(base):
    source, target = Race(), Race()
    fill(source, base)
    pods, path = target.pods, target.path
    assign(target, source)
    assert flat(target) == flat(source)
    assert target.pods is pods and target.path is path, "changed in place, not replaced"
    kept = flat(target)
    fill(source, base + 1)
    assert flat(target) == kept


def test_a_record_refuses_a_field_that_it_does_not_have():
    with pytest.raises(AttributeError):
        setattr(Pod(), "speed", 1.0)  # noqa: B010


def test_a_record_keeps_its_name_docstring_and_methods():
    assert (Pod.__name__, Pod.__module__) == ("Pod", __name__)
    assert Pod.__doc__ == "A record of scalars, one of them with a default."
    pod = Pod()
    pod.x = 2.0
    assert pod.doubled() == 4.0


@pytest.mark.parametrize("length", [0, -1])
def test_an_array_has_at_least_one_entry(length):
    with pytest.raises(ValueError, match="of length"):
        numbers(int, length)
    with pytest.raises(ValueError, match="of length"):
        records(Pod, length)
    assert (len(numbers(int, 1)), len(records(Pod, 1))) == (1, 1)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("name: str", r"Wrong\.name: not <class 'str'> = None"),
        ("lead: Pod = Pod()", r"Wrong\.lead: not "),
        ("pods: Records[Pod] = records(Race, 2)", r"Wrong\.pods: not .*Sequence\[.*Pod\]"),
        ("words: Numbers[str] = numbers(str, 3)", r"Wrong\.words: not .*Sequence\[str\]"),
        ("words: Numbers[str] = records(str, 3)", r"Wrong\.words: not .*Sequence\[str\]"),
        ("words: Numbers[str] = records(list, 3)", r"Wrong\.words: not .*Sequence\[str\]"),
        ("x: 'float'", r"Wrong\.x: not 'float'"),
    ],
)
def test_a_field_of_another_kind_is_refused_by_name(field, said):
    with pytest.raises(TypeError, match=said):
        exec(f"@record\nclass Wrong:\n    {field}\n", dict(globals()))


def test_numbers_of_another_kind_are_the_nearest_of_their_own(capsys: pytest.CaptureFixture[str]):
    @record
    class Params:
        speed: float = 3
        width: int = 6.6  # type: ignore[assignment]
        flag: bool = 1  # type: ignore[assignment]
        sun: Numbers[float] = [1, 0.96, 7.0]
        right: float = 0.1234567890123456789

    found = Params()
    values = [found.speed, found.width, found.flag, found.sun, found.right]
    assert repr(values) == "[3.0, 7, True, [1.0, 0.96, 7.0], 0.12345678901234568]"
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4 and lines[1] == "width [6.6] becomes [7]"


PASTE = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from common.kernel import Numbers, record


@record
class World:
    \'\'\'A world.

    deep: how far
    \'\'\'

    # 1..2
    deep: int = 20  # 1..30
    ahead: int = 64
    # 1..3 was tried


@record
class Params:
    so_deep: int = 3  # 1..2
    deep: int = 20  # 1..12 turns: looked ahead
    low: float = -0.5  # 1e-2..1E+6: a weight
    sun: Numbers[float] = [1.0, 11.0]  # -2..2
    long: Numbers[float] = [
        1e3,
        True,  # the second
        "0.5",
    ]  # 0..1.5
    ahead: int = 64  # 1..12 turns: looked ahead
    hexed: int = 0x10  # 1..9
    parted: int = 1_000  # 1..9
    zero: float = -0.0  # 0..9
    whole: float = 300  # 0..9
    word: int = "fast"  # 3..9
    huge: int = 1e999  # 3..9
    wide: int = -(2**70)
    vast: float = 1e999
    free: int = 99  # up to 3..4, say
    dots: int = 98  # 3... as it was
    none: float = 99.0


for one in (World(), Params()):
    print([getattr(one, name) for name in one.__slots__])
"""


def test_a_pastes_numbers_are_the_nearest_of_their_kind_in_the_range_of_their_record(
    tmp_path: Path,
):
    file = tmp_path / "paste.py"
    file.write_text(PASTE)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=PATIENCE)
    world, params = done.stdout.splitlines()
    assert world == "[20, 64]"
    assert params == (
        "[2, 12, 0.01, [1.0, 2.0], [1.5, 1.0, 0.5], 12, 9, 9, -0.0, 9.0, 3, 9, "
        "-9223372036854775807, 1e+308, 99, 98, 99.0]"
    )
    lines = done.stderr.splitlines()
    assert "deep [20] becomes [12]" in lines and "word ['fast'] becomes [3]" in lines
    assert len(lines) == 13, done.stderr


def test_a_default_that_does_not_fit_its_field_is_refused_by_name():
    with pytest.raises(TypeError, match=r"Wrong\.x: not .*Int8.* = 128"):

        @record
        class Wrong:
            x: Int8 = 128


def test_a_list_of_numbers_is_the_default_of_an_array():
    @record
    class Knots:
        order: Numbers[int] = [3, 0, 2]
        flags: Numbers[bool] = [True]
        signs: Numbers[float] = [0.0, -0.0]

    one, other = Knots(), Knots()
    assert (one.order, one.flags, str(one.signs)) == ([3, 0, 2], [True], "[0.0, -0.0]")
    one.order[0] = 5
    assert other.order == [3, 0, 2], "each record has its own"
    assign(other, one)
    assert other.order == [5, 0, 2]
    assert Knots.kernel_fields["order"] == [int, 3, 3]  # type: ignore[attr-defined]
    assert Knots.kernel_given  # type: ignore[attr-defined]


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a build imports a bot: what a paste would mend is refused."""
    monkeypatch.setattr(common.kernel, "legal", as_stated)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("order: Numbers[int] = [2.0]", r"Wrong\.order: not .*Sequence\[int\]"),
        ("order: Numbers[int] = []", r"Wrong\.order: not .*Sequence\[int\]"),
        ("order: Numbers[int] = numbers(float, 3)", r"Wrong\.order: not .*Sequence\[int\]"),
        ("order: Numbers[int] = records(Pod, 3)", r"Wrong\.order: not .*Sequence\[int\]"),
        ("x: Numbers[float] = [1.0, float('nan')]", r"Wrong\.x: not "),
        ("x: float = float('inf')", r"Wrong\.x: not <class 'float'> = "),
        ("x: float = float('-inf')", r"Wrong\.x: not <class 'float'> = "),
        ("x: float = float('nan')", r"Wrong\.x: not <class 'float'> = "),
    ],
)
def test_a_default_is_of_its_kind_and_finite(field, said, at_home):
    with pytest.raises(TypeError, match=said):
        exec(f"@record\nclass Wrong:\n    {field}\n", dict(globals()))


def test_a_default_keeps_the_sign_of_its_zero():
    @record
    class Signed:
        x: float = -0.0

    assert str(Signed().x) == "-0.0"


def two_twins() -> list[type[Any]]:
    """Two classes of one name."""
    made: list[type[Any]] = []
    for value in (1, 2):

        @record
        class Twin:
            number: int = value

        made.append(Twin)
    return made


def test_two_classes_of_one_name_stay_apart_in_a_record():
    first, second = two_twins()

    @record
    class Both:
        one: first  # type: ignore[valid-type]
        two: second  # type: ignore[valid-type]
        more: Records[first] = records(first, 2)  # type: ignore[valid-type]

    both: Any = Both()
    assert (both.one.number, both.two.number, both.more[1].number) == (1, 2, 1)


def test_a_field_may_have_any_name():
    @record
    class Odd:
        make: Pod
        copy: Records[Pod] = records(Pod, 2)
        range: Records[Pod] = records(Pod, 9)
        source: int

    source, target = Odd(), Odd()
    source.range[8].x, source.copy[1].x, source.make.x, source.source = 1.0, 2.0, 3.0, 4
    assign(target, source)
    assert (target.range[8].x, target.copy[1].x) == (1.0, 2.0)
    assert (target.make.x, target.source) == (3.0, 4)


def test_a_pool_has_its_pure_length_on_cpython_and_knows_the_compiled_one():
    assert len(Race().pool) == 5
    assert fields(Race)["pool"] == [int, 5, 50]
    assert fields(Race)["path"] == [int, 4, 4]


@pytest.mark.parametrize(("pure", "compiled"), [(0, 5), (6, 5), (-1, 5)])
def test_a_capacity_is_at_least_one_and_no_smaller_when_compiled(pure, compiled):
    with pytest.raises(ValueError, match="capacity: not 1 <= "):
        capacity(pure, compiled)
    assert capacity(1, 1) == capacity(1, 5) == 1


def test_arithmetic_on_a_capacity_is_the_same_for_both_engines():
    @record
    class Doubled:
        pool: Numbers[int] = numbers(int, SMALL * 2)

    assert fields(Doubled)["pool"] == [int, 10, 10]
