"""Recognises the lines in which a bot explains its move, under BOTSMITH_EXPLAIN=1."""


def is_explanation(line: str) -> bool:
    """Returns True for one line of JSON with the moves that a search considered, or with units."""
    return line.startswith('{"') and ('"moves": [' in line or '"units": [' in line)
