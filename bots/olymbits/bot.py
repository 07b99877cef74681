"""The Olymbits bot: DUCT, with the parameters that fit the processor it is on."""

from collections.abc import Callable
from operator import add

from bots.olymbits.minigames import ACTIONS, PLAYERS
from bots.olymbits.params import Params
from bots.olymbits.player import Player
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import ARCHERY, DIVING, GAMES, HURDLES, RUNNING, TURNS, score_in
from bots.olymbits.search import ENTRIES, FARTHEST, NOBODY, Memory, Setting, World, begin, think
from bots.olymbits.tables import CELLS, OTHER_MAP, make_tables, runs_in, solve
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import run
from common.native import Compiled
from common.search.duct import BITS, VISITS, Habits, tried

LONG_ITERATION = 33.0  # states
LONGEST_RUN = 15
HABITS = ("trust", "eager", "timid", "exploration", "joint_depth", "side_depth", "side_trust")
WEIGHT_UNIT = 1000.0


class OlymbitsBot(Player):
    """Plays the most visited action of its own root."""

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines, think)
        self.params = params
        self.setting = Setting()
        self.setting.nothing, self.setting.blur = params.nothing, params.blur
        self.setting.blur_point = params.blur_edition / (PLAYERS * params.worth)
        self.map_ids = make_tables(self.setting.tables)
        for at in range(GAMES * (TURNS + 1)):
            self.setting.to_come[at] = params.worth * runs_in(*divmod(at, TURNS + 1))
        self.informed: Engine[Memory] | None = None  # the one that holds the setting
        self.states_a_ms: dict[str, float] = {}  # by engine, in its last search

    def begin(self, engine: Engine[Memory], deadline: Deadline) -> None:
        habits, params = Habits(), self.params
        words = ("fast_",) if self.is_fast(engine, deadline) else ("fast_", "slow_")
        for word in words:
            for name in HABITS:
                setattr(habits, name, getattr(params, word + name, getattr(habits, name)))
        self.identify_map()
        engine.load("start", self.start())
        engine.load("habits", habits)
        if engine is not self.informed:
            engine.load("setting", self.setting)
            self.informed = engine
        engine.call(begin)

    def search(self, think: Callable[..., object], deadline: Deadline) -> Memory:
        memory: Memory = super().search(think, deadline)
        if self.search_ms > 0.0:
            self.states_a_ms[self.engine.name] = memory.forest.states / self.search_ms
        return memory

    def is_fast(self, engine: Engine[Memory], deadline: Deadline) -> bool:
        """Whether enough long iterations are to be expected, by the last search."""
        if deadline.iterations is not None:
            return deadline.iterations >= self.params.fast_from
        states = self.states_a_ms.get(engine.name, 0.0)
        left_ms = (deadline.ends - deadline.started) * 1000.0
        return states * left_ms / LONG_ITERATION >= self.params.fast_from

    def identify_map(self) -> None:
        """The hurdle map's id; a map that the contest never has is solved now."""
        race = self.match.runs[HURDLES]
        race.map_id = self.map_ids.get(race.code, OTHER_MAP)
        if race.map_id == OTHER_MAP and self.setting.tables.track[OTHER_MAP] != race.code:
            solve(self.setting.tables, OTHER_MAP, race.code)
            self.informed = None

    def start(self) -> World:
        """The start of every iteration."""
        start, params, turn = World(), self.params, self.match.turn
        favors = (
            params.favor_hurdles,
            params.favor_archery,
            params.favor_skating,
            params.favor_diving,
        )
        assign(start.match, self.match)
        for player in range(PLAYERS):
            start.served[player] = NOBODY
        for game in range(GAMES):
            is_running = self.match.runs[game].phase == RUNNING
            start.open += int(is_running)
            start.ended[game] = TURNS if is_running else turn
            left = self.ticks_left(game) if is_running else LONGEST_RUN
            runs = 0.5 + runs_in(game, max(0, TURNS - turn - left))
            for player in range(PLAYERS):
                at = player * GAMES + game
                score = score_in(self.match, player, game) + params.worth * runs
                weight = WEIGHT_UNIT * favors[game] * score**-params.need * left**-params.haste
                start.weights[at] = 1 + int(weight)
                if is_running and self.is_decided(game, player, left):
                    start.weights[at] = 0
        return start

    def ticks_left(self, game: int) -> int:
        """How long a run goes on; a race: at least."""
        run, ticks = self.match.runs[game], self.setting.tables.ticks
        if game != HURDLES:
            return run.left
        base = run.map_id * CELLS
        return max(1, min(ticks[base + run.first[at]] + run.second[at] for at in range(PLAYERS)))

    def is_decided(self, game: int, player: int, left: int) -> bool:
        """Whether a player's rank in a run stands, or the match ends before it."""
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
        """The most visited way down all trees."""
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
    run(OlymbitsBot(Params(), Compiled(Memory, ENTRIES)))
