"""A value network in integers: its sums, its score, and its weights as text."""

import ast
import tokenize
import unicodedata
from base64 import b85encode
from io import BytesIO
from random import Random
from zlib import crc32

import pytest
from hypothesis import given, settings, strategies as st

from botsmith.compiler.compile import native_engine
from common.engine import Engine, EngineFailed
from common.kernel import Int8, Int16, Numbers, Records, assign, kernel, numbers, record, records
from common.nets.wide import decode
from common.network import TOP, bind, spread

INPUTS = 12
LANES = 40


@record
class Column:
    """An input's weights."""

    of: Numbers[int] = numbers(Int8, LANES)


@record
class Memory:
    """A small network, the sums of a position, and what changes."""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(Int16, LANES)
    sums: Numbers[int] = numbers(Int16, LANES)
    changes: Numbers[int] = numbers(Int16, INPUTS)


score_after = bind(LANES)


@kernel
def score_of(memory: Memory, count: int, stays: bool) -> int:
    """The score after changes."""
    points = score_after(memory.sums, memory.columns, memory.changes, count, memory.last, stays)
    return points


def network(seed: int) -> Memory:
    """Random weights of eight bits."""
    dice, made = Random(seed), Memory()
    for column in made.columns:
        column.of[:] = [dice.randint(-128, 127) for _ in range(LANES)]
    made.last[:] = [dice.randint(-128, 127) for _ in range(LANES)]
    return made


def plain_score(made: Memory, places: set[int]) -> int:
    """The score of some inputs, as the definition says."""
    total = 0
    for lane in range(LANES):
        lane_sum = sum(made.columns[place].of[lane] for place in places)
        total += sorted([0, lane_sum, 255])[1] * made.last[lane]
    return total


# ---- Sums and score


def some_changes(dice: Random, on: set[int]) -> list[int]:
    """Inputs that go on and ~those that go off, up to all of them; changes `on`."""
    places = dice.sample(range(INPUTS), dice.randint(0, INPUTS))
    on ^= {*places}
    return [place if place in on else ~place for place in places]


def test_inputs_that_go_on_and_off_leave_the_sums_of_those_that_are_on():
    for seed in range(20):
        made, dice = network(seed), Random(seed)
        on: set[int] = set()
        for _ in range(60):
            before = [*made.sums]
            changes = some_changes(dice, on)
            made.changes[: len(changes)] = changes
            assert score_of(made, len(changes), False) == plain_score(made, on)
            assert made.sums == before
            assert score_of(made, len(changes), True) == 0
            for lane in range(LANES):
                assert made.sums[lane] == sum(made.columns[at].of[lane] for at in on)
            assert score_of(made, 0, False) == plain_score(made, on)


def score(sums: list[int], last: list[int]) -> int:
    """Of sums as they are; the other lanes are 0."""
    rest = [0] * (LANES - len(sums))
    return score_after(sums + rest, [], [], 0, last + rest, False)


def test_outputs_are_cut_to_0_and_the_top():
    assert TOP == 255
    assert score([-7, -1, 0, 1, 254, 255, 256, 9000], [1, 1, 1, 1, 0, 0, 0, 0]) == 1
    for lane_sum, output in [(-7, 0), (-1, 0), (0, 0), (1, 1), (254, 254), (255, 255), (256, 255)]:
        assert score([lane_sum], [-3]) == -3 * output
    assert score([-300, 300], [100, 2]) == 510


def test_c_has_the_same_sums_and_scores(require):
    require("gcc")
    engines = [Engine(Memory), native_engine(Memory, (score_of,))]
    for seed in range(5):
        dice, made = Random(seed), network(seed)
        for engine in engines:
            for column, there in zip(made.columns, engine.memory.columns, strict=True):
                there.of[:] = column.of
            for lane in range(LANES):
                engine.memory.last[lane] = made.last[lane]
                engine.memory.sums[lane] = 0
            engine.call(score_of, 0, False)  # CPython looks at the weights again
        on: set[int] = set()
        for _ in range(100):
            changes = some_changes(dice, on)
            for engine in engines:
                for index, change in enumerate(changes):
                    engine.memory.changes[index] = change
            results = [engine.call(score_of, len(changes), False) for engine in engines]
            assert results[0] == results[1] == plain_score(made, on)
            for engine in engines:
                engine.call(score_of, len(changes), True)
            assert [*engines[0].memory.sums] == [*engines[1].memory.sums]


def test_last_weights_may_repeat():
    repeating = bind(LANES, 8)
    for seed in range(20):
        made = network(seed)
        made.last[:] = [*made.last[:8]] * (LANES // 8)
        on, changes = set(range(INPUTS)), [*range(INPUTS)]
        score = repeating(made.sums, made.columns, changes, INPUTS, made.last, False)
        assert score == plain_score(made, on)


def test_cpython_notices_other_columns_and_looks_again_when_nothing_changes():
    on = {1, 4}
    for made in (network(1), network(2)):
        assert score_after(made.sums, made.columns, [1, 4], 2, made.last, False) == plain_score(
            made, on
        )
    assign(made, network(3))
    assert score_after(made.sums, made.columns, [], 0, made.last, False) == 0
    assert score_after(made.sums, made.columns, [1, 4], 2, made.last, False) == plain_score(
        made, on
    )


def test_sums_reach_the_ends_of_16_bits():
    made = Memory()
    made.columns[0].of[:] = [1, -1] * (LANES // 2)
    low, high = -(2**15), 2**15 - 1
    for before, after in (([low, high], [low + 1, high - 1]), ([high - 1, low + 1], [high, low])):
        made.sums[:] = before * (LANES // 2)
        score_after(made.sums, made.columns, [0], 1, made.last, True)
        assert made.sums == after * (LANES // 2)
        score_after(made.sums, made.columns, [~0], 1, made.last, True)
        assert made.sums == before * (LANES // 2)


def test_c_stops_at_an_input_that_the_network_has_not(require):
    require("gcc")
    engine = native_engine(Memory, (score_of,))
    for place in (INPUTS, ~INPUTS):
        engine.memory.changes[0] = place
        with pytest.raises(EngineFailed, match="IndexError"):
            engine.call(score_of, 1, False)


# ---- Symmetries


def test_a_column_holds_the_weights_of_where_its_input_goes():
    weights = [10, 11, 20, 21, 30, 31, 99]  # of three inputs, two each; then others
    assert spread(weights, 2, [[0, 1, 2], [2, 1, 0]]) == [
        [10, 11, 30, 31],
        [20, 21, 20, 21],
        [30, 31, 10, 11],
    ]


@given(st.permutations(range(5)), st.sets(st.integers(0, 4)), st.integers(0, 10**6))
@settings(max_examples=50)
def test_a_network_of_all_turns_sees_no_difference_between_them(places, on, seed):
    """The symmetries are a permutation and its powers, as of a board that is turned."""
    symmetries = [list(range(5))]
    while len(symmetries) == 1 or symmetries[-1] != symmetries[0]:
        symmetries.append([places[place] for place in symmetries[-1]])
    del symmetries[-1]
    dice = Random(seed)
    columns = spread([dice.randint(-100, 100) for _ in range(15)], 3, symmetries)
    last = [dice.randint(-100, 100) for _ in range(3)] * len(symmetries)

    def value(inputs: set[int]) -> int:
        rows = zip(*(columns[place] for place in inputs), strict=True)
        return score([sum(row) for row in rows] or [0] * len(last), last)

    assert value(on) == value({places[place] for place in on})


# ---- Weights as text


def text_of(values: list[int], bits: int, crc: int | None = None) -> str:
    """A text of weights, made bit by bit: the first number has the lowest bits."""
    string = "".join(f"{value + 2 ** (bits - 1):0{bits}b}"[::-1] for value in values)
    string += "0" * (-len(string) % (8 * bits))
    data = bytes(int(string[at : at + 8][::-1], 2) for at in range(0, len(string), 8))
    letters = b85encode(data).decode("ascii")
    check = crc32(repr((values, 2.5)).encode()) if crc is None else crc
    head = f"bits {bits}\nscale 2.5\ncount {len(values)}\ncrc {check}\nfrom a test, of no use"
    body = "\n".join(letters[at : at + 50] for at in range(0, len(letters), 50))
    return f"{head}\n\n{body}\n"


def test_a_text_is_what_its_description_says():
    assert crc32(b"([-8, -7, 7, 0, 1, 2, 3, 4, 5], 0.1)") == 860835944
    data = bytes([0x10, 0x8F, 0xA9, 0xCB, 0x0D, 0, 0, 0])
    written = f"bits 4\nscale 0.1\ncount 9\ncrc 860835944\n\n{b85encode(data).decode()}"
    assert decode(written) == ([-8, -7, 7, 0, 1, 2, 3, 4, 5], 0.1)


@pytest.mark.parametrize("bits", [1, 3, 7, 8])
@pytest.mark.parametrize("count", [1, 8, 9])
def test_numbers_of_any_width_come_back(bits, count):
    dice, low = Random(bits * count), -(2 ** (bits - 1))
    values = [low, -low - 1, *(dice.randint(low, -low - 1) for _ in range(count))][:count]
    assert decode(text_of(values, bits)) == (values, 2.5)
    assert decode("\n" + text_of(values, bits).replace("\n\n", "\n\n  ") + "\n\n") == (values, 2.5)


@given(st.data())
@settings(max_examples=80)
def test_a_damaged_text_is_refused(data):
    """Any other letter of the numbers or of their checksum, and a lost, added or moved one."""
    values = [Random(1).randint(-32, 31) for _ in range(64)]
    head, _, body = text_of(values, 6).strip().partition("\n\n")
    letters = body.replace("\n", "")
    place = data.draw(st.integers(0, len(letters) - 1))
    other = data.draw(st.sampled_from("0Zz~!") | st.sampled_from(letters))
    changed = [
        letters[:place] + other + letters[place + 1 :],
        letters[:place] + letters[place + 1 :],
        letters[:place] + other + letters[place:],
    ]
    for broken in changed:
        if broken != letters:
            with pytest.raises(ValueError):
                decode(f"{head}\n\n{broken}")
    with pytest.raises(ValueError, match="the weights are damaged: their checksum is another one"):
        decode(text_of(values, 6, crc=1))


# ---- The wide form of the text

ALPHABET = [chr(0x4E00 + value) for value in range(2**14)]


def wide_text(values: list[int], bits: int) -> str:
    """A text in the wide form, made bit by bit."""
    string = "".join(f"{value + 2 ** (bits - 1):0{bits}b}"[::-1] for value in values)
    string += f"{0:0{bits}b}" * (-len(values) % 8)
    string += "0" * (-len(string) % 56)
    letters = "".join(
        ALPHABET[int(string[at : at + 14][::-1], 2)] for at in range(0, len(string), 14)
    )
    crc = crc32(f"{bits} {len(values)} 2.5 {letters}".encode())
    return f"bits {bits}\nscale 2.5\ncount {len(values)}\ncrc {crc}\n\n{letters}\n"


@pytest.mark.parametrize("bits", [1, 2, 7, 8, 13, 14, 15, 31])
def test_the_wide_form_holds_14_bits_a_character(bits):
    low = -(2 ** (bits - 1))
    for count in (1, 8, 99):
        dice = Random(bits * count)
        values = [low, -low - 1, *(dice.randint(low, -low - 1) for _ in range(count))][:count]
        assert decode(wide_text(values, bits)) == (values, 2.5)
        assert decode(wide_text(values, bits).replace("\n\n", "\n\n  ") + "\n") == (values, 2.5)


def test_nothing_on_the_way_changes_a_character_of_the_wide_form():
    """Assigned letters, one UTF-16 unit each, that no normalisation, case or line break touches."""
    text = "".join(ALPHABET)
    assert all(unicodedata.category(letter) == "Lo" for letter in ALPHABET)
    assert all(unicodedata.name(letter).startswith("CJK UNIFIED IDEOGRAPH") for letter in ALPHABET)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert unicodedata.normalize(form, text) == text
    assert text == text.lower() == text.upper() == text.casefold() == text.strip()
    assert text.splitlines() == [text] == text.split()
    assert len(text.encode("utf-16-le")) == 2 * 2**14 and text.encode().decode() == text
    source = f'WEIGHTS = """\n{text}\n"""\n'
    assert ast.literal_eval(source.removeprefix("WEIGHTS = ")).strip() == text
    results = [token.string for token in tokenize.tokenize(BytesIO(source.encode()).readline)]
    assert f'"""\n{text}\n"""' in results


@given(st.data())
@settings(max_examples=80)
def test_a_spoilt_character_of_the_wide_form_is_refused(data):
    values = [Random(1).randint(-32, 31) for _ in range(64)]
    head, _, body = wide_text(values, 6).strip().partition("\n\n")
    place = data.draw(st.integers(0, len(body) - 1))
    far = [chr(ord(body[place]) + 0x4000), "?", "\ufffd", "\udc80", "\U0001f40d", "A"]
    other = data.draw(st.sampled_from(far) | st.sampled_from(ALPHABET))
    for broken in (
        body[:place] + other + body[place + 1 :],
        body[:place] + body[place + 1 :],
        body[:place] + other + body[place:],
    ):
        if broken != body:
            with pytest.raises(ValueError):
                decode(f"{head}\n\n{broken}")


@pytest.mark.parametrize(
    "line", ["bits 7", "bits 44", "bits 0", "bits -6", "count 63", "scale 2.6"]
)
def test_another_head_of_the_wide_form_is_refused(line):
    text = wide_text([Random(3).randint(-32, 31) for _ in range(64)], 6)
    name = line.split()[0]
    damaged = "\n".join(line if row.startswith(name) else row for row in text.split("\n"))
    with pytest.raises(ValueError, match="damaged"):
        decode(damaged)
