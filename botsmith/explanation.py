"""Which lines of what a bot wrote explain its move: those of BOTSMITH_EXPLAIN=1."""


def is_explanation(line: str) -> bool:
    """Returns True for one line of JSON with the moves that a search looked at."""
    return line.startswith('{"') and '"moves": [' in line
