"""The Olymbits bot: DUCT, with the parameters for the speed of its processor."""

from collections.abc import Callable
from itertools import product
from math import prod
from operator import add

from bots.olymbits.minigames import ACTIONS, FALLEN, PLAYERS
from bots.olymbits.params import Params
from bots.olymbits.player import Player
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import (
    ARCHERY,
    DIVING,
    GAMES,
    HURDLES,
    RUNNING,
    TURNS,
    pack,
    score_in,
)
from bots.olymbits.search import (
    ENTRIES,
    FARTHEST,
    NOBODY,
    PART,
    Memory,
    Setting,
    World,
    archer,
    begin,
    think,
)
from bots.olymbits.tables import runner, runs_in, solve
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import run
from common.native import Compiled
from common.search.duct import BITS, VISITS, Habits, tried

LONG_ITERATION = 33.0  # states
LONGEST_RUN = 15
HABITS = ("trust", "eager", "timid", "exploration", "joint_depth", "side_depth", "side_trust")
WEIGHT_UNIT = 1000.0
PRIZES = (0, 1, 3)  # points by what World.prizes says


class OlymbitsBot(Player):
    """Plays the most visited action of its own root."""

    chunk = 4

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines, think)
        self.params = params
        self.setting = Setting()
        self.setting.nothing, self.setting.blur = params.nothing, params.blur
        self.setting.blur_point = params.blur_edition / (PLAYERS * params.worth)
        for left in range(TURNS + 1):
            self.setting.to_come[left] = params.worth * runs_in(HURDLES, left)
        self.states_a_ms: dict[str, float] = {}  # by engine, in its last search

    def begin(self, engine: Engine[Memory], deadline: Deadline) -> None:
        habits, params = Habits(), self.params
        words = ("fast_",) if self.is_fast(engine, deadline) else ("fast_", "slow_")
        for word in words:
            for name in HABITS:
                setattr(habits, name, getattr(params, word + name, getattr(habits, name)))
        engine.load("start", self.start())
        engine.load("habits", habits)
        engine.load("setting", self.setting)
        engine.call(begin)

    def search(self, think: Callable[..., object], deadline: Deadline) -> Memory:
        memory: Memory = super().search(think, deadline)
        if self.search_ms > 0.0:
            self.states_a_ms[self.engine.name] = memory.forest.states / self.search_ms
        return memory

    def is_fast(self, engine: Engine[Memory], deadline: Deadline) -> bool:
        """Returns True if the last search had enough long iterations."""
        if deadline.iterations is not None:
            return deadline.iterations >= self.params.fast_from
        states = self.states_a_ms.get(engine.name, 0.0)
        left_ms = (deadline.ends - deadline.started) * 1000.0
        return states * left_ms / LONG_ITERATION >= self.params.fast_from

    def start(self) -> World:
        """Returns the state in which every iteration begins, and fills in the turn's setting."""
        start, setting, turn = World(), self.setting, self.match.turn
        race, shots, glide, dives = self.match.runs
        start.turn, start.order, start.winds, start.goals = turn, glide.code, shots.code, dives.code
        start.marks, start.combos = pack([*dives.first], PART), pack([*dives.second], PART)
        for player in range(PLAYERS):
            start.served[player] = NOBODY
            start.runners[player] = runner(race.first[player], race.second[player])
            start.archers[player] = archer(shots.first[player], shots.second[player])
            start.skaters[player] = glide.first[player] * 8 + glide.second[player] - FALLEN
        setting.hop, setting.best, _ = solve(race.code)
        start.home = TURNS if race.phase == RUNNING else turn
        setting.later = 0.0
        worths: list[list[list[float]]] = [[] for _ in range(PLAYERS)]
        for game, one in enumerate(self.match.runs):
            is_running = one.phase == RUNNING
            start.running |= int(is_running) << game
            setting.ends[game] = turn + one.left
            ended = min(TURNS, turn + one.left) if is_running else turn
            ahead = self.params.worth * runs_in(game, TURNS - ended) if game != HURDLES else 0.0
            setting.later += ahead
            for player in range(PLAYERS):
                score = score_in(self.match, player, game)
                setting.weights[player * GAMES + game] = self.weight(game, player, score)
                worths[player].append([score + prize + ahead for prize in PRIZES])
        for player, (first, *rest) in enumerate(worths):
            setting.races[player * 4 : player * 4 + 3] = first
            for prizes in product(range(len(PRIZES)), repeat=len(rest)):
                values = (
                    max(setting.nothing, row[at]) for row, at in zip(rest, prizes, strict=True)
                )
                setting.others[player * 64 + pack([*prizes], 2)] = prod(values)
            weights = setting.weights[player * GAMES : (player + 1) * GAMES]
            setting.wanted[player] = pack([int(weight > 0) for weight in weights], 1)
            for games in range(1 << GAMES):
                load = sum(weight for at, weight in enumerate(weights) if games >> at & 1)
                setting.load[player << GAMES | games] = load
        return start

    def weight(self, game: int, player: int, score: int) -> int:
        """Returns the weight for playing a mini-game's best action, 0 if the mini-game cannot
        change anything.
        """
        params, turn = self.params, self.match.turn
        favors = (
            params.favor_hurdles,
            params.favor_archery,
            params.favor_skating,
            params.favor_diving,
        )
        is_running = self.match.runs[game].phase == RUNNING
        left = self.ticks_left(game) if is_running else LONGEST_RUN
        if is_running and self.is_decided(game, player, left):
            return 0
        runs = 0.5 + runs_in(game, max(0, TURNS - turn - left))
        points = score + params.worth * runs
        return 1 + int(WEIGHT_UNIT * favors[game] * points**-params.need * left**-params.haste)

    def ticks_left(self, game: int) -> int:
        """Returns the ticks left in a run; for a race the least possible number."""
        run = self.match.runs[game]
        if game != HURDLES:
            return run.left
        _, _, ticks = solve(run.code)
        return max(1, min(ticks[run.first[at]] + run.second[at] for at in range(PLAYERS)))

    def is_decided(self, game: int, player: int, left: int) -> bool:
        """Returns True if a player's rank in a run can no longer change, or if the match ends
        before the run.
        """
        run = self.match.runs[game]
        gain = FARTHEST
        if game == DIVING:
            gain = left + max(run.second[at] for at in range(PLAYERS))
        gaps = [abs(run.first[at] - run.first[player]) for at in range(PLAYERS) if at != player]
        return self.match.turn + left > TURNS or (game != ARCHERY and min(gaps) > left * gain)

    def tried(self, player: int, action: int) -> tuple[int, float]:
        forest = self.engine.memory.forest
        return tried(forest, forest.root[player] + action)

    def lines(self) -> list[list[str]]:
        """Returns, by player, the words of the most visited way down its tree."""
        forest = self.engine.memory.forest
        link, nodes = forest.link, forest.root[:PLAYERS]
        rows: list[list[int]] = []
        while all(nodes):
            tries = [[one & VISITS for one in link[at : at + ACTIONS]] for at in nodes]
            if not all(map(any, tries)):
                break
            moves = [row.index(max(row)) for row in tries]
            rows.append(moves)
            slots = list(map(add, nodes, moves))
            if len(rows) <= forest.habits.joint_depth:
                joint = int("".join(map(str, moves)), ACTIONS)
                slots = [(block := link[at] >> BITS) and block + joint for at in nodes]
            nodes = [link[slot] >> BITS for slot in slots]
        return [[WORDS[row[player]] for row in rows] for player in range(PLAYERS)]


def main() -> None:
    """Plays on stdin and stdout."""
    run(OlymbitsBot(Params(), Compiled(Memory, ENTRIES, ("-O1", ""))))
