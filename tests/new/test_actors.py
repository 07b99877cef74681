"""Who acts, as UNITS says it: read, refused in one line, guessed where nobody says it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.actors import Actors, parse_actors
from botsmith.new.answers import MOVE_BITS, sizes_of, verbs_of
from botsmith.new.guess import guess_actors, with_units
from botsmith.new.scaffold import Form, contest_files, make_form, notes_on, template_values
from botsmith.new.stub import Stub, parse_stub, read_stub
from botsmith.referees.orders import read_order
from common.orders import order_text

DATA = Path(__file__).parents[1] / "data"
SAID = sorted((DATA / "contests").glob("*.txt"))
TOLD = """gameloop
read n:int
loop n read trollId:int kind:word(9) owner:int x:int y:int
read ownCount:int
"""
TROLL = "troll in=n id=trollId whose=owner most=3"
REFUSED = {
    "": "nobody acts",
    "hand": "hand: expected most=N with 1..32, got ''",
    "hand most=40": "hand: expected most=N with 1..32, got '40'",
    "hand most=1 most=2": "hand: most is there twice",
    "hand most=1 size=2": "hand: expected chain most= verbs=, got 'size=2'",
    "hand most=1 | hand most=2": "'hand': a second one; expected one hand",
    f"{TROLL} | troll in=n most=1 whose=x": "'troll': a second one; expected one kind of unit",
    "troll id=trollId most=3 whose=owner": "troll: expected in=LOOP",
    "troll in=n,m whose=x most=3": "troll: expected whose=, or two loops as in=OWN,RIVAL, not both",
    f"{TROLL} when=kind": "troll: expected when=COLUMN:VALUE,..., got 'kind'",
    f"{TROLL} | hand most=30": "66 orders of both sides a turn; expected 64 at most",
    "hand most=16 | answer lines=2": "16 orders of a side in 2 lines; expected as many",
    "hand most=2 | answer lines=n sep=;": "sep=; is for an answer of one line, and lines=n",
    f"{TROLL} | answer id=MOVE": "answer: expected id=first or id=VERB.1,..., got 'MOVE'",
    f"{TROLL} | answer lines=a-b": "answer: expected lines=N or a variable, got 'a-b'",
}
MISFITS = {
    "troll in=n most=3": "troll: expected whose=COLUMN; columns: trollId kind owner x y",
    "troll in=m id=trollId whose=owner most=3": "no loop of a turn has this amount; there are: n",
    "troll in=n id=id whose=owner most=3": "no column id in loop n; it has: trollId kind owner x y",
    "troll in=n id=kind whose=owner most=3": "kind is a word; expected a whole number",
    "troll in=n id=trollId whose=side most=3": "no column of loop n, no list of ids",
    "troll in=n id=trollId whose=kind most=3": "is a word; expected whose=kind:OWN,RIVAL",
    "troll in=n id=trollId whose=owner:A,B most=3": "owner is a int, never A",
    "troll in=n id=trollId whose=n.owner most=3": "",
    f"{TROLL} | answer lines=many": "answer: lines=many: expected a number or a variable",
    f"{TROLL} | answer lines=2": "3 orders of a side in 2 lines",
    f"{TROLL} | answer id=JUMP.1": "OUTPUT has no order JUMP; it has WAIT, MOVE",
    f"{TROLL} | answer id=MOVE.3": "id=MOVE.3: MOVE has 2 values in OUTPUT",
    f"{TROLL} | hand most=1": "expected verbs= behind hand",
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.items(), ids=REFUSED)
def test_a_line_that_says_nobody_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=re.escape(reason)) as refused:
        parse_actors(text)
    assert "\n" not in str(refused.value) and str(refused.value).startswith("UNITS: ")


@pytest.mark.parametrize(("text", "reason"), MISFITS.items(), ids=MISFITS)
def test_a_line_that_the_stub_does_not_bear_out_is_refused(text: str, reason: str) -> None:
    stub = parse_stub(f"{TOLD}loop ownCount write WAIT\n\nOUTPUT\nWAIT | MOVE <x> <y>")
    if not reason:
        template_values("x", form_of(stub, parse_actors(text)))
        return
    with pytest.raises(BadInput, match=re.escape(reason)) as refused:
        template_values("x", form_of(stub, parse_actors(text)))
    assert "\n" not in str(refused.value)


def test_units_of_one_rival_are_for_two_players() -> None:
    with pytest.raises(BadInput, match="expected --players 2, got up to 4"):
        contest_files("x", make_form("2..4", "together", "plans", DATA / "contests" / "pacs.txt"))


def test_a_loop_of_the_rivals_is_found_by_its_name() -> None:
    stub = read_stub(DATA / "contests" / "seabed_security.txt")
    said = parse_actors("drone in=myDroneCount id=droneId most=2 | answer lines=myDroneCount")
    assert notes_on(form_of(stub, said))[1:] == notes_on(form_of(stub, stub.actors or said))[1:]


def test_a_mistake_in_the_heading_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "stub.txt").write_text("gameloop\nread x:int\nwrite GO\n\nUNITS\nhand\n")
    with pytest.raises(BadInput, match="stub.txt, line 6: UNITS: hand: expected most=N"):
        read_stub(tmp_path / "stub.txt")


# ---- Orders


def form_of(stub: Stub, actors: Actors) -> Form:
    """A contest for two without a search."""
    return Form(2, 2, "together", "none", stub, actors)


def forms(output: str, said: str = "hand most=1", write: str = "WAIT") -> list[str]:
    stub = parse_stub(f"{TOLD}write {write}\n\nOUTPUT\n{output}")
    return [verb.form for verb in verbs_of(stub, parse_actors(said))]


ORDERS = {
    "WAIT | MOVE <x> <y> | DIG [deep]": ["WAIT", "MOVE {} {}", "DIG [{}]"],
    "MOVE x y | BUILD n (a tree) | EAT <the tree>.": ["WAIT", "MOVE {} {}", "BUILD {}", "EAT {}"],
    "Say one of UP, DOWN or LEFT.\nThe order GROW <x> grows": [
        *("WAIT", "UP", "DOWN", "LEFT", "GROW {}")
    ],
    "any number of, with ; between: GO <x> | WAIT | MSG <text>": ["WAIT", "GO {}", "MSG ..."],
    "PICK <n>, then any number of HIT <a> <b> or PASS": ["PASS", "WAIT", "PICK {}", "HIT {} {}"],
    "CAST <id> | CAST <id> <times> | REST [message]": ["REST ...", "WAIT", "CAST {} [{}]"],
    "<x> <y> <thrust> | <x> <y> BOOST": ["WAIT", "{} {} {}", "{} {} BOOST"],
    "FLY <x> <light (1|0)> | TURN <LEFT|RIGHT>": ["WAIT", "FLY {} {}", "TURN {}"],
    "MOVE&BUILD <index> <dir1> <dir2> | SPELL WIND <x>": [
        *("WAIT", "MOVE&BUILD {} {} {}", "SPELL WIND {}")
    ],
    "<trollId> MOVE <x> | WAIT": ["WAIT", "{} MOVE {}"],
    "A line each: WAIT | GO <x> | HIT <id>": ["WAIT", "GO {}", "HIT {}"],
    "GO 3 4 goes to 3, 4\nGO <x> <y>: as DIG 7, shown in the HUD.": ["WAIT", "GO {} {}", "DIG {}"],
    "BUILD building x where building is one of the following: MINE, TOWER": ["WAIT", "BUILD {} {}"],
    "DROP <amount> AT <x> <y> | <box> <side> [MSG <text>]": [
        *("WAIT", "DROP {} AT {} {}", "{} {} ...")
    ],
}


@pytest.mark.parametrize(("output", "wanted"), ORDERS.items(), ids=ORDERS)
def test_orders_are_the_commands_of_output(output: str, wanted: list[str]) -> None:
    assert forms(output) == wanted


def test_an_order_has_the_id_of_its_unit_where_units_says_so() -> None:
    output = "MOVE <id> <x> | <trollId>;DIG | TRAIN <speed>"
    said = f"{TROLL} | hand most=1 verbs=TRAIN | answer id=MOVE.1"
    assert forms(output, said) == ["WAIT", "MOVE {id} {}", "DIG", "TRAIN {}"]
    said = f"{TROLL} | hand most=1 verbs=TRAIN | answer id=first;"
    assert forms(output, said) == ["{id};WAIT", "{id};MOVE {} {}", "{id};DIG", "TRAIN {}"]


def test_what_the_stub_writes_is_an_order_and_says_words() -> None:
    assert forms("", write="MOVE 8000 4500") == ["MOVE {} {}"]
    assert forms("", "hand most=2 | answer lines=2") == ["WAIT"]
    assert forms("MOVE <x> | WAIT", write="WAIT 1") == ["WAIT {}", "MOVE {}"]
    assert forms("FOLD | CALL", write="CALL;hello") == ["CALL", "FOLD"]
    assert forms("<box> <side>", write="A1 B MSG hello") == ["{} {}"]


WORDS = {  # what a stub writes and OUTPUT: the words of each order's last value, and if it is sure
    ("PUSH 3 RIGHT", "PUSH <id> <direction>"): [(("UP", "RIGHT", "DOWN", "LEFT"), False)],
    ("GET 1", "GET <n> <kind>"): [(("KIND",), False)],
    ("BUILD A", "BUILD <MINE or TOWER> | ASK <item: RADAR, TRAP>"): [
        *((("MINE", "TOWER"), True), (("RADAR", "TRAP"), True))
    ],
    ("GO UP", "GO <way> | FLY <way>\n<way> is one of UP, DOWN or OUT"): [
        *((("UP", "DOWN", "OUT"), True), (("UP", "DOWN", "OUT"), True))
    ],
    ("MOVE&BUILD 0 N", "<type> <index> <dir1>"): [(("N", "E", "S", "W"), False)],
    ("1 A1B1 hi", "<cardId> <move> [message]"): [(("A1B1",), False)],
    ("a2a3", "A move, such as a2a3"): [(("a2a3",), False)],
}


@pytest.mark.parametrize(("said", "wanted"), WORDS.items(), ids=[*map(" ".join, WORDS)])
def test_a_value_has_the_words_that_output_or_the_stub_says(
    said: tuple[str, str], wanted: list[tuple[tuple[str, ...], bool]]
) -> None:
    stub = parse_stub(f"{TOLD}write {said[0]}\n\nOUTPUT\n{said[1]}")
    verbs = verbs_of(stub, parse_actors("hand most=1"))
    assert [(verb.values[-1].words, verb.values[-1].is_sure) for verb in verbs] == wanted
    orders = [(verb.form, tuple(value.words for value in verb.values)) for verb in verbs]
    text = order_text(orders, sizes_of(verbs), 0)
    assert read_order(orders, sizes_of(verbs), text) == (0, -1)


@pytest.mark.parametrize("form", ["kind: {}", "kind is {}", "kind is one of {}", "kind in {}"])
def test_a_value_in_brackets_has_the_name_before_its_words(form: str) -> None:
    stub = parse_stub(f"{TOLD}write WAIT\n\nOUTPUT\nBUY <{form.format('MINE or TOWER')}> | WAIT")
    (value,) = verbs_of(stub, parse_actors("hand most=1"))[1].values
    assert (value.name, value.words) == ("kind", ("MINE", "TOWER"))


def test_ids_stand_before_the_orders_that_output_shows_with_one() -> None:
    shown = "<trollId> UP | <trollId> DOWN | MARK <x> | WAIT"
    said = f"{TROLL} | answer sep=; id=first"
    assert forms(shown, said) == ["WAIT", "{id} UP", "{id} DOWN", "MARK {}"]


def test_an_order_of_values_without_end_has_those_that_output_names() -> None:
    output = "POD <podId> <stop1> <stop2> ... | WAIT"
    assert forms(output, write="POD 42 0 1 0 2 0 1 0 2 1") == ["WAIT", "POD {} {} {}"]
    words = " ".join("0" * 9)
    stub = parse_stub(f"{TOLD}write POD {words}\n\nOUTPUT\nWAIT")
    form = replace(make_form("2", "together", "none", None), stub=stub, is_own=False)
    assert "value9: int" in contest_files("x", form)["bots/x/rules.py"]


def test_a_stub_that_says_no_order_is_refused() -> None:
    with pytest.raises(BadInput, match="OUTPUT: no order, and the stub writes nothing"):
        forms("", write='join("")')


def test_a_list_without_an_order_for_nothing_says_the_stubs_own_words() -> None:
    assert forms("MOVE <x> | FIRE", "hand most=3 | answer sep=|", "MOVE 1") == [
        *("MOVE 1", "MOVE {}", "FIRE")
    ]


@pytest.mark.parametrize("path", SAID, ids=lambda path: path.stem)
def test_a_move_says_each_order_and_is_read_again(path: Path) -> None:
    stub = read_stub(path)
    assert stub.actors is not None
    verbs = verbs_of(stub, stub.actors)
    sizes = sizes_of(verbs)
    assert sum(sizes) <= MOVE_BITS
    orders = [(verb.form, tuple(value.words for value in verb.values)) for verb in verbs]
    for number, verb in enumerate(verbs):
        move, at = number, sizes[0]
        for value, size in zip(verb.values, sizes[1:], strict=False):
            move |= (len(value.words) - 1 if value.words else (1 << size) - 1) << at
            at += size
        text = order_text(orders, sizes, move, 7)
        found, id_ = read_order(orders, sizes, text)
        assert order_text(orders, sizes, found, id_) == text
        assert id_ == (7 if "{id}" in verb.form else -1)


def test_a_text_that_is_no_order_is_refused_with_what_would_be_right() -> None:
    orders = [("WAIT", ()), ("GROW {id} {}", (("N", "S"),)), ("{} {}", ((), ()))]
    for text, reason in (
        ("JUMP", "no such order: 'JUMP'"),
        ("GROW 1 X", "expected N|S of ORDERS, got 'X'"),
        ("5 99", "expected 0..15, got '99'"),
        ("5 -1", "expected 0..15, got '-1'"),
    ):
        with pytest.raises(ValueError, match=re.escape(reason)):
            read_order(orders, (2, 4, 4), text)


def test_more_values_than_a_move_holds_are_refused() -> None:
    words = " ".join(f"<a{number}>" for number in range(40))
    stub = parse_stub(f"{TOLD}write WAIT\n\nOUTPUT\nSAY IT {words}")
    with pytest.raises(BadInput, match="SAY IT has 40 values, for which a move of 31 bits"):
        sizes_of(verbs_of(stub, parse_actors("hand most=1")))


# ---- Guesses


LINES = "loop ownCount write "
GUESSES = {
    "write WAIT\n\nOUTPUT\nMOVE x y | DIG": "hand most=1 | answer lines=1",
    "write A\nwrite B": "hand most=2 | answer lines=2",
    "loop ownCount write A\nB": "hand most=2 | answer lines=2",
    "loop ownCount loop 2 write A": (
        "troll in=n id=trollId whose=owner most=8 | answer lines=ownCount*2"
    ),
    "write A;B": "hand most=8 | answer sep=;",
    "write A\n\nOUTPUT\nseveral, with | between: A | B": "hand most=8 | answer sep=|",
    "write A\n\nOUTPUT\none line for all, | between: A, B": "hand most=8 | answer sep=|",
    f"{LINES}STAY\n\nOUTPUT\n<trollId>;<action>: MOVE x y": (
        "troll in=n id=trollId whose=owner most=8 | answer lines=ownCount id=first;"
    ),
    f"{LINES}STAY\n\nOUTPUT\nMOVE <x> <y> | SHOOT <id>": (
        "troll in=n id=trollId whose=owner most=8 | answer lines=ownCount"
    ),
    "write 0 UP;1 LEFT": "troll in=n id=trollId whose=owner most=8 | answer sep=; id=first",
    "write WAIT\n\nOUTPUT\nseparated by ;: CHOP id | MOVE id x y | WAIT": (
        "troll in=n id=trollId whose=owner most=8 | answer sep=; id=CHOP.1,MOVE.1"
    ),
    "write WAIT\n\nOUTPUT\nwith ; between: CHOP <trollId> | BUY <item> | BUY | WAIT | MSG <text>": (
        "troll in=n id=trollId whose=owner most=8 | hand most=2 verbs=BUY"
        " | answer sep=; id=CHOP.1"
    ),
    f"{LINES}GO\n\nINPUT\nowner: 1 if yours, 0 if the enemy's": (
        "troll in=n id=trollId whose=owner:1,0 most=8 | answer lines=ownCount"
    ),
    f"{LINES}GO\n\nINPUT\nowner: 0=monster, 1=your hero, 2 a hero of the opponent": (
        "troll in=n id=trollId whose=owner:1,2 most=8 | answer lines=ownCount"
    ),
}


@pytest.mark.parametrize(("text", "wanted"), GUESSES.items(), ids=GUESSES)
def test_who_acts_is_guessed_from_the_stub(text: str, wanted: str) -> None:
    found = guess_actors(parse_stub(TOLD + text))
    assert found.text == wanted
    assert parse_actors(found.text) == found


def test_a_guess_for_many_players_takes_an_owner_for_their_number() -> None:
    stub = parse_stub(
        f"{TOLD}{LINES}GO\n\nINPUT\nowner: 0 yours, 1 and 2 the enemies', -1 nobody's"
    )
    found = guess_actors(stub, players=3)
    assert found.text == "troll in=n id=trollId whose=owner most=8 | answer lines=ownCount"
    assert found.unit is not None and found.unit.whose.own == ""


@pytest.mark.parametrize("path", SAID, ids=lambda path: path.stem)
def test_a_guess_is_a_line_that_units_takes(path: Path) -> None:
    text = path.read_text(encoding="utf-8").partition("\nUNITS\n")[0]
    found = guess_actors(parse_stub(text))
    again = parse_stub(f"{text}\nUNITS\n{found.text}\n")
    assert again.actors == found
    assert notes_on(form_of(again, found))


def test_units_says_how_many_and_overrides_a_guess() -> None:
    stub = parse_stub(f"{TOLD}{LINES}GO")
    assert guess_actors(stub, 4).unit == parse_actors(f"{TROLL[:-1]}4").unit
    said = with_units(parse_actors(TROLL), 5)
    assert said.unit is not None and said.unit.most == 5
    with pytest.raises(BadInput, match="--units: UNITS says no kind of unit: hand most=1"):
        with_units(parse_actors("hand most=1"), 3)
    with pytest.raises(BadInput, match="4 orders of a side in 3 lines"):
        with_units(parse_actors(f"{TROLL} | answer lines=3"), 4)


def test_what_was_understood_is_said_in_the_stubs_own_words() -> None:
    stub = read_stub(DATA / "contests" / "spider_attack.txt")
    assert stub.actors is not None
    notes = notes_on(form_of(stub, stub.actors))
    assert notes[0].startswith("units: a line of loop entityCount is a hero; its number is id;")
    assert notes[1] == (
        "whose: type is 1 for yours, 2 for the rival's"
        " (the stub: 0 a monster, 1 your hero, 2 a hero of the opponent)"
    )
    assert notes[2].startswith("an answer has heroesPerPlayer lines: WAIT | MOVE <x> <y> | SPELL")


def test_what_a_skeleton_does_not_carry_is_said() -> None:
    for name, note in (
        (
            "xmas_rush",
            "the bot writes one of several: MOVE <direction> ... up to 20 of them",
        ),
        ("soak_overflow", "the bot writes one of several: <action;action>"),
        (
            "cellularena",
            "columns of its line that the record has not: x, y, type, organDir, organParentId",
        ),
        (
            "cellularena",
            "units: a line of loop entityCount is a part, by organId, of an organism;"
            " its number is organRootId; at most 24 a side, born in the game",
        ),
    ):
        stub = read_stub(DATA / "contests" / f"{name}.txt")
        assert stub.actors is not None
        assert note in notes_on(form_of(stub, stub.actors))


def test_a_sign_between_orders_that_nobody_says_is_said() -> None:
    stub = parse_stub(f"{TOLD}write WAIT\n\nOUTPUT\nWAIT | GO <x>")
    notes = notes_on(form_of(stub, parse_actors("hand most=3")))
    assert "an answer has 1 line, ; between its orders: WAIT | GO <x>" in notes
    notes = notes_on(form_of(stub, parse_actors("hand most=1")))
    assert "an answer has 1 line: WAIT | GO <x>" in notes


def test_units_of_a_contest_of_hands_alone_are_refused() -> None:
    path = DATA / "contests" / "tron.txt"
    with pytest.raises(BadInput, match="--units: UNITS says no kind of unit"):
        make_form("2", "together", "plans", path, "3")


def test_more_rows_than_the_searches_have_are_refused() -> None:
    path = DATA / "contests" / "cellularena.txt"
    with pytest.raises(BadInput, match="64"):
        make_form("4", "together", "plans", path)
