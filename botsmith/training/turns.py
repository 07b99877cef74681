"""Plays a policy's games against itself by search, for two players in turns: whole games in C.

Before each move a Gumbel search examines the position. It tries the moves that the network and a
draw make likeliest, halves their number again and again (sequential halving), and inside the tree
uses common/search/puct.py. The policy's target is the network's chances, improved by the values
that the search found. Source: Danihelka and others 2022, Policy improvement by planning with
Gumbel.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, log, tanh
from typing import TYPE_CHECKING, Any

from botsmith.training.calls import Caller, bind as bind_calls, note
from botsmith.training.environment import deciding_weights
from botsmith.training.faults import BEGIN, LONG, longest_of
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense
from common.rng import Dice, draw
from common.search import puct
from common.search.mcts_tree import FIRST, MAX_MOVES, MOST, NONE, OPEN, PROVEN_0, Tree, plant
from common.search.puct import Leaf

GAMES = 64  # of one call
LONGEST = 512  # samples of a game; more are left out
SAMPLES = 4096  # of one call
FORBIDDEN = -1.0  # in place of a move's chance
PARTS = 2**31  # of a whole, for the dice
LEAST = 1e-12  # of a chance, for its logarithm


@record
class Plan:
    """The settings of the searches.

    iterations: iterations of one search
    width: largest number of moves that a search tries at first
    trust, visits: weight of values against chances: (visits + most visits of a move) * trust
    result: weight of the game's result in a value's target; the rest is the search's value
    """

    iterations: int
    width: int
    trust: float
    visits: float
    result: float


def bind_net(sizes: Sequence[int]) -> tuple[Any, Any]:
    """Returns a record of layers, and their kernel run(net, before, after). Its `rows` are the
    first layer, its `rest` is the record of the others.

    sizes: numbers of inputs, of the outputs of each hidden layer, and of outputs
    """
    layer = dense.bind(sizes[0], sizes[1])
    is_last = len(sizes) == 2

    @record
    class Row:
        """The weights of an output."""

        of: Numbers[int] = numbers(Int16, sizes[0])
        bias: int
        scale: int

    if is_last:

        @record
        class Last:
            """The last layer, whose outputs are the moves' logits and the value."""

            rows: Records[Row] = records(Row, sizes[1])

        @kernel
        def run_last(net: Last, before: Numbers[int], after: Numbers[int]) -> None:
            layer(net.rows, before, after, True)

        return Last, run_last

    rest_type, run_rest = bind_net(sizes[1:])
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Rest
    else:
        Rest = rest_type

    @record
    class Net:
        """A layer, and those behind it."""

        rows: Records[Row] = records(Row, sizes[1])
        out: Numbers[int] = numbers(Int16, sizes[1])
        rest: Rest

    @kernel
    def run(net: Net, before: Numbers[int], after: Numbers[int]) -> None:
        layer(net.rows, before, net.out, False)
        run_rest(net.rest, net.out, after)

    return Net, run


@cache
def bind(environment: Any, hidden: tuple[int, ...]) -> tuple[type, Callable[[Any, int], int]]:
    """Returns the record of the memory of an environment's games, and a kernel.

    play_games(work, count) plays at most `count` games from the first seeds on, as many as have
    room, and returns their number
    """
    move_count, input_count = environment.MOVES, environment.INPUTS
    outputs = -(-(move_count + 1) // dense.TOGETHER) * dense.TOGETHER
    net_type, run_net = bind_net((input_count, *hidden, outputs))
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Match, AnyRecord as Net
    else:
        Match, Net = environment.Match, net_type
    begin, (observe, allow, play_turn) = environment.begin, bind_calls(environment)
    mover_of = environment.mover
    weights = tuple(map(float, deciding_weights(environment)))
    terms = len(weights)
    longest = longest_of(environment)

    @record
    class Position:
        """A match. lead: actor 0's sum of the deciding terms minus actor 1's"""

        match: Match
        lead: float
        is_over: bool

    @record
    class Setting:
        """The network, and room to work in."""

        net: Net
        dice: Dice
        scale: float  # of a sum of the head
        inputs: Numbers[int] = numbers(Int16, input_count)
        legal: Numbers[bool] = numbers(bool, move_count)
        sums: Numbers[int] = numbers(Int32, outputs)
        moves: Numbers[int] = numbers(int, 2)
        gains: Numbers[float] = numbers(float, 2 * terms)
        caller: Caller
        turns: int  # of the match

    @record
    class Work:
        """The memory of the games, and the samples of a call.

        seeds: the dice's seed for each game
        used: samples so far
        sides: the player to move
        policies: a chance for each move, or FORBIDDEN
        values: the result for the player to move, -1..1
        own: the network's value of the root
        first, count: of the root's moves, which are slots of the tree
        is_in: for each of the root's moves, True while it is tried
        scores: the random draw of each move
        chances: each move's chance, of the network and then of the target
        """

        plan: Plan
        setting: Setting
        start: Position
        world: Position
        leaf: Leaf
        used: int
        seeds: Numbers[int] = numbers(int, GAMES)
        inputs: Numbers[int] = numbers(Int16, SAMPLES * input_count)
        policies: Numbers[float] = numbers(float, SAMPLES * move_count)
        values: Numbers[float] = numbers(float, SAMPLES)
        sides: Numbers[int] = numbers(int, SAMPLES)
        own: float
        first: int
        count: int
        is_in: Numbers[bool] = numbers(bool, MAX_MOVES)
        scores: Numbers[float] = numbers(float, MAX_MOVES)
        chances: Numbers[float] = numbers(float, MAX_MOVES)
        tree: Tree

    @kernel
    def mover(position: Position, setting: Setting) -> int:
        side: int = mover_of(position.match)
        return side

    @kernel
    def look(position: Position, setting: Setting, leaf: Leaf) -> int:
        side = mover_of(position.match)
        if position.is_over:
            leaf.value = 0.0
            if position.lead != 0.0:
                leaf.value = 1.0 if (position.lead > 0.0) == (side == 0) else -1.0
            return 0
        if setting.caller.fault != 0:
            return 0
        observe(setting.caller, position.match, side, setting.inputs)
        run_net(setting.net, setting.inputs, setting.sums)
        if setting.caller.fault == 0:
            allow(setting.caller, position.match, side, setting.legal)
        count = 0
        for move in range(move_count):
            if setting.legal[move]:
                leaf.moves[count] = move
                leaf.logits[count] = float(setting.sums[move]) * setting.scale
                count += 1
        leaf.value = tanh(float(setting.sums[move_count]) * setting.scale)
        return count

    @kernel
    def play(position: Position, setting: Setting, move: int) -> None:
        side = mover_of(position.match)
        caller = setting.caller
        if caller.fault == 0:
            allow(caller, position.match, 1 - side, setting.legal)
        if caller.fault != 0:
            return
        setting.moves[side] = move
        for other in range(move_count):
            if setting.legal[other]:
                setting.moves[1 - side] = other
        position.is_over = play_turn(
            caller, position.match, setting.moves, setting.gains, setting.dice
        )
        for term in range(terms):
            gain = setting.gains[term] - setting.gains[terms + term]
            position.lead += weights[term] * gain

    iterate = puct.bind(look, mover, play)

    @kernel
    def worth_of(tree: Tree, slot: int) -> float:
        """Returns the value of a tried move for the player to move at the root, 0..1."""
        return min(1.0, max(0.0, tree.mean[slot]))

    @kernel
    def trust_of(work: Work) -> float:
        """Returns the number that a value of 1 adds to the logarithm of a move's chance."""
        most = 0
        for slot in range(work.first, work.first + work.count):
            most = max(most, work.tree.visits[slot])
        return (work.plan.visits + float(most)) * work.plan.trust

    @kernel
    def keep_best(work: Work, wide: int) -> int:
        """Drops the root's worst moves until `wide` moves are left; returns the best move. A move's
        score is its random draw plus its value times the trust in values.
        """
        trust = trust_of(work)
        while True:
            left = 0
            worst = 0
            best = 0
            low = 0.0
            high = 0.0
            for index in range(work.count):
                if work.is_in[index]:
                    score = work.scores[index]
                    if work.tree.visits[work.first + index] > 0:
                        score += trust * worth_of(work.tree, work.first + index)
                    if left == 0 or score < low:
                        worst = index
                        low = score
                    if left == 0 or score > high:
                        best = index
                        high = score
                    left += 1
            if left <= wide:
                return best
            work.is_in[worst] = False

    @kernel
    def try_all(work: Work, times: int) -> int:
        """Searches `times` iterations through each remaining move of the root; returns their
        number.
        """
        tree = work.tree
        done = 0
        for index in range(work.count):
            slot = work.first + index
            if work.is_in[index]:
                for _ in range(times):
                    if tree.proof[slot] == OPEN and tree.proof[tree.root] == OPEN:
                        iterate(tree, work.leaf, work.start, work.world, work.setting, 1, slot)
                        done += 1
        return done

    @kernel
    def search(work: Work) -> int:
        """Evaluates the root, draws a number for each of its moves, and searches; returns the index
        of the move to play among them.
        """
        tree = work.tree
        plant(tree)
        iterate(tree, work.leaf, work.start, work.world, work.setting, 1, NONE)
        work.own = 0.5 + 0.5 * work.leaf.value
        work.first = tree.block[tree.root] >> FIRST
        work.count = tree.block[tree.root] & MOST
        for index in range(work.count):
            chance = tree.share[work.first + index]
            work.chances[index] = chance
            coin = draw(work.setting.dice, PARTS)
            noise = -log(-log((float(coin) + 0.5) / float(PARTS)))
            work.scores[index] = log(max(chance, LEAST)) + noise
            work.is_in[index] = True
        wide = min(work.count, work.plan.width)
        keep_best(work, wide)
        rounds = max(1, (wide - 1).bit_length())
        left = work.plan.iterations
        while left > 0:
            times = max(1, work.plan.iterations // (rounds * wide))
            done = try_all(work, times)
            if done == 0:
                break
            left -= done
            wide = max(min(2, wide), (wide + 1) // 2)
            if left > 0:
                keep_best(work, wide)
        return keep_best(work, 1)

    @kernel
    def root_value(work: Work) -> float:
        """Returns the root's value for the player to move, -1..1: proven, or from the network's
        value and the values of the moves tried.
        """
        tree = work.tree
        proof = tree.proof[tree.root]
        if proof != OPEN:
            value = float(proof - PROVEN_0 - 1)
            return value if mover_of(work.start.match) == 0 else -value
        tried = 0.0
        chances = 0.0
        total = 0.0
        for index in range(work.count):
            visits = tree.visits[work.first + index]
            if visits > 0:
                chance = max(work.chances[index], LEAST)
                tried += float(visits)
                chances += chance
                total += chance * worth_of(tree, work.first + index)
        own = work.own
        if tried > 0.0:
            own = (own + tried * total / chances) / (1.0 + tried)
        return 2.0 * own - 1.0

    @kernel
    def improve(work: Work, value: float) -> None:
        """Writes the target chances: the network's chances, raised by the moves' values; an untried
        move has the root's value. At a proven root only the moves that prove it have a chance.
        """
        tree = work.tree
        proof = tree.proof[tree.root]
        trust = trust_of(work)
        top = 0.0
        for index in range(work.count):
            worth = 0.5 + 0.5 * value
            if tree.visits[work.first + index] > 0:
                worth = worth_of(tree, work.first + index)
            score = log(max(work.chances[index], LEAST)) + trust * worth
            work.scores[index] = score
            if index == 0 or score > top:
                top = score
        total = 0.0
        for index in range(work.count):
            chance = exp(work.scores[index] - top)
            if proof != OPEN:
                is_good = tree.proof[work.first + index] == proof
                chance = max(work.chances[index], LEAST) if is_good else 0.0
            work.chances[index] = chance
            total += chance
        for index in range(work.count):
            work.chances[index] /= total

    @kernel
    def keep_sample(work: Work, value: float) -> None:
        """Adds the root to the samples."""
        sample = work.used
        side = mover_of(work.start.match)
        observe(work.setting.caller, work.start.match, side, work.setting.inputs)
        for place in range(input_count):
            work.inputs[sample * input_count + place] = work.setting.inputs[place]
        for move in range(move_count):
            work.policies[sample * move_count + move] = FORBIDDEN
        for index in range(work.count):
            move = work.tree.move[work.first + index]
            work.policies[sample * move_count + move] = work.chances[index]
        work.values[sample] = value
        work.sides[sample] = side
        work.used = sample + 1

    @kernel
    def play_game(work: Work) -> None:
        """Plays a game until its result is certain."""
        start = work.start
        setting = work.setting
        note(setting.caller, BEGIN)
        begin(start.match, setting.dice, False)
        setting.turns = 0
        start.lead = 0.0
        start.is_over = False
        first = work.used
        result = 0.0  # of player 0
        while True:
            chosen = search(work)
            if setting.caller.fault != 0:
                return
            value = root_value(work)
            improve(work, value)
            side = mover_of(start.match)
            if work.used < first + LONGEST:
                keep_sample(work, value)
            tree = work.tree
            if tree.proof[tree.root] != OPEN:
                result = value if side == 0 else -value
                break
            play(start, setting, tree.move[work.first + chosen])
            setting.turns += 1
            if start.is_over:
                result = float(int(start.lead > 0.0) - int(start.lead < 0.0))
                break
            if setting.turns >= longest:
                setting.caller.fault = LONG
        weight = work.plan.result
        for sample in range(first, work.used):
            got = result if work.sides[sample] == 0 else -result
            work.values[sample] += weight * (got - work.values[sample])

    @kernel
    def play_games(work: Work, count: int) -> int:
        work.used = 0
        setting = work.setting
        for game in range(count):
            if work.used + LONGEST > SAMPLES:
                return game
            setting.dice.state = work.seeds[game]
            play_game(work)
            if setting.caller.fault != 0:
                return count
        return count

    return Work, play_games
