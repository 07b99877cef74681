"""Self-play of SnakeByte: every snake is an actor, on maps of the site's generator."""

from bots.snakebyte import policy, rules, search
from bots.snakebyte.charts import AREA, FAR, RIM, SPAN
from bots.snakebyte.policy import INPUTS, MOVES
from bots.snakebyte.search import Memory, Setting, World, begin as begin_search
from botsmith.referees.sha1prng import Sha1Prng
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search.beam_units import HABIT
from contests.snakebyte.maps import Map

ACTORS, SIDES, WINDOW = rules.SNAKES, rules.PLAYERS, (policy.PLANES, policy.SIDE)
TERMS = {"won": 1.0, "parts": 0.2}
ROW = len(TERMS)
TEAM = ACTORS // SIDES
ZERO_SUM = ("won", "parts")
RIVALS = {"habit": 16, "search 200": 16, "search 1000": 8}
WORK = (0, 200, 1000)  # turns of the game, by rival
LEGEND = 4
EXAMS, TRAININGS = 24, 72  # maps
MAPS = [Map(Sha1Prng(seed), LEGEND) for seed in range(1, EXAMS + TRAININGS + 1)]
WIDTHS, HEIGHTS = tuple(each.width for each in MAPS), tuple(each.height for each in MAPS)
TEAMS = tuple(len(each.snakes[0]) for each in MAPS)
COUNTS = tuple(len(each.sources) for each in MAPS)
MOST = max(COUNTS)
JUMPS = (-SPAN, 1, SPAN, -1)  # between spots


def filled(cells: list[tuple[int, int]], count: int) -> tuple[int, ...]:
    """Returns the cells' numbers in the rules, followed by -1 until there are `count` entries.

    cells: x and y of each cell
    """
    return (*(rules.cell_at(x, y) for x, y in cells), *[-1] * (count - len(cells)))


def line_of(made: Map, y: int) -> int:
    """Returns the platforms of a row as bits, of the first column as the lowest one."""
    return sum(1 << x for x in range(made.width) if (x, y) in made.walls)


LINES = tuple(tuple(line_of(each, y) for y in range(rules.MAX_HEIGHT)) for each in MAPS)
SOURCES = tuple(filled(each.sources, MOST) for each in MAPS)
BODIES = [[cell for team in each.snakes for snake in team for cell in snake] for each in MAPS]
PARTS = tuple(filled(cells, rules.SNAKES * rules.SHORTEST) for cells in BODIES)


@record
class Match:
    """A match.

    orders: the rivals' orders for the next turn
    is_answered: True once `orders` are set
    """

    world: World
    setting: Setting
    fresh: World
    is_answered: bool
    orders: Numbers[int] = numbers(int, rules.SNAKES)


@record
class Desk:
    """The memory of the search."""

    search: Memory


@kernel
def count_steps(setting: Setting, source: int, cell: int) -> None:
    """Writes the steps from all spots to a source, as charts.py does."""
    charts = setting.charts
    queue = numbers(int, AREA)
    for place in range(AREA):
        charts.away[place * rules.KINDS + source] = FAR
    queue[0] = (rules.row(cell) + RIM) * SPAN + rules.column(cell) + RIM
    charts.away[queue[0] * rules.KINDS + source] = 0
    count = 1
    done = 0
    while done < count:
        steps = charts.away[queue[done] * rules.KINDS + source] + 1
        for way in range(len(JUMPS)):
            near = queue[done] + JUMPS[way]
            x = near % SPAN - RIM
            y = near // SPAN - RIM
            if x < charts.width + RIM and y >= -RIM and y < charts.height + RIM:
                is_new = charts.away[near * rules.KINDS + source] == FAR and steps < FAR
                if is_new and setting.board.cells[rules.cell_at(x, y)] != rules.PLATFORM:
                    charts.away[near * rules.KINDS + source] = steps
                    queue[count] = near
                    count += 1
        done += 1


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a match; in training it lacks some of the sources."""
    number = draw(dice, EXAMS) if is_exam else EXAMS + draw(dice, TRAININGS)
    setting = match.setting
    state = match.world.state
    assign(match.world, match.fresh)
    setting.charts.width = WIDTHS[number]
    setting.charts.height = HEIGHTS[number]
    setting.kinds = rules.SOURCE + COUNTS[number]
    setting.board.height = HEIGHTS[number]
    setting.board.snakes = rules.PLAYERS * TEAMS[number]
    for y in range(rules.MAX_HEIGHT):
        for x in range(rules.MAX_WIDTH):
            is_wall = LINES[number][y] >> x & 1 != 0
            setting.board.cells[rules.cell_at(x, y)] = rules.PLATFORM if is_wall else rules.EMPTY
    state.solid[rules.PLATFORM] = True
    share = 100 if is_exam else 30 + draw(dice, 71)
    for place in range(COUNTS[number]):
        cell = SOURCES[number][place]
        setting.board.cells[cell] = rules.SOURCE + place
        count_steps(setting, rules.SOURCE + place, cell)
        if draw(dice, 100) < share or state.left == 0:
            state.solid[rules.SOURCE + place] = True
            state.left += 1
    for place in range(setting.board.snakes * rules.SHORTEST):
        snake = state.snakes[place // rules.SHORTEST]
        snake.parts[place % rules.SHORTEST] = PARTS[number][place]
        snake.length = rules.SHORTEST
    match.is_answered = False
    search.prepare(match.world, setting)


@kernel
def snake_of(match: Match, actor: int) -> int:
    """Returns an actor's snake; the last slot, which is always empty, if the actor has no snake."""
    team = match.setting.board.snakes // rules.PLAYERS
    return actor // TEAM * team + actor % TEAM if actor % TEAM < team else rules.SNAKES - 1


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes the inputs of the network: the board as a snake sees it."""
    policy.observe_snake(match.world, match.setting, snake_of(match, actor), inputs)


@kernel
def allow(match: Match, actor: int, legal: Numbers[bool]) -> None:
    """Marks a snake's legal ways."""
    policy.allow_ways(match.world, match.setting, snake_of(match, actor), legal)


@kernel
def search_for(match: Match, player: int, work: int, memory: Memory) -> None:
    """Searches for a player's orders. work: number of simulated turns"""
    assign(memory.start, match.world)
    assign(memory.setting, match.setting)
    begin_search(memory, player, work, True)
    search.think(memory, work)


@kernel
def answer(match: Match, rival: int, desk: Desk, dice: Dice) -> None:
    """Gives player 1's snakes the orders of a rival."""
    if WORK[rival] > 0:
        search_for(match, 1, WORK[rival], desk.search)
    for unit in range(rules.SNAKES):
        match.orders[unit] = HABIT
        if match.world.state.snakes[unit].length > 0 and WORK[rival] > 0:
            match.orders[unit] = search.choose(desk.search, unit)
        elif match.world.state.snakes[unit].length > 0:
            match.orders[unit] = search.way_of(match.world, match.setting, unit, HABIT)
    match.is_answered = True


@kernel
def teach(match: Match, iterations: int, desk: Desk, dice: Dice, chances: Numbers[float]) -> None:
    """Writes the probabilities of all snakes' ways by the search, for each player separately.

    iterations: fixed work of the search
    """
    for player in range(rules.PLAYERS):
        search_for(match, player, iterations, desk.search)
        for actor in range(player * TEAM, player * TEAM + TEAM):
            unit = snake_of(match, actor)
            if match.world.state.snakes[unit].length > 0:
                chances[actor * MOVES + search.choose(desk.search, unit)] = 1.0


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a turn. Returns True if the match is over."""
    state = match.world.state
    board = match.setting.board
    lengths = numbers(int, rules.SNAKES)
    for actor in range(ACTORS):
        unit = snake_of(match, actor)
        lengths[actor] = state.snakes[unit].length
        if not match.is_answered or actor < TEAM:
            match.orders[unit] = moves[actor]
    match.is_answered = False
    for number in range(rules.SNAKES):
        match.setting.orders[number] = match.orders[number]
    search.end_turn(match.world, match.setting)
    search.prepare(match.world, match.setting)
    for actor in range(ACTORS):
        gains[actor * ROW + 1] = float(state.snakes[snake_of(match, actor)].length - lengths[actor])
    if not rules.has_ended(board, state):
        return False
    lead = rules.count_parts(board, state, 0) - rules.count_parts(board, state, 1)
    if lead == 0:
        lead = state.losses[1] - state.losses[0]
    gains[0] = float(int(lead > 0))
    gains[TEAM * ROW] = float(int(lead < 0))
    return True


def symmetries() -> list[tuple[list[int], list[int]]]:
    """Returns two symmetries: the board unchanged, and mirrored."""
    return [(list(range(INPUTS)), list(range(MOVES))), policy.mirrored()]
