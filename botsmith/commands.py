"""The table of all commands, with their lines in `--help`. It needs no package, because the set-up
reads it before any is installed.
"""

from collections.abc import Sequence

from botsmith.errors import BadInput
from botsmith.nearest import did_you_mean

GROUPS = {
    "Make": {
        "start": "Build all bots and play a first match.",
        "init": "Make a folder for your own bots, with a first one that plays.",
        "update": "Bring this package's common/ and settings into the workspace.",
        "doctor": "Look at this machine, and say what it lacks.",
        "new": "Write the skeleton of a new contest.",
        "adopt": "Take in a bot that you have already, as it is.",
        "build": "Build and prove the bundles of bots, into dist/.",
        "test": "Run the tests.",
    },
    "Play": {
        "play": "Play matches between bots and show a table.",
        "league": "Play a tournament and say who is better, and how sure that is.",
        "league join": "Let bots join a league that goes on.",
        "soak": "Play thousands of turns under load and count late answers.",
        "bench": "Count iterations, simulated turns and nodes per turn.",
    },
    "Look": {
        "lost": "List the worst games against a bot, and show one of them.",
        "replay": "Show the last match, or a recorded one, as one page.",
        "situation": "Show what a bot considers in a turn of a recorded match.",
        "serve": "Show a live board of a store in the browser.",
        "versions": "List the versions of bots that joined leagues.",
        "export": "Write a store's matches as CSV or JSON.",
    },
    "Learn": {
        "tune": "Search better numbers for params.py, and prove them.",
        "train": "Train a value network from games against itself.",
        "train policy": "Train a policy by PPO, by search or by imitation.",
    },
    "Site": {
        "ship": "Build, soak, test, keep and copy a version: the last hour.",
        "pull": "Bring code and numbers from the IDE back into the modules.",
        "where": "Find the source behind a line of a bundle or a traceback.",
        "ide": "Keep the site's editor and the modules equal.",
        "import": "Make records of games that were played on the contest site.",
        "golden": "Check the recorded matches of a game, or add others to them.",
        "verify": "Replay recorded matches in our referee and compare.",
        "referee": "Play one match for cg-brutaltester, psyleague or cgarena.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
HAND_ON = ("test",)  # commands that hand options which they do not know to another program


def named_command(words: Sequence[str]) -> str:
    """Returns the name, of one or two words, at the start of a command line; "" or an option if
    there is none. Raises BadInput if no command has this name.
    """
    both, first = " ".join(words[:2]), " ".join(words[:1])
    name = both if both in COMMANDS else first
    if name and not name.startswith("-") and name not in COMMANDS:
        known = ", ".join(COMMANDS)
        near = did_you_mean(name, COMMANDS)
        raise BadInput(f"no command {name!r}; the commands are {known}{near}")
    return name
