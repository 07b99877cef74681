"""The Coders Strike Back bot: Smitsimax, rated by rating.py."""

from bots.csb.params import Params
from bots.csb.search import ENTRIES, Memory
from bots.csb.trees import FLAGS, TreePilot
from common.loop import run
from common.native import Compiled


class CsbBot(TreePilot):
    """Searches without a network."""

    entries = ENTRIES


def main() -> None:
    """Plays on stdin and stdout."""
    run(CsbBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
