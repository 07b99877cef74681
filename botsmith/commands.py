"""The table of all commands. It needs no package, because the set-up reads it before any is
installed.
"""

from dataclasses import dataclass, field
from typing import Any

from botsmith.nearest import did_you_mean


@dataclass(frozen=True)
class Command:
    """Describes a command.

    summary: its line in `--help`
    settings: typer's context_settings for it
    """

    summary: str
    settings: dict[str, Any] = field(default_factory=dict)


GROUPS = {
    "Make": {
        "start": Command("Build all bots and play a first match."),
        "init": Command("Make a folder for your own bots, with a first one that plays."),
        "update": Command("Bring this package's common/ and settings into the workspace."),
        "doctor": Command("Look at this machine, and say what it lacks."),
        "new": Command("Write the skeleton of a new contest."),
        "adopt": Command("Take in a bot that you have already, as it is."),
        "build": Command("Build and prove the bundles of bots, into dist/."),
        "test": Command("Run the tests.", {"ignore_unknown_options": True}),
    },
    "Play": {
        "play": Command("Play matches between bots and show a table."),
        "league": Command("Play a tournament and say who is better, and how sure that is."),
        "league join": Command("Let bots join a league that goes on."),
        "soak": Command("Play thousands of turns under load and count late answers."),
        "bench": Command("Count iterations, simulated turns and nodes per turn."),
    },
    "Look": {
        "lost": Command("List the worst games against a bot, and show one of them."),
        "replay": Command("Show the last match, or a recorded one, as one page."),
        "situation": Command("Show what a bot considers in a turn of a recorded match."),
        "serve": Command("Show a live board of a store in the browser."),
        "versions": Command("List the versions of bots that joined leagues."),
        "export": Command("Write a store's matches as CSV or JSON."),
    },
    "Learn": {
        "tune": Command("Search better numbers for params.py, and prove them."),
        "train": Command("Train a value network from games against itself."),
        "train policy": Command("Train a policy by PPO, by search or by imitation."),
    },
    "Site": {
        "ship": Command("Build, soak, test, keep and copy a version: the last hour."),
        "pull": Command("Bring code and numbers from the IDE back into the modules."),
        "where": Command("Find the source behind a line of a bundle or a traceback."),
        "ide": Command("Keep the site's editor and the modules equal."),
        "import": Command("Make records of games that were played on the contest site."),
        "golden": Command("Check the recorded matches of a game, or add others to them."),
        "verify": Command("Replay recorded matches in our referee and compare."),
        "referee": Command("Play one match for cg-brutaltester, psyleague or cgarena."),
    },
}
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


def no_command(word: str) -> str:
    """Returns a line that says that a word is no command."""
    return f"no command {word!r}; the commands are {', '.join(COMMANDS)}" + did_you_mean(
        word, COMMANDS
    )
