"""Every contest that `new` writes: checked as kernels, played to its end, built of fitting parts.

tests/test_new.py builds and runs a few of them as a user does; what takes minutes is a campaign.
"""

import importlib
import itertools
import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.errors import BadInput
from botsmith.new.scaffold import SEARCHES, TURNS, Form, make_form, write_contest
from botsmith.new.skeleton import notes_on, place_of, skeleton_files
from botsmith.replay.thoughts import evaluation, read_stderr
from botsmith.training.contest import find_contest
from botsmith.training.kernels import bind
from common.clock import Deadline
from common.kernel import assign
from common.nets.text import decode
from common.search.beam_units import HABIT
from common.stdio import UnreadableInput
from tests.compiler.library import check
from tests.new.contests import (
    ROOT,
    Contest,
    importable,
    lint,
    play,
    play_in_time,
    reader_of,
    write,
)
from tests.sources import assert_reading_order

pytestmark = pytest.mark.long

CASES = ROOT / "tests" / "data" / "contests"
ACTORS = {  # by a letter: --units, a stub
    "h": ("", None),  # a hand of one order
    "u": ("1..6", None),
    "c": ("", CASES / "cellularena.txt"),  # units that are born, an id in some orders
    "k": ("", CASES / "keep_off_the_grass.txt"),  # a hand of many orders
}


def all_forms() -> dict[str, Form]:
    """Returns every combination that can be, by a contest's name that says it."""
    found = {}
    for search, turns, players in itertools.product(SEARCHES, TURNS, ("2", "2..4", "8")):
        for letter, (units, stub) in ACTORS.items():
            try:
                form = make_form(players, turns, search, stub, units, 500.0, 50.0)
            except BadInput:
                continue
            found[f"{search}{turns[:3]}{players.replace('..', 'to')}{letter}"] = form
    return found


SOAK = make_form("2", "together", "plans", CASES / "soak_overflow.txt", "", 500.0, 50.0)
FORMS = all_forms() | {"planstog2s": SOAK}  # units with numbers
SAMPLE = [  # each search, both kinds of turns, all kinds of actors
    "planstog2c",
    "planstog2k",
    "plansalt2to4u",
    "smitsimaxtog2c",
    "smitsimaxalt2to4h",
    "beamtog2k",
    "beamalt2to4u",
    "candidatestog2u",
    "ducttog2h",
    "mctsalt2h",
    "alphabetaalt2h",
    "networkalt2h",
    "puctalt2h",
    "nonetog8h",
    "nonealt2c",
]
BUILT = "planstog2k", "networkalt2h", "puctalt2h"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All of them can be imported, and built."""
    root = tmp_path_factory.mktemp("combinations")
    (root / "common").symlink_to(ROOT / "common")
    with importable(root, FORMS):
        yield


@pytest.mark.parametrize(
    "name", [n if n in SAMPLE else pytest.param(n, marks=pytest.mark.campaign) for n in FORMS]
)
def test_it_plays_to_the_end_and_its_kernels_are_in_the_subset(project: None, name: str) -> None:
    contest = Contest(name)
    check(contest.search.ENTRIES)
    for players in {FORMS[name].least, FORMS[name].most}:
        referee = play(contest, players)
        assert referee.faults() == {}
        assert len(referee.result().ranks) == players
    if FORMS[name].is_own:
        with pytest.raises(UnreadableInput):
            contest.bot().read_start(reader_of(["x"]))


@pytest.mark.parametrize(
    "name", [n if n in BUILT else pytest.param(n, marks=pytest.mark.campaign) for n in SAMPLE]
)
def test_its_bundle_has_what_an_author_reads_above_the_machinery(project: None, name: str) -> None:
    root = Path(str(Contest.load(f"bots.{name}").__file__)).parents[2]
    (entry,) = choose_entries(root, [name])
    assert_reading_order(assemble(Target(root, entry, "c", {}, "0123456789ab")).text)


@pytest.mark.parametrize("name", SAMPLE[::4])
def test_cpython_is_never_late(project: None, name: str) -> None:
    """A few answers; tests/new/test_campaign.py plays whole games."""
    assert max(play_in_time(Contest(name), FORMS[name].most, 1, most=4)) < FORMS[name].turn_ms


@pytest.mark.parametrize(
    "name", ["planstog2h", "smitsimaxalt2h", "ducttog2h", "mctsalt2h", "networkalt2h"]
)
def test_the_bot_beats_who_answers_anything(project: None, name: str) -> None:
    assert play(Contest(name), 2, iterations=60).result().ranks == [1, 2]


@pytest.mark.parametrize("name", ["planstog2s", "planstog2k"])
def test_a_bot_knows_where_the_rows_of_a_stub_and_of_its_hand_stand(
    project: None, name: str
) -> None:
    """Without that it does no better than chance, which wins six of six once in 64 times."""
    contest = Contest(name)
    matches = [play(contest, 2, iterations=12, seed=seed) for seed in range(6)]
    assert [match.result().ranks for match in matches] == [[1, 2]] * 6


def test_a_beam_begins_each_turn_anew_and_goes_deeper_with_time(project: None) -> None:
    search = Contest("beamtog2u").search
    memory = search.Memory()
    assign(memory.start, Contest.load("bots.beamtog2u.rules").make_state(2))
    search.begin(memory, 0, True, 10)
    assert memory.beam.depth == 1
    search.think(memory, 1500)
    assert memory.known >= 2 and memory.beam.line[0] != HABIT
    search.begin(memory, 0, False, 10)
    assert {*memory.beam.line[:-1]} == {HABIT}


def test_moves_hold_a_verb_and_its_values_and_are_said_so(project: None) -> None:
    rules = Contest.load("bots.planstog2c.rules")
    protocol = Contest.load("bots.planstog2c.protocol")
    forms = [form for form, _ in protocol.ORDERS]
    grow = next(at for at, form in enumerate(forms) if form.startswith("GROW"))
    move = rules.pack(grow, 7, 3, 0, 2)
    assert [rules.part(move, place) for place in range(5)] == [grow, 7, 3, 0, 2]
    bot = Contest("planstog2c").bot()
    bot.ids[4] = 55
    assert bot.word(4, move).startswith("GROW 55 7 3 ")


def test_a_list_of_orders_shares_a_line_and_a_row_with_move_0_says_nothing(project: None) -> None:
    bot = Contest("planstog2k").bot()
    bot.own = [0, 1, 2]
    nothing = bot.lines([0, 0, 0])
    assert len(nothing) == 1 and ";" not in nothing[0]
    assert bot.lines([1, 0, 2])[0].count(";") == 1


def test_a_newborn_gets_the_first_free_slot_and_the_dead_free_theirs(project: None) -> None:
    bot = Contest("planstog2c").bot()
    for ids, rows in [((100, 101, 102), [0, 1, 2]), ((101, 102), [1, 2]), ((102, 200), [2, 0])]:
        placed = bot.placed([(0, id_, ()) for id_ in ids], 1, "organisms")
        assert [row for row, _ in placed] == rows


def test_limits_of_time_stand_in_the_referee_and_the_parameters(project: None) -> None:
    contest = Contest("planstog2u")
    assert (contest.referee.limits.first_ms, contest.referee.limits.turn_ms) == (500.0, 50.0)
    assert (contest.bot().first_ms, contest.bot().turn_ms) == (400.0, 50.0)


def test_what_is_written_pleases_ruff_and_black(tmp_path: Path) -> None:
    """One with the longest name, and one with the words of a stub."""
    write(tmp_path, 20 * "w", FORMS["smitsimaxtog2to4h"])
    write(tmp_path, "planstog2c", FORMS["planstog2c"])
    lint(tmp_path)


@pytest.mark.campaign
def test_one_of_each_kind_pleases_ruff_and_black(tmp_path: Path) -> None:
    for name in SAMPLE:
        write(tmp_path, name, FORMS[name])
    lint(tmp_path)


def test_train_finds_what_it_needs_and_plays_a_game(project: None) -> None:
    """A game against itself from the match's own start, and the inputs of what it noted."""
    contest = find_contest("bots.networkalt2h")
    kernels = bind(contest)
    work: Any = kernels.work()
    work.plan.iterations, work.plan.early, work.plan.extra, work.plan.visits = 3, 4, 1, 2
    assign(work.fresh, contest.fresh)
    player = importlib.import_module("bots.networkalt2h.bot")
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
    network = importlib.import_module("bots.networkalt2h.network")
    with pytest.raises(ValueError, match="has 7 numbers.*`train networkalt2h --apply`"):
        network.make_weights([1] * 7, 1.0)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ({"players": "1"}, "expected a number of 2..8, or two as 2..4"),
        ({"players": "9"}, "expected a number of 2..8"),
        ({"turns": "freely"}, "expected together or alternating"),
        ({"search": "minimax"}, "expected one of plans smitsimax beam"),
        ({"players": "5", "search": "smitsimax"}, "5 together, 5 orders a turn: beam candidates"),
        ({"turns": "alternating", "search": "duct"}, ": plans smitsimax beam mcts alphabeta"),
        ({"search": "alphabeta"}, ": plans smitsimax beam candidates duct none"),
        ({"units": "3", "search": "mcts", "turns": "alternating"}, ": plans smitsimax beam none"),
        ({"units": "20", "players": "4"}, "80 orders of 4 players in a turn; expected 64 at most"),
        ({"units": "0"}, "--units 0: expected a number of 1..32, or two as 1..3"),
        ({"units": "6..1"}, "expected a number of 1..32"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(words: dict[str, Any], wanted: str) -> None:
    usual = {"players": "2", "turns": "together", "search": "", "stub": None}
    with pytest.raises(BadInput) as refused:
        make_form(**{**usual, **words})
    assert wanted in str(refused.value)
    assert "\n" not in str(refused.value)


def own_test(root: Path, name: str) -> Any:
    """Returns the test of a contest that compares what the bot knows with what the referee does."""
    place = root / "tests" / "contests" / f"test_{name}.py"
    return runpy.run_path(str(place))["test_the_bot_knows_what_the_referee_tells"]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_fresh_bot_knows_what_its_referee_tells(project: None, name: str) -> None:
    place = Path(str(Contest.load(f"bots.{name}").__file__))
    for seed in (1, 2, 3):
        own_test(place.parents[2], name)(seed)


HELLO = "read myId:int\nwrite ready\ngameloop\nread n:int\nloop n read unitId:int x:int\nwrite UP\n"


def test_a_fresh_bot_that_says_hello_knows_what_its_referee_tells(tmp_path: Path) -> None:
    (tmp_path / "stub.txt").write_text(HELLO, encoding="utf-8")
    line = "hand most=1 | answer lines=1"
    form = make_form("2", "together", "none", tmp_path / "stub.txt", line=line)
    with importable(tmp_path, {"hello": form}):
        own_test(tmp_path, "hello")(1)


@pytest.mark.parametrize(
    ("name", "line", "left", "named"),
    [
        ("ducttog2h", "self.state.turn = self.turn.turn", "pass", "turn: bot -1, referee 0"),
        ("ducttog2h", "self.state.hands[player].spot = row.spot", "pass", r"hands\.\d\.spot: bot"),
        ("beamtog2u", "unit.spot, = values", "pass", r"units\.\d\.spot: bot \d+, referee \d+"),
        ("beamtog2u", "one.is_alive = False", "pass", r"units\.\d: bot \{.*, referee None"),
    ],
)
def test_a_field_that_the_bot_does_not_read_is_named_by_its_test(
    tmp_path: Path, name: str, line: str, left: str, named: str
) -> None:
    """The likeliest mistake of a port: it builds, and plays on a map of its own."""
    with importable(tmp_path, {"forgetful": FORMS[name]}):
        place = tmp_path / "bots" / "forgetful" / "known.py"
        text = place.read_text(encoding="utf-8")
        assert line in text
        place.write_text(text.replace(line, left), encoding="utf-8")
        with pytest.raises(AssertionError, match=rf"^turn \d+: {named}"):
            for seed in range(1, 9):
                own_test(tmp_path, "forgetful")(seed)


@pytest.mark.parametrize("name", SAMPLE)
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
    assert read_stderr(bot.explain()).thought is not None
    assert evaluation(bot.explain(), painter.own_unit(1)) is not None


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("planstog2c", ["DANCE"], "no such order: 'DANCE'"),
        ("planstog2c", ["SPORE 99 1 1"], "'SPORE 99 1 1' names no row of yours"),
        ("planstog2u", [], ""),
    ],
)
def test_an_order_that_cannot_be_read_puts_out(
    project: None, name: str, answer: list[str], said: str
) -> None:
    referee: Any = Contest(name).referee.from_seed(2)
    first = referee.seats()[0]
    referee.apply({first: answer})
    assert said in referee.out[first]


def test_a_search_holds_64_rows(tmp_path: Path) -> None:
    form = make_form("2", "together", "plans", None, "32")
    with importable(tmp_path, {"many": form}):
        assert play(Contest("many"), 2, 3).faults() == {}


def test_a_contest_is_written_anew_until_one_of_its_files_is_changed(tmp_path: Path) -> None:
    write_contest(tmp_path, "mine", make_form("2", "together", "policy", None))
    assert (tmp_path / "bots/mine/policy.py").exists()
    write_contest(tmp_path, "mine", FORMS["planstog2h"])
    assert not (tmp_path / "bots/mine/policy.py").exists()
    listed = tmp_path / place_of("mine")
    said = json.loads(listed.read_text(encoding="utf-8"))
    listed.write_text(json.dumps({path: said[path] for path in [*said][2:]}), encoding="utf-8")
    with pytest.raises(BadInput, match="there already"):  # a list as older ones, of some files
        write_contest(tmp_path, "mine", FORMS["planstog2h"])
    listed.write_text(json.dumps(said), encoding="utf-8")
    params = tmp_path / "bots/mine/params.py"
    params.write_text("# mine\n", encoding="utf-8")
    with pytest.raises(BadInput, match="there already"):
        write_contest(tmp_path, "mine", FORMS["planstog2h"])
    assert params.read_text(encoding="utf-8") == "# mine\n"


def test_what_an_author_replaces_is_no_skeleton_any_more(tmp_path: Path) -> None:
    write(tmp_path, "mine", FORMS["planstog2h"])
    assert [path.rpartition("/")[2] for path in skeleton_files("mine", tmp_path)] == [
        *("rules.py", "referee.py", "evaluate.py", "known.py", "baselines.py", "draw.py")
    ]
    (tmp_path / "bots/mine/evaluate.py").write_text("# mine\n", encoding="utf-8")
    assert "bots/mine/evaluate.py" not in skeleton_files("mine", tmp_path)
    assert notes_on("mine", tmp_path)[0] == "bots/mine/rules.py is still the skeleton's"
    assert skeleton_files("other", tmp_path) == []
