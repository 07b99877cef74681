"""Which parts of alpha-beta a search makes use of; what each brings: docs/searches/alphabeta.md."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Parts:
    """What a search makes use of; all of it unless told otherwise.

    arms: complete and partial arms are remembered from one iteration to the next, those of inner
    nodes too if subtrees are. line: the best line of each arm is tried first. replies: so is the
    last best action of every inner node. values: the other actions go by their last values where
    they have any, else by look-ahead. subtrees: values of inner nodes are used again. questions:
    what follows a first action is asked first only whether it is better. closing: the last ply
    asks whether its children are leaves as long as that pays. table: states with equal keys are
    one. counts_twice: the run condition is asked once more where a remembered line ends, as rubot
    does. notes: inner nodes to be remembered at most.
    """

    arms: bool = True
    line: bool = True
    replies: bool = True
    values: bool = True
    subtrees: bool = True
    questions: bool = True
    closing: bool = True
    table: bool = True
    counts_twice: bool = False
    notes: int = 200_000


# What the crate rubot 0.3.0 makes use of: the same steps and answers.
RUBOT = Parts(
    replies=False,
    values=False,
    subtrees=False,
    questions=False,
    closing=False,
    table=False,
    counts_twice=True,
    notes=0,
)
