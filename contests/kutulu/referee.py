"""The referee of Code of Kutulu in its top league. Rules and protocol are the bot's own modules."""

from functools import cache
from typing import Any

from bots.kutulu import protocol, rules
from bots.kutulu.paths import CELLS, FAR, PLAYERS, WAIT, Maze
from bots.kutulu.rules import World
from botsmith.errors import BadInput
from botsmith.referees.base import UNASKED, Limits, Lines, Match, Referee, Result
from botsmith.referees.java_random import JavaRandom
from common.kernel import Numbers, assign
from common.stdio import UnreadableInput
from contests.kutulu import lines as kutulu_lines
from contests.kutulu.chase import bind_chase
from contests.kutulu.lines import Effect, spot
from contests.kutulu.maps import MAPS

LEAGUE = 7
FAULT_SCORE = -1
HEADINGS = 4  # the official referee draws one for each new minion and never uses it
START = "S"
LONG_LIMIT = 1 << 63
LONG_DIGITS = 25  # digits of a seed that are read: more than 64 bits hold
CONSTANTS = ("sanity_loss_lonely", "sanity_loss_group", "wanderer_spawn_time", "wanderer_life_time")
EFFECT_NUMBERS = {"EFFECT_SHELTER": 3, "EFFECT_PLAN": 4, "EFFECT_LIGHT": 5, "EFFECT_YELL": 6}


def settle(world: World, costs: Numbers[int], best: int, old: int, dice: JavaRandom) -> int:
    """Returns the explorer that a minion follows at cost `best`: the old target, else one drawn at
    random; -1 if there is none.
    """
    order = [who for who in range(PLAYERS) if world.players[who].is_in]
    fixed = 0
    if old in order:
        place = order.index(old)
        order[0], order[place] = order[place], order[0]
        fixed = 1
    for index in range(fixed, len(order) - 1):
        other = index + dice.next_int(len(order) - index)
        order[index], order[other] = order[other], order[index]
    return next((who for who in order if costs[who] == best < FAR), -1)


play_turn = rules.bind_turn(bind_chase(settle, True))


@cache
def maze_of(rows: tuple[str, ...], constants: tuple[int, ...]) -> Maze:
    """Returns a maze with its tables, shared by all matches that are played on it."""
    return protocol.make_maze(list(rows), list(constants))


def parse_seed(text: str) -> int:
    """Returns a seed as Java reads it: a number of 64 bits, 0 for any other text."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isdecimal():
        return 0
    value = int(digits.lstrip("0")[:LONG_DIGITS] or "0") * (-1 if text.startswith("-") else 1)
    return value if -LONG_LIMIT <= value < LONG_LIMIT else 0


def config_from_seed(text: str, map_name: str | None) -> dict[str, Any]:
    """Returns the config that the official referee makes from its parameters `seed` and `map`."""
    seed = parse_seed(text)
    dice = JavaRandom(seed)
    ranges = zip(CONSTANTS, (3, 1, 3, 30), (4, 3, 4, 11), strict=True)  # the least, how many
    constants = {name: least + dice.next_int(count) for name, least, count in ranges}
    name = map_name if map_name in MAPS else [*MAPS][abs(dice.next_int32()) % len(MAPS)]
    rows = list(MAPS[name])
    return {
        "league": LEAGUE,
        "map": name,
        "map_param": map_name,
        "width": len(rows[0]),
        "height": len(rows),
        "rows": rows,
        **constants,
        "rng_after_init": dice.state,
        "seed_value": str(seed),
    }


class KutuluReferee(Referee):
    """The referee of one match of four explorers. All explorers in play are asked in every turn, by
    id.
    """

    game = "kutulu"
    openings = UNASKED
    seed_step = 7919  # neighbours share the price of being alone
    player_counts = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=50.0)
    score_parts = ("sanity", "plans", "lights")
    margin = "sanity"

    def __init__(self, config: dict[str, Any], players: int | None = None) -> None:
        """Raises BadInput for a config that makes no match."""
        super().__init__(config, players)
        self.check_fixed(config, league=LEAGUE)
        self.rows = self.value("rows", list[str])
        self.dice = JavaRandom.at(self.value("rng_after_init", int))
        constants = tuple(self.value(name, int) for name in CONSTANTS)
        try:
            self.maze = maze_of(tuple(self.rows), constants)
        except UnreadableInput as error:
            raise BadInput(f"kutulu config: {error}") from None
        self.cells = protocol.cells_of(self.maze)
        self.world = World()
        self.effects: list[Effect] = []
        starts = [cell for (x, y), cell in self.cells.items() if self.rows[y][x] == START]
        if len(starts) != PLAYERS:
            raise self.refuse(f"{PLAYERS} starts, not {len(starts)}")
        for who, cell in enumerate(starts):
            rules.put(self.world, who, cell)

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "KutuluReferee":
        """Returns the match that the site plays from this seed."""
        return cls(config_from_seed(str(seed), None), players)

    @classmethod
    def map_of(cls, seed: int) -> str:
        """Returns the official name of a seed's map."""
        return str(config_from_seed(str(seed), None)["map"])

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """Returns referees from `config` and from the seed, with the map if it is a parameter."""
        seed = cls(config_from_seed(match.seed, match.config.get("map_param")), match.players)
        return {"seed": seed, "config": cls.from_config(match.config, match.seed, match.players)}

    @property
    def over(self) -> bool:
        return self.world.living == 0

    def seats(self) -> list[int]:
        return [who for who in range(PLAYERS) if self.world.players[who].is_in]

    def init_inputs(self, seat: int) -> Lines:
        return kutulu_lines.format_maze(self.rows, self.maze)

    def inputs(self, seat: int) -> Lines:
        return kutulu_lines.format_turn(self.world, self.maze, self.effects, seat)

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        actions = [WAIT] * PLAYERS
        for seat in sorted(outputs):
            action = self._read_action(seat, outputs[seat])
            if action is None:
                self.world.players[seat].sanity = 0
                rules.put_out(self.world, seat, FAULT_SCORE)
            else:
                actions[seat] = action
        self._drop_effects()
        before, spawned = World(), World()
        assign(before, self.world)
        assign(spawned, self.world)
        rules.spawn(spawned, self.maze)
        for _ in range(spawned.next_id - before.next_id):  # before anything else
            self.dice.next_int(HEADINGS)
        play_turn(self.world, self.maze, self.dice, actions)
        self._add_effects(before)
        self._drop_effects()

    def _read_action(self, seat: int, lines: Lines) -> int | None:
        """Returns the action that a seat asks for; None for a fault that puts it out."""
        order = self.judge(seat, lines, kutulu_lines.parse_order)
        if order is None:
            return None
        if order.action >= 0:
            return order.action
        here = self.world.players[seat].cell
        goal = self.cells.get((order.x, order.y), here)
        cell = self.maze.cells[here]
        if here == goal or cell.steps[goal] == FAR:
            return WAIT
        # The first cell of turn 0: a MOVE is not turned by the turn.
        return cell.exits.index(cell.firsts[goal] % CELLS)

    def _add_effects(self, before: World) -> None:
        """Adds the effects that began in this turn to the list, in the official order. before: the
        world before the turn
        """
        pairs = [*zip(before.players, self.world.players, strict=True)]
        ends = before.turn + rules.CAST_TURNS
        for who, (old, one) in enumerate(pairs):
            for victim in range(PLAYERS):
                if one.yelled_at[victim] and not old.yelled_at[victim]:
                    self.effects.append(Effect(protocol.EFFECT_YELL, who, victim, ends))
        for who, (old, one) in enumerate(pairs):
            if one.plans < old.plans:
                self.effects.append(Effect(protocol.EFFECT_PLAN, who, until=one.plan_until))
            if one.lights < old.lights:
                self.effects.append(Effect(protocol.EFFECT_LIGHT, who, until=one.light_until))
        if before.turn > 0 and before.turn % rules.SHELTER_PERIOD == 0:
            kept = [one for one in self.effects if one.kind != protocol.EFFECT_SHELTER]
            fresh = range(self.maze.shelters.count)
            self.effects = kept + [Effect(protocol.EFFECT_SHELTER, index) for index in fresh]

    def _drop_effects(self) -> None:
        """Removes the effects that are over."""
        self.effects = [one for one in self.effects if kutulu_lines.turns_left(self.world, one)]

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns the remaining numbers of each explorer, by name."""
        columns = [[float(count) for count in column] for column in zip(*state["p"], strict=True)]
        return dict(zip(cls.score_parts, columns[2:5], strict=True))

    def state(self) -> Any:
        world, maze = self.world, self.maze
        players = [
            [*spot(maze, one.cell), one.sanity, one.plans, one.lights, int(one.is_in), one.score]
            for one in self.world.players
        ]
        minions = kutulu_lines.minions(world, maze)
        return {
            "rng": self.dice.state,
            "next_id": world.next_id,
            "p": players,
            "m": [kutulu_lines.minion_row(minion, maze) for minion in minions],
            "e": [self._effect_row(effect) for effect in self.effects],
        }

    def _effect_row(self, effect: Effect) -> list[int]:
        x, y, left, who, victim = kutulu_lines.effect_fields(self.world, self.maze, effect)
        return [EFFECT_NUMBERS[effect.kind], left, who, victim, x, y]

    def result(self) -> Result:
        self.expect_over(True)
        scores = [one.score for one in self.world.players]
        last = self.world.turn - 1
        is_last = last == rules.LAST_TURN
        end = f"turn {last} reached" if is_last else f"all players out at turn {last}"
        return Result.of(scores, end)
