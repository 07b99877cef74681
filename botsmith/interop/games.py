"""Names of games that a foreign referee plays: `brutal:COMMAND` and `brutal-old:COMMAND`."""

from botsmith.programs import command_words

NEW = "brutal"
OLD = "brutal-old"
PLAYER_COUNTS = (2, 3, 4)  # what cg-brutaltester can start


def is_foreign(game: str) -> bool:
    """Whether `game` names a referee's command line instead of a game of ours."""
    return game.startswith((f"{NEW}:", f"{OLD}:"))


def referee_command(game: str) -> list[str]:
    """The command behind the name. BadInput if it is no command line of a program that is here."""
    name, _, text = game.partition(":")
    return command_words(text, f"game {game!r}", f"{name}:COMMAND, quoted,")
