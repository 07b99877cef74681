"""Every contest that `new` writes: checked as kernels, played to its end, built of fitting parts.

tests/test_new.py builds and runs a few of them as a user does; what takes minutes is a campaign.
"""

import importlib
import itertools
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import SEARCHES, TURNS, Form, fits, make_form
from botsmith.replay.thoughts import evaluation, thought
from botsmith.training.contest import find_contest
from botsmith.training.kernels import bind
from common.clock import Deadline
from common.kernel import assign
from common.nets.text import decode
from common.search.beam_units import HABIT, WIDEST
from common.stdio import UnreadableInput
from tests.compiler.library import check
from tests.new.contests import (
    ROOT,
    Contest,
    importable,
    lint,
    on_path,
    play,
    play_in_time,
    reader_of,
    write,
)

pytestmark = pytest.mark.long

PLAYERS = {"2": 2, "3": 3, "2..4": 4, "8": 8, "2..8": 8}  # with the most that may play


def all_forms() -> dict[str, Form]:
    """Every combination that can be, by a contest's name that tells it."""
    found = {}
    for players, most in PLAYERS.items():
        for turns, (search, fit) in itertools.product(TURNS, SEARCHES.items()):
            if fits(fit, most, turns):
                name = f"{search}{turns[:3]}{players.replace('..', 'to')}"
                found[name] = make_form(players, turns, search, None)
    return found


UNITS = {"1": 1, "3": 3, "1..6": 6}  # of a player


def unit_forms() -> dict[str, Form]:
    """Every combination with several units of a player, with and without a stub that tells them."""
    found = {}
    for (search, fit), turns, players in itertools.product(SEARCHES.items(), TURNS, ("2", "4")):
        for (units, each), stub in itertools.product(UNITS.items(), (None, *TOLD)):
            is_told = stub != FOR_TWO or players == "2"
            if is_told and fits(fit, int(players), turns, each) and each > 1:
                name = f"{search}{turns[:3]}{players}u{each}{stub.stem if stub else ''}"
                found[name] = make_form(players, turns, search, stub, units, 500.0, 50.0)
    return found


TOLD = [ROOT / "tests" / "data" / "stubs" / f"{name}.txt" for name in ("agents", "snakebots")]
FOR_TWO = TOLD[1]  # as many ids of others as own ones
FORMS = all_forms()
UNIT_FORMS = unit_forms()
SAMPLE = [  # one of each search, both kinds of turns, and lines of all kinds
    "smitsimaxtog4u3agents",
    "ducttog2u3",
    "mctsalt2u6snakebots",
    "beamtog2u6",
    "candidatestog2u6",
    "beamalt4u3agents",
    "planstog2u6snakebots",
    "planstog2u6agents",
    "nonealt2u3",
]


# Units of each side in a loop of its own; behind other values, with a number for "is mine".
MINE = make_form("2", "together", "none", ROOT / "tests/data/stubs/cells_in_rows.txt")
TOLD_OTHERWISE = {
    name: make_form("2", "together", "none", ROOT / f"tests/data/stubs/{name}.txt", "1..5")
    for name in ("drones", "organs")
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All of them can be imported."""
    forms = FORMS | {name: UNIT_FORMS[name] for name in SAMPLE} | TOLD_OTHERWISE
    forms["mine"] = MINE
    with importable(tmp_path_factory.mktemp("combinations"), forms):
        yield


def play_units(name: str) -> None:
    """Plays a match of each number of players; every unit gets its order."""
    contest = Contest(name)
    check(contest.search.ENTRIES)
    for players in {UNIT_FORMS[name].least, UNIT_FORMS[name].most}:
        referee = play(contest, players)
        assert referee.faults() == {}


@pytest.mark.parametrize(
    ("name", "answer", "read"),
    [
        ("planstog2u6agents", "4;MOVE 0 0/HUNKER_DOWN/2;SHOOT 0", "SHOOT 0,HUNKER_DOWN,MOVE 0 0"),
        ("planstog2u6snakebots", "4 UP;2 LEFT;9 UP;4 LEFT", "LEFT,,UP"),
        ("organs", "GROW 4 0 0/WAIT/SPORE", "WAIT,SPORE,GROW 0 0"),
    ],
)
def test_orders_that_name_their_unit_may_stand_in_any_order(
    project: None, name: str, answer: str, read: str
) -> None:
    protocol = Contest.load(f"bots.{name}.protocol")
    assert ",".join(protocol.read_orders(answer.split("/"), [2, 3, 4])) == read
    assert protocol.read_orders([], [2, 3, 4]) == []


@pytest.mark.parametrize("name", SAMPLE)
def test_units_play_to_the_end_and_all_get_orders(project: None, name: str) -> None:
    play_units(name)


@pytest.mark.parametrize("name", SAMPLE[::2])
def test_cpython_is_never_late_with_units(project: None, name: str) -> None:
    """A few answers; tests/new/test_campaign.py plays whole games of every form."""
    contest, form = Contest(name), UNIT_FORMS[name]
    assert max(play_in_time(contest, form.most, 1, most=4)) < form.turn_ms


def test_a_beam_over_units_begins_each_turn_anew_and_goes_deeper_with_time(project: None) -> None:
    search = Contest("beamtog2u6").search
    memory = search.Memory()
    assign(memory.start, Contest.load("bots.beamtog2u6.rules").make_state(2))
    search.begin(memory, True, 10)
    assert memory.beam.depth == 1
    search.think(memory, 1500)
    assert memory.known >= 2 and memory.beam.line[0] != HABIT
    search.begin(memory, False, 10)
    assert {*memory.beam.line[:-1]} == {HABIT}


def test_a_beam_over_units_with_one_move_warms_up_within_cpythons_width(
    project: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stub with one answer: C's beam was the wider one, its warm-up differed, CPython played."""
    search = Contest("beamtog2u6").search
    monkeypatch.setattr(search, "MOVES", 1)
    monkeypatch.setattr(search, "list_moves", lambda state, number, moves: 1)
    memory = search.Memory()
    assign(memory.start, Contest.load("bots.beamtog2u6.rules").make_state(2))
    search.begin(memory, True, 20)
    assert search.think(memory, 20) and memory.passes == 3
    assert memory.beam.width < WIDEST


def test_a_stub_names_units_by_the_id_of_their_loop(project: None) -> None:
    rules = importlib.import_module("bots.planstog2u6agents.rules")
    agent = rules.make_state(2, 3).agents[0]
    assert (agent.owner, agent.is_alive, agent.cooldown, agent.wetness) == (0, True, 0, 0)
    turn = Contest("planstog2u6agents").referee.from_seed(1).inputs(0)
    assert turn[-1] == str(int(turn[0]) // 2)


NUMBERED = ("smitsimax", "duct", "beam", "plans", "candidates", "none")
SPARSE = {  # a move's number is FAR times its place in ANSWERS
    "rules": ("moves[move] = move", "moves[move] = FAR * move"),
    "rules ": ("orders[number] + 1", "orders[number] // FAR + 1"),
    "evaluate": ("moves[index] + 1", "moves[index] // FAR + 1"),
    "bot": ("ANSWERS[order]", "ANSWERS[order // FAR]"),
    "referee": ("ANSWERS[move]", "ANSWERS[move // FAR]"),
}


@pytest.mark.parametrize("search", NUMBERED)
def test_moves_are_numbers_of_the_authors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    """step * ACTIONS + action, say: `MOVES` is how many are listed, not how large they are."""
    name = f"sparse{search}"
    monkeypatch.setattr("tests.new.contests.black.format_str", lambda text, mode: text)
    write(tmp_path, name, make_form("2", "together", search, None, "2"))
    for room, (old, new) in SPARSE.items():
        path = next(tmp_path.glob(f"*/{name}/{room.strip()}.py"), None)
        if path is not None:
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new.replace("FAR", "997")), encoding="utf-8")
    with on_path(tmp_path, [name]):
        assert play(Contest(name), 2).faults() == {}


@pytest.mark.parametrize("name", TOLD_OTHERWISE)
def test_units_told_by_side_or_behind_other_values_are_read(project: None, name: str) -> None:
    contest = Contest(name)
    assert play(contest, 2).faults() == {}
    referee, bot = contest.referee.from_seed(2), contest.bot()
    bot.read_start(reader_of(referee.init_inputs(1)))
    bot.read_turn(reader_of(referee.inputs(1)))
    units = getattr(bot.state, name)
    sides = [
        [n for n, unit in enumerate(units) if unit.is_alive and unit.owner == p] for p in (0, 1)
    ]
    assert bot.own == sides[0] and len(sides[0]) == len(sides[1]) == referee.config[name]


def test_the_own_number_of_a_stub_is_the_seat(project: None) -> None:
    referee, bot = Contest("mine").referee.from_seed(1), Contest("mine").bot()
    for seat in (0, 1):
        bot.read_start(reader_of(referee.init_inputs(seat)))
        assert bot.me == seat


def test_units_beyond_their_number_take_those_of_the_gone(project: None) -> None:
    """Organs and spawned units get ever new ids."""
    bot, reader = Contest("planstog2u6agents").bot(), reader_of([])
    bot.numbers = {(0, id_): number for number, id_ in enumerate(range(100, 112))}
    assert bot.number_of((1, 200), {*bot.numbers} - {(0, 104)}, reader) == 4
    with pytest.raises(UnreadableInput, match="more than 12 agents"):
        bot.number_of((0, 300), {*bot.numbers}, reader)


def test_what_a_unit_is_told_once_stands_in_its_record(project: None) -> None:
    """The statement's ranges and powers come before the first turn alone."""
    contest = Contest("planstog2u6agents")
    referee: Any = contest.referee.from_seed(1)
    for number, agent in enumerate(referee.now.agents):
        agent.optimal_range = 10 + number
    bot: Any = contest.bot()
    bot.read_start(reader_of(referee.init_inputs(0)))
    bot.read_turn(reader_of(referee.inputs(0)))
    wanted = [10 + number for seat in (0, 1) for number in referee.own(seat)]
    assert [one.optimal_range for one in bot.state.agents if one.is_alive] == wanted


def test_a_stub_with_as_many_ids_of_others_as_own_ones_is_for_two_players() -> None:
    with pytest.raises(BadInput, match="own units from those of one rival; expected --players 2"):
        make_form("2..4", "together", "plans", FOR_TWO, "1..6", 500.0, 50.0)


def test_an_answer_has_a_line_a_unit_or_one_line_as_the_stub_writes(project: None) -> None:
    for name, has_lines in (("planstog2u6agents", True), ("planstog2u6snakebots", False)):
        contest = Contest(name)
        referee: Any = contest.referee.from_seed(2)
        count = len(referee.own(0))
        bot = contest.bot()
        bot.read_start(reader_of(referee.init_inputs(0)))
        bot.read_turn(reader_of(referee.inputs(0)))
        lines = bot.lines([0] * count)
        assert len(lines) == referee.reply_lines(0) == (count if has_lines else 1)
        assert has_lines or lines[0].count(";") == count - 1


def test_limits_of_time_stand_in_the_referee_and_the_parameters(project: None) -> None:
    contest = Contest("ducttog2u3")
    assert (contest.referee.limits.first_ms, contest.referee.limits.turn_ms) == (500.0, 50.0)
    assert (contest.bot().first_ms, contest.bot().turn_ms) == (400.0, 50.0)


PLAYED = [  # the rest are a campaign
    pytest.param(n, marks=[] if re.search("[a-z](2|2to8)$", n) else pytest.mark.campaign)
    for n in FORMS
]


@pytest.mark.parametrize("name", PLAYED)
def test_it_plays_to_the_end_and_its_kernels_are_in_the_subset(project: None, name: str) -> None:
    contest = Contest(name)
    check(contest.search.ENTRIES)
    for players in {FORMS[name].least, FORMS[name].most}:
        referee = play(contest, players)
        assert referee.faults() == {}
        assert len(referee.result().ranks) == players
    with pytest.raises(UnreadableInput):
        contest.bot().read_start(reader_of(["x"]))


@pytest.mark.parametrize("name", ["smitsimaxtog2", "ducttog2", "mctsalt2", "networkalt2"])
def test_the_bot_beats_who_answers_anything(project: None, name: str) -> None:
    assert play(Contest(name), 2, iterations=60).result().ranks == [1, 2]


def test_what_is_written_pleases_ruff_and_black(tmp_path: Path) -> None:
    """One with the longest name, and one with the words of a stub."""
    write(tmp_path, 20 * "w", FORMS["smitsimaxtog2to4"])
    write(tmp_path, "planstog2u6snakebots", UNIT_FORMS["planstog2u6snakebots"])
    lint(tmp_path)


@pytest.mark.campaign
def test_one_of_each_search_pleases_ruff_and_black(tmp_path: Path) -> None:
    for name in ("ducttog2", "mctsalt2", "alphabetaalt2", "networkalt2", "beamalt2to8", "nonetog8"):
        write(tmp_path, name, FORMS[name])
    for name in ("beamalt4u3agents", "ducttog2u3"):
        write(tmp_path, name, UNIT_FORMS[name])
    lint(tmp_path)


def test_train_finds_what_it_needs_and_plays_a_game(project: None) -> None:
    """A game against itself from the match's own start, and the inputs of what it noted."""
    contest = find_contest("bots.networkalt2")
    assert contest.fresh.prizes == [1, 2, 3, 4, 5]
    kernels = bind(contest)
    work: Any = kernels.work()
    work.plan.iterations, work.plan.early, work.plan.extra, work.plan.visits = 3, 4, 1, 2
    assign(work.fresh, contest.fresh)
    player = importlib.import_module("bots.networkalt2.player")
    assign(work.weights, player.make_weights(*decode(player.WEIGHTS)))
    kernels.take_weights(work)
    kernels.play_game(work)
    assert work.used > 30
    assert work.winner == contest.rules.outcome(work.search.start)
    kernels.encode(work, work.used)
    masks = [
        sum(part.bit_count() for part in work.inputs[first : first + kernels.words])
        for first in range(0, work.used * kernels.words, kernels.words)
    ]
    assert set(masks) == {contest.most_on}


def test_weights_of_another_network_are_refused_in_one_line(project: None) -> None:
    network = importlib.import_module("bots.networkalt2.network")
    with pytest.raises(ValueError, match="has 7 numbers.*`botsmith train networkalt2 --apply`"):
        network.make_weights([1] * 7, 1.0)


@pytest.mark.parametrize(
    ("players", "turns", "search", "wanted"),
    [
        ("1", "together", "", "expected a number of 2..8, or two as 2..4"),
        ("9", "together", "", "expected a number of 2..8"),
        ("2", "freely", "", "expected together or alternating"),
        ("2", "together", "minimax", "expected one of smitsimax duct mcts"),
        ("5", "together", "smitsimax", "5 together: beam candidates none"),
        (
            "2",
            "alternating",
            "duct",
            "2 alternating: smitsimax mcts alphabeta beam plans network none",
        ),
        ("3", "alternating", "mcts", "3 alternating: smitsimax beam plans none"),
        ("2", "together", "alphabeta", "2 together: smitsimax duct beam plans candidates none"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(
    players: str, turns: str, search: str, wanted: str
) -> None:
    with pytest.raises(BadInput) as refused:
        make_form(players, turns, search, None)
    assert wanted in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ({"units": "0"}, "--units 0: expected a number of 1..16, or two as 1..6"),
        ({"units": "6..1"}, "expected a number of 1..16"),
        ({"turn_ms": 1.0}, "--turn-ms 1: expected 20..60000 ms"),
        ({"first_ms": 1e9}, "--first-ms 1e+09: expected 20..60000 ms"),
        ({"units": "3", "search": "alphabeta"}, "2 alternating: smitsimax mcts beam plans none"),
        ({"units": "5", "stub": ROOT / "tests" / "data" / "stubs" / "pods.txt"}, "or fewer, got 5"),
    ],
)
def test_units_and_times_that_cannot_be_are_refused_in_one_line(
    words: dict[str, Any], wanted: str
) -> None:
    with pytest.raises(BadInput) as refused:
        make_form(**{"players": "2", "turns": "alternating", "search": "", "stub": None, **words})
    assert wanted in str(refused.value)
    assert "\n" not in str(refused.value)


def test_tiles_of_a_grid_are_named_by_their_variables(project: None) -> None:
    start = Contest("planstog2u6agents").protocol
    assert hasattr(start, "Tile") and not hasattr(start, "Width")


def own_test(root: Path, name: str) -> Any:
    """The test of a written contest that compares what the bot knows with what the referee does."""
    place = root / "tests" / "contests" / f"test_{name}.py"
    return runpy.run_path(str(place))["test_the_bot_knows_what_the_referee_tells"]


@pytest.mark.parametrize("name", [*SAMPLE, *TOLD_OTHERWISE, "mine", "ducttog2", "networkalt2"])
def test_a_fresh_bot_knows_what_its_referee_tells(project: None, name: str) -> None:
    place = Path(str(Contest.load(f"bots.{name}").__file__))
    for seed in (1, 2, 3):
        own_test(place.parents[2], name)(seed)


HELLO = "read myId:int\nwrite ready\ngameloop\nread n:int\nloop n read unitId:int x:int\nwrite UP\n"


def test_a_fresh_bot_that_says_hello_knows_what_its_referee_tells(tmp_path: Path) -> None:
    (tmp_path / "stub.txt").write_text(HELLO, encoding="utf-8")
    forms = {
        f"hello{units[-1]}": make_form("2", "together", "none", tmp_path / "stub.txt", units)
        for units in ("1", "1..3")
    }
    with importable(tmp_path, forms):
        for name in forms:
            own_test(tmp_path, name)(1)


@pytest.mark.parametrize(
    ("form", "line", "left", "named"),
    [
        (FORMS["ducttog2"], "state.turn = turn.turn", "", "turn: bot 0, referee 1"),
        (
            *(FORMS["ducttog2"], "make_state(players, self.start.prizes)", "make_state(players)"),
            r"prizes\.\d: bot \d, referee \d",
        ),
        (
            *(FORMS["mctsalt2"], "state.player, state.last = self.me, turn.last - 1", ""),
            "player: bot 0, referee 1",
        ),
        (
            *(UNIT_FORMS["beamtog2u6"], "unit.health = row.health", ""),
            r"units\.\d\.health: bot 2, referee 1",
        ),
        (
            *(UNIT_FORMS["beamtog2u6"], "start.units_each, start.prizes)", "start.units_each)"),
            r"prizes\.\d: bot",
        ),
        (
            *(UNIT_FORMS["beamtog2u6"], "unit.is_alive = False", "pass"),
            r"units\.\d: bot \{.*, referee None",
        ),
    ],
)
def test_a_field_that_the_bot_does_not_read_is_named_by_its_test(
    tmp_path: Path, form: Form, line: str, left: str, named: str
) -> None:
    """The likeliest mistake of a port: it builds, and plays on a map of its own."""
    with importable(tmp_path, {"forgetful": form}):
        place = tmp_path / "bots" / "forgetful" / "bot.py"
        text = place.read_text(encoding="utf-8")
        assert line in text
        place.write_text(text.replace(line, left), encoding="utf-8")
        with pytest.raises(AssertionError, match=rf"^turn \d+: {named}"):
            own_test(tmp_path, "forgetful")(1)


@pytest.mark.parametrize("name", [*SAMPLE, "mine", *(f for f in FORMS if f.endswith("2"))])
def test_the_second_seat_has_an_evaluation(project: None, name: str) -> None:
    contest = Contest(name)
    referee: Any = contest.referee.from_seed(1)
    painter, bot, rival = contest.painter(referee), contest.bot(), contest.baseline.PROTOCOL()
    bot.read_start(reader_of(referee.init_inputs(1)))
    rival.read_start(iter(referee.init_inputs(0)).__next__)
    if 1 not in referee.seats():
        rival.read_turn(iter(referee.inputs(0)).__next__)
        referee.apply({0: rival.legal(Random(1))})
    bot.read_turn(reader_of(referee.inputs(1)))
    bot.answer(Deadline(1000.0, 0.0, iterations=20))
    own, told = painter.own_unit(1), thought(bot.explain())
    assert told is not None and evaluation(bot.explain(), own) is not None
    assert own is None or told.units[bot.me].number == own


@pytest.mark.parametrize("name", ["planstog2u6agents", "organs", "beamtog2u6"])
def test_bot_referee_and_replay_call_a_unit_by_one_number(project: None, name: str) -> None:
    """With fewer units than there may be: the lines' ids have gaps then."""
    contest = Contest(name)
    found: Iterator[Any] = map(contest.referee.from_seed, range(1, 20))
    referee = next(one for one in found if len(one.own(1)) < 4)
    bot, painter = contest.bot(), contest.painter(referee)
    bot.read_start(reader_of(referee.init_inputs(1)))
    bot.read_turn(reader_of(referee.inputs(1)))
    names = [painter.unit_name(1, number).split(" ")[1] for number in bot.own]
    assert names == [str(number) for number in referee.own(1)]


@pytest.mark.parametrize(
    ("name", "first", "said"),
    [
        ("planstog2u6agents", "99;MOVE 0 0", "; '99;MOVE 0 0' names no living agent of yours"),
        ("planstog2u6agents", "6;MOVE 0 0", "; '6;MOVE 0 0' names no living agent of yours"),
        ("planstog2u6agents", "0;", "; '0;' has no order behind its id"),
        ("planstog2u6agents", "1;HUNKER_DOWN", "; '1;HUNKER_DOWN' is a second order for agent 1"),
        ("planstog2u6agents", "", ", got ' / 1;HUNKER_DOWN"),
        ("planstog2u6snakebots", "99 UP", "; '99 UP' names no living snakebot of yours"),
    ],
)
def test_an_order_for_no_own_unit_is_told(project: None, name: str, first: str, said: str) -> None:
    """It was dropped, and the unit said to have the order '', which nobody printed."""
    contest = Contest(name)
    referee: Any = contest.referee.from_seed(2)
    ids = [id_ for _, id_, number in referee.shown(0) if number in referee.own(0)]
    assert ids[:2] == [0, 1]
    is_line = referee.reply_lines(0) == 1
    order = "UP" if is_line else "HUNKER_DOWN"
    orders = [first, *(f"{id_} {order}" if is_line else f"{id_};{order}" for id_ in ids[1:])]
    referee.apply({0: [";".join(orders)] if is_line else orders, 1: []})
    noun = "snakebot" if is_line else "agent"
    assert referee.out[0].startswith(f"no order for {noun} 0{said}")
