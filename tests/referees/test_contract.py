"""What every referee owes to the arena, whatever its game."""

import copy
import json
from itertools import islice

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees import games, referee_for
from botsmith.referees.base import Match, Referee, Result
from botsmith.referees.verify import open_as_recorded
from tests.matches import GOLDEN, recorded

SEEDS = range(1, 9)
FEW = 40  # matches of a record
LONGEST = 500  # turns of any match
SEEDLESS = ("stratego",)  # games in which players alone decide how a match begins


@pytest.fixture(params=games())
def kind(request: pytest.FixtureRequest) -> type[Referee]:
    """The referee class of each game in turn."""
    return referee_for(request.param)


def rebuilt(kind: type[Referee], match: Match) -> Referee:
    """A referee at the start of a recorded match."""
    referee = next(iter(kind.rebuild(match).values()))
    open_as_recorded(referee, match)
    return referee


@pytest.fixture
def match(kind: type[Referee]) -> Match:
    return recorded(kind.game)


@pytest.fixture
def referee(kind: type[Referee], match: Match) -> Referee:
    return rebuilt(kind, match)


def lines_of(referee: Referee) -> list[list[str]]:
    """All input of the seats at this moment."""
    seats = range(referee.players)
    return [referee.init_inputs(seat) for seat in seats] + [
        referee.inputs(seat) for seat in referee.seats()
    ]


def play_turn(referee: Referee, match: Match, number: int) -> None:
    """Plays a recorded turn."""
    referee.apply(copy.deepcopy(match.turns[number].outputs))


def snapshot(referee: Referee) -> object:
    """All that a referee shows of itself."""
    result = referee.result() if referee.over else None
    return copy.deepcopy((lines_of(referee) if result is None else [], referee.state(), result))


@pytest.mark.parametrize(
    ("game", "players", "first_ms", "turn_ms", "compares_end"),
    [
        ("csb", 2, 1000.0, 75.0, True),
        ("kutulu", 4, 1000.0, 50.0, False),
        ("olymbits", 3, 1000.0, 50.0, False),
        ("stratego", 2, 1000.0, 1000.0, False),
        ("tororo", 2, 1000.0, 100.0, False),
        ("uttt", 2, 1000.0, 100.0, True),
    ],
)
def test_players_limits_and_what_is_compared_are_those_of_the_contests_page(
    game, players, first_ms, turn_ms, compares_end
):
    kind = referee_for(game)
    assert kind.player_counts == (players,)
    assert (kind.limits.first_ms, kind.limits.turn_ms) == (first_ms, turn_ms)
    assert kind.compares_end == compares_end


def test_a_draw_counts_as_rank_1_for_all_whatever_order_the_ranks_say():
    played = Result([1.0, 0.0], [1, 2], "end")
    assert not played.is_draw and played.counted == [1, 2]
    assert Result([0.0, 0.0], [1, 2], "end", is_draw=True).counted == [1, 1]


def test_results_are_equal_if_scores_ranks_and_end_are():
    played = Result([1.0, 0.0], [1, 2], "end")
    assert played == Result([1.0, 0.0], [1, 2], "end", {"seconds": 3}, is_draw=True)
    assert played != Result([1.0, 0.0], [1, 2], "timeout")


def test_a_seed_that_is_no_number_is_told_up_to_60_letters():
    match = recorded("olymbits")
    match.seed = "x" * 61
    with pytest.raises(BadInput, match=f"expected a whole number as seed, got '{'x' * 60}'$"):
        referee_for("olymbits").rebuild(match)


def test_equal_seeds_give_equal_matches(kind):
    for seed in SEEDS:
        one, other = kind.from_seed(seed), kind.from_seed(seed)
        assert one.config == other.config
        assert lines_of(one) == lines_of(other)


def test_other_seeds_give_other_matches(kind):
    if kind.game in SEEDLESS:
        pytest.skip(f"{kind.game} has no chance in it")
    assert len({str(lines_of(kind.from_seed(seed))) for seed in SEEDS}) > len(SEEDS) // 2


def test_a_config_survives_json_and_gives_the_match_again(kind):
    for seed in SEEDS:
        referee = kind.from_seed(seed)
        config = json.loads(json.dumps(referee.config))
        again = kind.from_config(config, str(seed), referee.players)
        assert lines_of(again) == lines_of(referee)
        assert again.config == config


def test_each_number_of_players_that_a_game_names_can_play(kind):
    for players in kind.player_counts:
        referee = kind.from_seed(1, players)
        assert referee.players == players
        assert set(referee.seats()) <= set(range(players))
        assert not referee.over


def test_another_number_of_players_is_refused(kind):
    config, wanted = kind.from_seed(1).config, " or ".join(map(str, kind.player_counts))
    for players in {*range(1, 6)}.difference(kind.player_counts):
        said = f"^{kind.game} is played by {wanted} bots, not {players}$"
        with pytest.raises(BadInput, match=said):
            kind.from_seed(1, players)
        with pytest.raises(BadInput, match=said):
            kind.from_config(config, "1", players)


@pytest.mark.parametrize(
    ("game", "change", "error"),
    [
        ("kutulu", {"rows": ["###"]}, r"1\.\.255 cells"),
        ("kutulu", {"rows": ["#.#"]}, "starts, not 0"),
        ("kutulu", {"rows": ["##", "#"]}, "one length"),
        ("kutulu", {"league": 2}, "expected league 7, got 2"),
        ("kutulu", {"rng_after_init": "x"}, "rng_after_init"),
        ("olymbits", {"hurdles": ["x"]}, "'hurdles'"),
        ("olymbits", {"skating": ["UUDL"]}, "'skating'"),
        ("olymbits", {"maxTurns": 50}, "maxTurns 100"),
        ("tororo", {"days": 6}, "expected days 24, got 6"),
        ("tororo", {"cells": 5}, r"expected cells as \[\[number, ...\], ...\], got 5"),
        ("tororo", {"cells": [[0, 3, 1, 2, 3, 4, 5, 6]]}, "37 cells"),
        ("tororo", {"rng48_after_setup": "x"}, "expected rng48_after_setup as number, got 'x'"),
    ],
)
def test_a_config_of_another_match_is_refused_in_one_line(game, change, error):
    referee = referee_for(game).from_seed(1)
    with pytest.raises(BadInput, match=error) as caught:
        type(referee).from_config({**referee.config, **change}, "1", referee.players)
    assert "\n" not in str(caught.value)


def test_a_turn_leaves_no_trace_in_another_match(kind, match):
    alone, waiting, busy = (rebuilt(kind, match) for _ in range(3))
    half = len(match.turns) // 2
    for number in range(half):
        play_turn(alone, match, number)
        play_turn(waiting, match, number)
    before = snapshot(waiting)
    for number in range(len(match.turns)):
        play_turn(busy, match, number)
    assert busy.over
    assert snapshot(waiting) == before
    for number in range(half, len(match.turns)):
        play_turn(alone, match, number)
        play_turn(waiting, match, number)
        assert snapshot(alone) == snapshot(waiting)
    assert snapshot(waiting) == snapshot(busy)


def test_a_state_is_the_same_as_itself_and_as_no_later_one(referee, match):
    play_turn(referee, match, 0)
    first = copy.deepcopy(referee.state())
    assert referee.is_same_state(first, copy.deepcopy(first))
    for number in range(1, len(match.turns) // 2):
        play_turn(referee, match, number)
    later = referee.state()
    assert referee.is_same_state(later, copy.deepcopy(later))
    assert not referee.is_same_state(first, later) and not referee.is_same_state(later, first)


def test_looking_changes_nothing(kind, match):
    seen, unseen = (rebuilt(kind, match) for _ in range(2))
    for number in range(min(20, len(match.turns))):
        for seat in seen.seats():
            for _ in range(2):
                seen.init_inputs(seat)
                seen.inputs(seat)
                seen.opening(seat)
                seen.closing(seat)
                seen.final()
                seen.reply_lines(seat)
                seen.ends_turn(seat, match.turns[number].outputs.get(seat, []))
            seen.state()
            seen.faults()
        play_turn(seen, match, number)
        play_turn(unseen, match, number)
    assert snapshot(seen) == snapshot(unseen)


def test_what_a_referee_is_given_and_gives_stays_the_callers(referee, match):
    outputs = copy.deepcopy(match.turns[0].outputs)
    referee.apply(outputs)
    assert outputs == match.turns[0].outputs
    before = snapshot(referee)
    for lines in outputs.values():
        lines.clear()
    for seat in referee.seats():
        referee.inputs(seat).clear()
        referee.init_inputs(seat).clear()
    assert snapshot(referee) == before


def test_who_asks_for_nothing_before_the_first_turn_takes_nothing(kind):
    referee = kind.from_seed(1)
    if any(referee.opening(seat) for seat in range(referee.players)):
        pytest.skip(f"{kind.game} has an opening")
    referee.open({})
    with pytest.raises(ValueError, match="asks for nothing"):
        referee.open({0: ["ready"]})


def test_recorded_moves_are_legal_to_the_end(referee, match):
    for number, turn in enumerate(match.turns):
        assert set(referee.seats()) == set(turn.outputs)
        for seat, lines in turn.outputs.items():
            assert len(lines) == referee.reply_lines(seat)
            assert not referee.ends_turn(seat, lines)
        play_turn(referee, match, number)
    assert referee.over
    assert referee.faults() == {}


def test_silence_costs_every_seat_the_same(kind, match):
    for silent in range(match.players):
        referee = rebuilt(kind, match)
        # Without one seat a match may last longer than its record: its last turn goes on then.
        for turn in [*match.turns, *[match.turns[-1]] * LONGEST]:
            if referee.over:
                break
            outputs = {seat: turn.outputs.get(seat, []) for seat in referee.seats()}
            if silent in outputs:
                outputs[silent] = []
            referee.apply(outputs)
        assert referee.over
        ranks = referee.result().ranks
        assert ranks[silent] == max(ranks) > 1


def test_ranks_count_from_1_and_ties_share_the_better_one(kind):
    """The recorded ranks are the referee's own: test_golden replays all of them."""
    for match in islice(read_matches(GOLDEN / kind.game / "matches.jsonl.gz"), FEW):
        result = match.result
        assert len(result.scores) == len(result.ranks) == match.players
        for rank in result.ranks:
            better = sum(other < rank for other in result.ranks)
            assert rank == better + 1


def test_a_match_has_no_result_before_its_end_and_no_turn_after_it(referee, match):
    with pytest.raises(RuntimeError):
        referee.result()
    for number in range(len(match.turns)):
        play_turn(referee, match, number)
    with pytest.raises(RuntimeError):
        play_turn(referee, match, len(match.turns) - 1)


def test_a_map_that_has_a_name_is_that_of_the_match(kind):
    key = {"csb": "base_map", "kutulu": "map"}.get(kind.game)
    for seed in (1, 2, -7, 2**62):
        name = kind.map_of(seed)
        if key is None:
            assert name == ""
        else:
            assert name.removeprefix("base map ") == str(kind.from_seed(seed).config[key])
