"""What the contest site's Python parses: 3.11."""

import ast
import io
import tokenize
from collections.abc import Iterator

from botsmith.bundle.failures import Failure

GRAMMAR = (3, 11)


def grammar_failures(path: str, text: str) -> list[Failure]:
    """What Python 3.11 cannot parse in a source; the first place only."""
    try:
        ast.parse(text, feature_version=GRAMMAR)
    except SyntaxError as error:
        advice = f"{error.msg}: the contest site runs Python 3.11"
        return [Failure("grammar", f"{path}:{error.lineno or 1}", advice)]
    except (ValueError, RecursionError, MemoryError) as error:
        return [Failure("grammar", path, f"no Python source: {error}")]
    line = next(newer_fstring_lines(text), None)
    if line is None:
        return []
    what = "an f-string of Python 3.12: in 3.11 its braces hold no backslash, comment or own quote"
    return [Failure("grammar", f"{path}:{line}", what)]


def newer_fstring_lines(text: str) -> Iterator[int]:
    """Lines with f-strings that only Python 3.12 and later parse; 3.11 refuses them by itself.

    Walks the tokens with a stack of the quotes of the f-strings around each: within braces 3.11
    takes no quote of theirs, no backslash, no comment, no line end unless the quotes are triple.
    """
    open_quotes: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        own = kind in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
        around = open_quotes[:-1] if own and kind != "FSTRING_START" else open_quotes
        for quote in around:
            broken = kind in ("NL", "NEWLINE") and len(quote) == 1
            if quote in token.string or "\\" in token.string or kind == "COMMENT" or broken:
                yield token.start[0]
        if kind == "FSTRING_START":
            open_quotes.append(token.string.lstrip("fFrR"))
        elif kind == "FSTRING_END":
            open_quotes.pop()
