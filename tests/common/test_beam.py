"""The beam search on a toy whose answer is known, and its parts."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from common.kernel import Numbers, Records, kernel, record, records
from common.search import beam
from common.search.beam import NOWHERE, PLACES, POOL, QUEUES, ROOM, Beam, best_line, describe

# Harvest: a field grows while it is left alone. PICK ends nothing and takes what has grown today,
# SOW doubles what grows from tomorrow on, once a day; REST ends the day. The harvest counts.
REST, PICK, SOW = 0, 1, 2


@record
class Field:
    """grows: coins a day; coins; acts: of the present day."""

    grows: int = 1
    coins: int
    acts: int
    day: int


@record
class Rules:
    """opened: states that were opened; days: of a whole summer."""

    opened: int
    days: int


@kernel
def open_field(field: Field, rules: Rules) -> None:
    """Counts."""
    rules.opened += 1


@kernel
def list_acts(field: Field, rules: Rules, moves: Numbers[int]) -> int:
    """All three, and after an act only REST."""
    moves[0] = REST
    if field.acts > 0:
        return 1
    moves[1] = PICK
    moves[2] = SOW
    return 3


@kernel
def play_act(field: Field, rules: Rules, move: int) -> bool:
    """One act."""
    field.acts += 1
    if move == PICK:
        field.coins += field.grows
    elif move == SOW:
        field.grows *= 2
    else:
        field.acts = 0
        field.day += 1
    return move == REST


@kernel
def key_field(field: Field, rules: Rules) -> int:
    """All of it, spread over 62 bits."""
    mixed = field.coins * 1000003 + field.grows * 64 + field.acts
    return (mixed * 0x1E3779B97F4A7C15) & 0x3FFFFFFFFFFFFFFF


@kernel
def rate_field(field: Field, rules: Rules, ends_day: bool) -> float:
    """Coins at the very end; before it what grows counts too."""
    if ends_day and field.day == rules.days:
        return float(field.coins)
    return float(field.coins + 3 * field.grows)


expand_field = beam.bind(open_field, list_acts, play_act, key_field, rate_field)


@record
class Barn:
    """All that the search works on."""

    start: Field
    rules: Rules
    beam: Beam
    fields: Records[Field] = records(Field, POOL)


class Toy:
    """A search over so many days, `width` states wide at first and at last."""

    def __init__(self, days: int, first: int = 50, last: int = 50) -> None:
        self.barn = Barn()
        self.beam = self.barn.beam
        self.beam.stages, self.beam.first_width, self.beam.last_width = days, first, last
        self.barn.rules.days = days
        beam.clear(self.beam)

    def think(self, count: int) -> None:
        barn = self.barn
        expand_field(self.beam, barn.fields, barn.start, barn.rules, count)

    def best(self) -> float:
        """The value of the best state of the last complete stage."""
        return float(described(self)["moves"][0]["value"])


def described(toy: Toy) -> dict[str, Any]:
    return describe(toy.beam, lambda move: ("rest", "pick", "sow")[move])


def best_by_hand(days: int) -> int:
    """Sow on the first days, pick on the others."""
    return max((days - sown) << sown for sown in range(days))


@pytest.mark.parametrize("days", [1, 2, 3, 5, 8])
def test_the_best_plan_is_found(days):
    toy = Toy(days)
    toy.think(10_000)
    assert toy.beam.is_done
    assert toy.best() == best_by_hand(days)
    assert toy.beam.answer_stages == days
    line = best_line(toy.beam)
    acts = [move for move in line if move != REST]
    assert acts == sorted(acts, reverse=True), "sowing comes first"
    assert line[0] == toy.beam.answer


def test_a_state_that_cashes_in_does_not_crowd_out_one_that_saves():
    narrow = Toy(6, first=2, last=2)
    narrow.think(10_000)
    assert narrow.beam.answer == SOW


def test_equal_states_are_kept_once():
    toy = Toy(8, first=POOL // PLACES, last=POOL // PLACES)
    toy.think(100_000)
    assert toy.beam.is_done
    assert toy.beam.evaluations < toy.beam.made
    # Coins and growth of a day-end: far fewer than the 3**8 ways there.
    assert toy.beam.expanded < 1500


def test_no_layer_is_wider_than_the_beam():
    toy = Toy(8, first=5, last=5)
    previous = -1
    while not toy.beam.is_done:
        toy.think(1)
        assert toy.beam.used[toy.beam.current] <= 5
        for index in range(QUEUES):
            assert toy.beam.used[index] < ROOM * 5
        assert toy.beam.stage >= previous
        previous = toy.beam.stage
    assert toy.barn.rules.opened == toy.beam.expanded <= 8 * 2 * 5


def cleared(width: int) -> Beam:
    """A beam that is so wide, and empty."""
    searched = Beam()
    searched.first_width = searched.last_width = width
    beam.clear(searched)
    return searched


@pytest.mark.parametrize("kinds", [1, 5, 50, 10**6])  # of values: few ones meet often
@pytest.mark.parametrize("width", [1, 2, 7, 40])
def test_the_queue_keeps_the_best_values(width, kinds):
    rnd = random.Random(3)
    searched = cleared(width)
    values: list[float] = []
    owners = {}  # of each slot: the state in it
    for number in range(300):
        values.append(float(rnd.randrange(kinds)))
        spare = searched.spare
        assert beam.enter(searched, 1, values[-1]) == (searched.spare != spare)
        if searched.spare != spare:
            owners[spare] = number
        assert searched.used[1] < ROOM * width
        if rnd.random() < 0.1 or number == 299:
            beam.cut(searched, 1)
            best = sorted(values, reverse=True)[:width]
            places = range(searched.base[1], searched.base[1] + searched.used[1])
            assert sorted((searched.value[place] for place in places), reverse=True) == best
            for place in places:
                assert searched.value[place] == values[owners[searched.order[place]]]
    slots = [searched.order[place] for place in range(PLACES * width)]
    assert sorted([*slots, searched.spare]) == list(range(PLACES * width + 1))


def test_keys_are_forgotten_at_once_and_truly():
    searched = cleared(2)
    keys = [random.Random(k).getrandbits(40) << 20 | k for k in range(20)]
    assert [beam.is_new(searched, key) for key in keys] == [True] * 20
    assert [beam.is_new(searched, key) for key in keys] == [False] * 20
    searched.stamp += 1
    assert [beam.is_new(searched, key) for key in keys] == [True] * 20


def test_passes_become_deeper_and_then_wide_again():
    toy = Toy(6, first=4, last=8)
    toy.beam.stages, toy.beam.deepest, toy.beam.widest = 3, 6, 40
    seen = []
    while not toy.beam.is_done:
        if (toy.beam.stages, toy.beam.width) not in seen:
            seen.append((toy.beam.stages, toy.beam.width))
        toy.think(1)
    assert seen == [(3, 4), (3, 8), (4, 8), (5, 8), (6, 8), (6, 16), (6, 32), (6, 40)]
    assert toy.beam.passes == len(seen)


def test_a_wider_pass_answers_once_it_is_deep_enough_to_be_trusted():
    toy = Toy(6, first=1, last=64)
    toy.beam.trusted = 4
    depths = []
    while not toy.beam.is_done:
        toy.think(1)
        if toy.beam.passes > 0:
            assert toy.beam.answer_stages >= 4
        depths.append(toy.beam.answer_stages)
    assert toy.beam.passes == 7, "1, 2, 4 .. 64"
    assert toy.best() == best_by_hand(6)
    assert depths[0] == 0 and depths[-1] == 6


def test_before_the_first_stage_is_complete_there_is_no_answer():
    toy = Toy(4)
    assert (toy.beam.answer, described(toy)["line"]) == (NOWHERE, [])
    toy.think(1)
    assert toy.beam.answer == NOWHERE
    toy.think(4)
    assert toy.beam.answer in (REST, PICK, SOW)


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = Toy(7, first=3, last=24), Toy(7, first=3, last=24)
    whole.think(150)
    for _ in range(150):
        pieces.think(1)
    for name in ("expanded", "made", "evaluations", "answer", "answer_stages", "width"):
        assert getattr(pieces.beam, name) == getattr(whole.beam, name)


def test_a_second_search_forgets_the_first():
    toy, fresh = Toy(5, first=4, last=16), Toy(5, first=4, last=16)
    toy.think(40)
    beam.clear(toy.beam)
    for one in (toy, fresh):
        one.think(60)
    assert described(toy) == described(fresh)
    assert toy.beam.evaluations == fresh.beam.evaluations


def test_the_start_stays_as_it_is():
    toy = Toy(3)
    toy.barn.start.coins = 5
    toy.think(500)
    assert (toy.barn.start.coins, toy.barn.start.grows, toy.barn.start.acts) == (5, 1, 0)
    assert toy.best() == 5 + best_by_hand(3)


def test_widths_are_cut_to_fit_the_pool():
    toy = Toy(2, first=10**6, last=10**6)
    assert toy.beam.width == POOL // PLACES
    toy = Toy(2, first=0, last=0)
    assert toy.beam.width == 1


def test_moves_are_described_best_first():
    toy = Toy(5)
    toy.think(10_000)
    report = described(toy)
    assert report["moves"][0]["move"] == "sow"
    values = [row["value"] for row in report["moves"]]
    assert values == sorted(values, reverse=True)
    assert report["line"].count("rest") == 5


# ---- Its parts, at their edges


@kernel
def list_twice(field: Field, rules: Rules, moves: Numbers[int]) -> int:
    """Every act two times, one after the other."""
    count = list_acts(field, rules, moves)
    for index in range(count - 1, -1, -1):
        moves[2 * index + 1] = moves[index]
        moves[2 * index] = moves[index]
    return 2 * count


expand_twice = beam.bind(open_field, list_twice, play_act, key_field, rate_field)


def test_a_move_after_one_that_leads_nowhere_new_is_tried():
    once, twice = Toy(5), Toy(5)
    once.think(10_000)
    barn = twice.barn
    expand_twice(barn.beam, barn.fields, barn.start, barn.rules, 10_000)
    assert best_line(barn.beam) == best_line(once.beam)
    assert barn.beam.made == 2 * once.beam.made
    assert barn.beam.evaluations == once.beam.evaluations


def test_a_layer_of_one_state_is_opened_too():
    toy = Toy(4, first=1, last=1)
    toy.think(10_000)
    assert [move for move in best_line(toy.beam) if move == REST] == [REST] * 4
    assert toy.beam.expanded == 8, "on each day one before its act, and one after it"


def entered(searched: Beam, queue: int, values: Sequence[float]) -> list[int]:
    """The slots of states with these values, which all enter."""
    slots = []
    for value in values:
        slots.append(searched.spare)
        assert beam.enter(searched, queue, value)
    return slots


@pytest.mark.parametrize("values", [(1.0, 1.0, 3.0, 3.0), (3.0, 1.0, 3.0, 1.0)])
def test_after_a_cut_what_equals_the_worst_that_stayed_is_not_better(values):
    searched = cleared(2)
    searched.used[1] = 0
    entered(searched, 1, values[:3])
    searched.value[searched.base[1] + 3] = values[3]
    searched.used[1] = 4
    beam.cut(searched, 1)
    assert searched.used[1] == 2
    assert [searched.value[searched.base[1] + place] for place in (0, 1)] == [3.0, 3.0]
    assert not beam.enter(searched, 1, 1.0)
    assert searched.floor[1] in (1.0, 3.0)


def test_a_cut_whose_best_fill_the_width_ends_there():
    searched = cleared(2)
    entered(searched, 1, [1.0, 1.0, 3.0])
    searched.value[searched.base[1] + 3] = 3.0
    searched.used[1] = 4
    beam.cut(searched, 1)
    assert searched.floor[1] == 3.0, "2.0 would be cut at once"
    assert not beam.enter(searched, 1, 3.0)


def concluded(searched: Beam, rows: Sequence[tuple[int, float]]) -> Beam:
    """After a stage that ended with states of these origins and values."""
    searched.root_moves = 3
    for number in range(3):
        searched.root_move[number] = 70 + number
    queue = searched.tomorrow
    searched.step_move[9], searched.step_parent[9] = 66, NOWHERE
    slots = entered(searched, queue, [value for _, value in rows])
    for slot, (origin, _) in zip(slots, rows, strict=True):
        searched.origin[slot], searched.move[slot], searched.parent[slot] = origin, slot, 9
    beam.conclude_stage(searched)
    return searched


def test_of_equal_states_the_first_one_is_the_answer():
    searched = concluded(cleared(4), [(1, -7.0), (2, -5.0), (0, -5.0), (1, -6.0)])
    assert (searched.answer, searched.answer_step, searched.answer_stages) == (72, 9, 1)
    assert searched.answer_move == searched.order[searched.base[searched.tomorrow] + 1]
    assert best_line(searched) == [66, searched.answer_move]
    report = describe(searched, str)["moves"]
    assert [(row["move"], row["visits"], row["value"]) for row in report] == [
        ("70", 1, -5.0),
        ("72", 1, -5.0),
        ("71", 2, -6.0),
    ]


def test_a_stage_without_states_leaves_the_answer_as_it_was():
    searched = concluded(cleared(4), [(2, 1.0)])
    beam.empty(searched, searched.tomorrow)
    searched.stage = 5
    beam.conclude_stage(searched)
    assert (searched.answer, searched.answer_stages) == (72, 1)


@pytest.mark.parametrize(
    ("trusted", "last", "depth", "answers"),
    [(3, 6, 2, False), (3, 6, 3, True), (3, 2, 1, False), (3, 2, 2, True), (3, 0, 1, True)],
)
def test_a_pass_answers_from_its_trusted_depth_or_the_last_ones(trusted, last, depth, answers):
    searched = cleared(4)
    searched.trusted, searched.answer_stages, searched.stage = trusted, last, depth - 1
    concluded(searched, [(1, 0.0)])
    assert searched.answer == (71 if answers else NOWHERE)
    assert searched.answer_stages == (depth if answers else last)
