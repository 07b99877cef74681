"""Alpha-beta for games of turns, with levels of either side in any order.

At every state either the bot chooses (it wants the highest fitness) or an opponent does (the
lowest); the tree may be ragged and several levels in a row may belong to one side. Iteration
d = 0, 1, 2, ... values each root action by d + 1 plies of the state behind it, best path first, and
what is remembered between iterations makes the next one cheaper.

What holds, whenever the search is stopped:
1. Run to the end, the action is optimal and the fitness is its value.
2. After n iterations the action is a best one at that depth, and the fitness its value there.
3. Inside an iteration, the answer is a best action of the last complete one, or proven to be better
   than all that was searched in this one. Without any search it is the best by look-ahead.
4. The search ends when no root action is open; a single one is searched to its end too.
5. A proven win ends it at once. Of lost actions the one with the longest line is chosen.

    path, fitness = AlphaBeta(player).detailed_select(state, Duration(0.09))

Source: docs/searches/alphabeta.md, from a description of the crate rubot 0.3.0.
"""

from typing import Generic, NamedTuple

from botsmith.alphabeta.arms import Arms
from botsmith.alphabeta.conditions import RunCondition
from botsmith.alphabeta.game import Action, Fitness, Found, Game, Kind, Player, Window
from botsmith.alphabeta.notes import Note
from botsmith.alphabeta.parts import Parts
from botsmith.alphabeta.tree import Stopped, TreeSearch


class Choice(NamedTuple, Generic[Action, Fitness]):
    """The expected play from the root, whose first action is the answer, and its evaluation.

    The fitness is exact at the depth it was searched to, except after a stop inside an iteration:
    then it may be a limit, of an action that is known to be better than all others but not yet how
    much.
    """

    path: list[Action]
    fitness: Fitness


class AlphaBeta(Generic[Player]):
    """Chooses for `player`; nothing is kept between two calls. parts: what it makes use of."""

    def __init__(self, player: Player, parts: Parts | None = None) -> None:
        self.player = player
        self.parts = Parts() if parts is None else parts

    def select(
        self, state: Game[Player, Action, Fitness], condition: RunCondition
    ) -> Action | None:
        """The action to play; None where there is none or somebody else chooses."""
        choice = self.detailed_select(state, condition)
        return None if choice is None else choice.path[0]

    def detailed_select(
        self, state: Game[Player, Action, Fitness], condition: RunCondition
    ) -> Choice[Action, Fitness] | None:
        """The expected play and its evaluation; None where `select` returns None."""
        condition.start()
        is_bot, actions = state.actions(self.player)
        if not is_bot or not actions:
            return None
        looks = [
            Found(state.look_ahead(action, self.player), Kind.EXACT, False, (action,))
            for action in actions
        ]
        answer = Deepening(state, self.player, condition, self.parts, looks).run()
        return Choice(list(answer.line), answer.value)


class Deepening(Generic[Player, Action, Fitness]):
    """One call of the bot: the root, its arms, and the iterations.

    proven: an arm that is better than all others but not yet valued exactly.
    """

    def __init__(
        self,
        root: Game[Player, Action, Fitness],
        player: Player,
        condition: RunCondition,
        parts: Parts,
        looks: list[Found[Action, Fitness]],
    ) -> None:
        self.root = root
        self.condition = condition
        self.parts = parts
        self.tree = TreeSearch(root, player, condition, parts)
        self.arms = Arms(looks, self.tree.bot.is_settled, self.tree.opponent.is_settled, parts.arms)
        self.note = Note[Action, Fitness]()
        self.proven: Found[Action, Fitness] | None = None

    def run(self) -> Found[Action, Fitness]:
        """The best arm when the condition says stop or nothing is open."""
        depth = 0
        while self.condition.depth(depth) and self.arms.is_open:
            answer = self._iterate(depth)
            if answer is not None:
                return answer
            depth += 1
        return self.arms.answer()

    def _iterate(self, depth: int) -> Found[Action, Fitness] | None:
        """Values every arm that can matter; an arm if the search ends with it."""
        arms = self.arms
        self.tree.begin(depth)
        waiting = arms.take_open()
        best = arms.take_best()
        trying = best
        try:
            if best is not None:
                found = self._try(best, depth)
                if arms.put(found):
                    return found
            for trying in waiting:
                found = self._try(trying, depth)
                if arms.put(found):
                    return found
            trying = None
            for partial in arms.partials_that_matter():
                found = self._try(partial, depth)
                if arms.put(found):
                    return found
        except Stopped:
            if trying is not None and trying is best:
                return best
            return self.proven or arms.answer(trying)
        return None

    def _try(self, arm: Found[Action, Fitness], depth: int) -> Found[Action, Fitness]:
        """What an arm is worth, as far as it is better than the others. Raises Stopped."""
        action = arm.line[0]
        line = arm.line[1:] if self.parts.line else None
        alpha = self.arms.alpha()
        self.proven = None
        if self.parts.questions and alpha is not None:
            question = Window(alpha, alpha, keeps_beta=True)
            found = self.tree.after(self.root, action, depth, question, self.note, line)
            if found.kind is not Kind.AT_LEAST:
                return found
            self.proven = found
        return self.tree.after(self.root, action, depth, Window(alpha), self.note, line)
