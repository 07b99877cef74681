"""Every contest that `new` writes: checked as kernels, played to its end, built of fitting parts.

tests/test_new.py builds and runs a few of them as a user does; what takes minutes is a campaign.
"""

import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.compiler.compile import check, native_engine
from botsmith.errors import BadInput
from botsmith.new.scaffold import SEARCHES, TURNS, Form, fits, make_form
from botsmith.training.contest import find_contest
from botsmith.training.kernels import bind
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.network import decode
from common.stdio import UnreadableInput
from tests.new.contests import Contest, importable, lint, play, reader_of, run_mypy, write

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


FORMS = all_forms()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All of them can be imported."""
    with importable(tmp_path_factory.mktemp("combinations"), FORMS):
        yield


@pytest.mark.parametrize("name", FORMS)
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
    """One for each search, one of them with the longest name."""
    for name in ("ducttog2", "mctsalt2", "alphabetaalt2", "networkalt2", "beamalt2to8", "nonetog8"):
        write(tmp_path, name, FORMS[name])
    write(tmp_path, 20 * "w", FORMS["smitsimaxtog2to4"])
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


@pytest.mark.campaign
@pytest.mark.parametrize("name", FORMS)
def test_c_plays_as_cpython_does(project: None, name: str) -> None:
    contest = Contest(name)
    engines = [Engines(contest.search.Memory).python]
    engines.append(native_engine(contest.search.Memory, contest.search.ENTRIES))
    referee = contest.referee.from_seed(1, FORMS[name].most)
    found = []
    for engine in engines:
        bot = contest.bot()
        bot.read_start(reader_of(referee.init_inputs(0)))
        bot.read_turn(reader_of(referee.inputs(0)))
        bot.engines.current = lambda deadline, engine=engine: engine
        found.append((bot.answer(Deadline(1000.0, 0.0, iterations=200)), bot.explain()))
    assert found[0] == found[1]


@pytest.mark.campaign
def test_all_of_it_pleases_ruff_black_and_mypy(tmp_path: Path) -> None:
    for name, form in FORMS.items():
        write(tmp_path, name, form)
    lint(tmp_path)
    run_mypy(tmp_path, "bots", "contests", "tests")


@pytest.mark.parametrize(
    ("players", "turns", "search", "wanted"),
    [
        ("1", "together", "", "expected a number of 2..8, or two as 2..4"),
        ("9", "together", "", "expected a number of 2..8"),
        ("4..2", "together", "", "expected a number of 2..8"),
        ("two", "together", "", "expected a number of 2..8"),
        ("2", "freely", "", "expected together or alternating"),
        ("2", "together", "minimax", "expected one of smitsimax duct mcts"),
        ("5", "together", "smitsimax", "5 together: beam none"),
        ("2", "alternating", "duct", "2 alternating: smitsimax mcts alphabeta beam network none"),
        ("3", "alternating", "mcts", "3 alternating: smitsimax beam none"),
        ("2", "together", "alphabeta", "2 together: smitsimax duct beam none"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(
    players: str, turns: str, search: str, wanted: str
) -> None:
    with pytest.raises(BadInput) as refused:
        make_form(players, turns, search, None)
    assert wanted in str(refused.value)
    assert "\n" not in str(refused.value)
