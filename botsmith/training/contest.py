"""Finds the three modules that a contest needs for a value network, by the contest's name.

    bots/GAME/rules.py           State, play, is_over, outcome
    bots/GAME/network.py         INPUTS, BASE, list_inputs, symmetries, Weights, make_weights
    bots/GAME/search_network.py  Memory, begin, think; search.py if the contest has no such file

docs/training.md explains each of them with an example.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from botsmith.compiler.compile import import_kernels
from botsmith.errors import BadInput
from common.kernel import NARROW, Numbers, is_record

AnyRecord: TypeAlias = Any  # of a contest, known when it runs


class Rules(Protocol):
    """The module rules.py, for two players, 0 and 1, who move in turns.

    State      a record with the field `player`, the player to move. State() is the start of a game,
               or make_state(2) if the module has that
    play       kernel: the player to move plays a move, a number
    is_over    kernel: returns True if the game is over
    outcome    kernel: returns the winner of a game that is over: 1 player 0, -1 player 1, 0 nobody
    """

    State: type
    play: Callable[[Any, int], None]
    is_over: Callable[[Any], bool]
    outcome: Callable[[Any], int]


class Network(Protocol):
    """The module network.py: the inputs of the network, and the place of its weights in memory.

    INPUTS        number of inputs; each is on or off
    BASE          lanes of the first layer before symmetries
    list_inputs   kernel: writes the inputs that are on, from the view of the player to move, and
                  returns their number
    symmetries    for each symmetry the new place of each input, the identity first; one row if the
                  game has no symmetry
    Weights       the record that make_weights fills
    make_weights  makes the network of INPUTS * BASE first weights, input by input, and BASE last
                  ones; tanh(score / scale) is the value

    A module may also have MOST_ON, the largest number of inputs that are on at once: by default
    INPUTS.
    """

    INPUTS: int
    BASE: int
    Weights: type
    list_inputs: Callable[[Any, Numbers[int]], int]
    symmetries: Callable[[], Sequence[Sequence[int]]]
    make_weights: Callable[[list[int], float], Any]


class Search(Protocol):
    """The module search_network.py or search.py: best-first minimax with the network
    (common/search/bestfirst.py).

    Memory  a record with `start`, the position to search, and `world`, both a State;
            `setting.weights`, a Weights; `tree`, a Tree of bestfirst
    begin   kernel: forgets the tree if it is called with two moves of -1
    think   kernel: runs more iterations of the search, by number
    """

    Memory: type
    begin: Callable[[Any, int, int], None]
    think: Callable[[Any, int], bool]


@dataclass(frozen=True)
class Contest:
    """A contest's three modules. name: the package that they are in."""

    name: str
    rules: Rules
    network: Network
    search: Search

    @property
    def fresh(self) -> AnyRecord:
        """Returns the state at the start of a game."""
        make_state = getattr(self.rules, "make_state", None)
        return make_state(2) if make_state else self.rules.State()

    @property
    def most_on(self) -> int:
        """Returns the largest number of inputs that are on at once."""
        return int(getattr(self.network, "MOST_ON", self.network.INPUTS))


def find_contest(package: str) -> Contest:
    """Returns the modules in a package such as bots.uttt. Raises BadInput, which names the missing
    parts, if one is incomplete.
    """
    modules: list[Any] = []
    wanted_by = {"rules": Rules, "network": Network, "search_network search": Search}
    for names, protocol in wanted_by.items():
        module = module_of(package, *names.split())
        for wanted in sorted(protocol.__annotations__):
            if not hasattr(module, wanted):
                words = f"no {wanted}, which `train` needs (docs/training.md)"
                raise BadInput(f"{module.__file__}: {words}")
        modules.append(module)
    contest = Contest(package, *modules)
    check(contest)
    return contest


def module_of(package: str, *names: str) -> ModuleType:
    """Returns the first module of the package with one of these names. Raises BadInput if there is
    none.
    """
    try:
        importlib.import_module(package)
        there = [name for name in names if find_spec(f"{package}.{name}") is not None]
    except ModuleNotFoundError:
        there = []
    if not there:
        place = f"{package}.{names[0]}".replace(".", "/")
        raise BadInput(f"no {place}.py, which `train` needs (docs/training.md)")
    path = f"{package}.{there[0]}".replace(".", "/") + ".py"
    try:
        return import_kernels(f"{package}.{there[0]}")
    except SystemExit:
        raise BadInput(f"{path}: ends Python as it is imported; expected no exit there") from None
    except EOFError:
        raise BadInput(f"{path}: reads input as it is imported; expected no input there") from None
    except SyntaxError as error:
        if error.filename is not None:  # else no line can be named
            raise
        raise BadInput(f"{path}: {error.msg}") from None


def check(contest: Contest) -> None:
    """Raises BadInput if records lack fields of Rules and Search, or if a symmetry is no
    permutation.
    """
    place = contest.name.replace(".", "/")
    state, memory = contest.rules.State, contest.search.Memory
    fields = getattr(state, "kernel_fields", {}) if is_record(state) else {}
    if fields.get("player") not in [[kind] for kind in (int, *NARROW)]:
        raise BadInput(f"{place}/rules.py: State is no record with `player: int`")
    search = f"{memory.__module__.replace('.', '/')}.py"
    fields = getattr(memory, "kernel_fields", {})
    if fields.get("start") != [state] or fields.get("world") != [state]:
        raise BadInput(f"{search}: Memory has no `start` and `world` of State")
    if not {"setting", "tree"} <= fields.keys():
        raise BadInput(f"{search}: Memory has no `setting` and `tree`")
    rows = contest.network.symmetries()
    inputs = list(range(contest.network.INPUTS))
    if not rows or list(rows[0]) != inputs or any(sorted(row) != inputs for row in rows):
        orders = f"orders of 0..{len(inputs) - 1}, the first one unchanged"
        raise BadInput(f"{place}/network.py: expected symmetries() as {orders}")
