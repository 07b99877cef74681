"""benchmarks/kutulu_duels.py: whole matches in C are those of CPython, and well counted."""

import pytest

from benchmarks import kutulu_match
from benchmarks.kutulu_duels import Matches, entrant_of, main, play_series, report
from benchmarks.kutulu_match import Table, note_action, note_hit
from bots.kutulu.bot import KutuluBot
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS, WAIT
from bots.kutulu.protocol import format_action
from bots.kutulu.rules import LAST_TURN, PLAN, YELL, create, put
from bots.kutulu.search import ENTRIES, Memory
from botsmith.errors import BadInput
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.rng import make_dice
from common.search.smitsimax import children
from contests.kutulu.referee import KutuluReferee
from tests.bots.kutulu_table import reader

pytestmark = pytest.mark.xdist_group("kutulu_duels")  # one fixture for all tests

FOUR = ["bot@8", "scout@1", "planner", "scout@2"]


@pytest.fixture(scope="module")
def matches(tmp_path_factory, require):
    require("gcc")
    return Matches(str(tmp_path_factory.mktemp("kernels")))


def table_at(seed):
    """A match in CPython, before its first turn."""
    referee = KutuluReferee.from_seed(seed)
    table = Table()
    assign(table.maze, referee.maze)
    assign(table.world, referee.world)
    assign(table.dice, make_dice(seed))
    return table


def test_a_match_in_c_is_that_of_cpython(matches):
    entrants = [entrant_of(text) for text in FOUR]
    scores, counts = matches.play(4, entrants)
    table = table_at(4)
    for seat, entrant in zip(table.seats, entrants, strict=True):
        seat.kind, seat.iterations, seat.led = entrant.kind, entrant.iterations, -1
    kutulu_match.play_match(table, LAST_TURN + 1)
    assert [player.score for player in table.world.players] == scores
    assert [{name: getattr(seat, name) for name in counts[0]} for seat in table.seats] == counts
    assert all(row["turns"] == score + 1 for row, score in zip(counts, scores, strict=True))
    assert all(0 < row["hits"] >= row["avoidable"] for row in counts)


def test_the_bot_of_a_match_answers_as_the_real_one():
    table = table_at(4)
    referee = KutuluReferee.from_seed(4)
    bot = KutuluBot(Params(), Engines(Memory, ENTRIES))
    bot.params.care = table.params[0].care = 8.0  # it gives way often
    bot.prepare(1)
    bot.read_start(reader(*referee.init_inputs(0)))
    assign(table.memory.maze, table.maze)
    iterations, gave_way = 40, 0
    table.seats[0].iterations = bot.engine.memory.forest.iterations = iterations
    while 0 in referee.seats():
        bot.read_turn(reader(*referee.inputs(0)))
        world = bot.known.world
        here = table.maze.cells[world.players[0].cell]
        create(world, here.exits[here.moves.items[1]], 0, world.turn + 9)  # to give way to
        (line,) = bot.answer(Deadline(1000.0, 0.0, iterations=iterations))
        assign(table.world, world)
        assign(table.dice, make_dice(1000 * bot.seed + referee.world.turn))
        table.seats[1].seen, table.seats[1].fits = bot.known.seen - 20, bot.known.fits - 11
        action = kutulu_match.ask_bot(table, 0)
        assert line == format_action(table.maze, world.players[0].cell, action)
        memory = table.memory
        gave_way += action != memory.menus[0].items[children(memory.forest, 0)[0][0]]
        referee.apply({seat: [line if seat == 0 else "WAIT"] for seat in referee.seats()})
    assert gave_way > 0


def test_a_match_is_played_up_to_a_turn(matches):
    matches.load_match(4)
    assert matches.play_on(4, [entrant_of("planner")] * PLAYERS, 9) == [0] * PLAYERS
    world = matches.engine.memory.world
    assert (world.turn, world.living) == (9, PLAYERS)


def test_a_series_is_repeatable_and_adds_up(matches):
    rows = report(play_series(matches, FOUR, 8, 3))
    assert rows != report(play_series(matches, FOUR, 8, 4))
    assert rows == report(play_series(matches, FOUR, 8, 3))
    assert sum(row["mean_rank"] for row in rows) == PLAYERS * 2.5
    for row in rows:
        for name, (value, interval) in row["above"].items():
            back = next(other["above"][row["bot"]][0] for other in rows if other["bot"] == name)
            assert value + back == pytest.approx(1.0)
            assert interval[0] <= value <= interval[1]


def test_what_an_explorer_does_is_counted():
    table = table_at(1)
    world, seat = table.world, table.seats[0]
    for who in range(PLAYERS):
        put(world, who, world.players[0].cell)
    note_action(table, 0, PLAN)
    assert (seat.turns, seat.alone, seat.plans, seat.late_plans) == (1, 0, 1, 0)
    world.players[0].sanity = 25
    note_action(table, 0, PLAN)
    assert (seat.plans, seat.late_plans) == (2, 1)
    world.players[0].busy_until = world.turn + 1
    note_action(table, 0, PLAN)  # cannot cast
    note_action(table, 0, YELL)
    assert (seat.plans, seat.yells) == (2, 1)
    far = max(range(table.maze.cell_count), key=lambda cell: table.maze.cells[cell].apart[0])
    put(world, 0, far)
    for who in (1, 2, 3):
        put(world, who, 0)
    note_action(table, 0, WAIT)
    assert seat.alone == 1


@pytest.mark.parametrize("way_out", [True, False])
def test_a_hit_is_avoidable_where_a_cell_was_safe(way_out):
    table = table_at(1)
    world, maze = table.before, table.maze
    assign(world, table.world)
    here = world.players[0].cell
    beside = [maze.cells[here].exits[action] for action in maze.cells[here].moves.items[:5]]
    awake = maze.life_time - 1  # the turn in which it leaves
    create(world, here, 0, awake)
    for cell in [] if way_out else beside:
        create(world, cell, 0, awake)
    if way_out:  # two steps off, so that staying is safe
        world.spot[0] = next(
            cell for cell in range(maze.cell_count) if maze.cells[here].steps[cell] == 2
        )
    note_hit(table, 0)
    assert (table.seats[0].hits, table.seats[0].avoidable) == (1, int(way_out))
    world.players[0].stuck_until = world.turn + 1
    note_hit(table, 0)  # who is held cannot avoid anything
    assert (table.seats[0].hits, table.seats[0].avoidable) == (2, int(way_out))


@pytest.mark.parametrize("text", ["flee", "planner@3", "scout:far=2", "bot@x", "bot:nothing=1"])
def test_an_unknown_bot_is_refused(text):
    with pytest.raises(BadInput):
        entrant_of(text)


def test_the_command_prints_a_table(capsys, require):
    require("gcc")
    main(["scout@1", "scout@1", "planner", "planner", "--games", "2"])
    shown = capsys.readouterr().out
    assert shown.startswith("2 games, every 7919013th seed from 1\n")
    assert shown.count("mean rank") == 4
    assert "avoidable" in shown
    with pytest.raises(BadInput, match="--games"):
        main(["scout", "scout", "planner", "planner", "--games", "0"])


@pytest.mark.campaign
def test_scouts_take_two_thirds_of_the_duels_with_planners(matches):
    rows = report(play_series(matches, ["scout", "scout", "planner", "planner"], 400, 5))
    assert all(row["above"]["planner"][0] > 0.66 for row in rows[:2])
