"""Reads the errors that runtimes of other languages print: text and line, by patterns."""

import re
from typing import NamedTuple

LONGEST = 160  # letters of an error


class Form(NamedTuple):
    """The patterns of a runtime's error messages.

    Their named groups are `text`, `file` and `line`. They are compiled when a fault needs them, so
    that a program starts sooner.

    error: finds the error; of several errors the last one, the cause, counts
    frame: finds a line of the stack behind it, "" for none; the first line of the author's code
    counts
    """

    error: str
    frame: str = ""


PATH = r"(?:file://)?(?:/|[A-Z]:\\)[^\n():]{1,300}"
C_FILE = r"(?P<file>[^\n: ]+\.(?:c|cc|cpp|cxx|h|hpp)):(?P<line>\d+)"
NODE_FRAME = rf"^ +at (?:[^\n]*[ (])?(?P<file>{PATH}):(?P<line>\d+):\d+\)?$"

FORMS = (
    # Node: the line of the source, then the error, then the stack.
    Form(
        rf"^(?P<file>{PATH}\.[cm]?[jt]s):(?P<line>\d+)\n[^\n]*\n *\^+\n+(?P<text>\S[^\n]*)",
        NODE_FRAME,
    ),
    Form(r"^ *\^+\n+(?P<text>\w*(?:Error|Exception)\b[^\n]*)", NODE_FRAME),
    Form(r"^(?P<text>FATAL ERROR: [^\n]+)"),
    # Java, Kotlin, Scala.
    Form(
        r'^(?:Exception in thread "[^"\n]*"|Caused by:) (?P<text>[^\n]+)',
        r"^\s+at (?!(?:java|javax|jdk|sun|kotlin|scala)[./])[^\n(]+"
        r"\((?P<file>[^:()\n]+):(?P<line>\d+)\)",
    ),
    # Dart; mono, .NET.
    Form(
        r"^Unhandled exception:\n(?P<text>[^\n]+)(?=\n#0 )",
        r"^#\d+ [^\n]+ \((?:file://)?(?P<file>[^\n():]+\.dart):(?P<line>\d+)",
    ),
    Form(
        r"^Unhandled [Ee]xception[:.]\s+(?P<text>\S[^\n]+)",
        r"^ +at [^\n]+? in (?P<file>[^\n<>]+):(?:line )?(?P<line>[1-9]\d*) *$",
    ),
    # C and C++: an exception, an assertion, what the library finds.
    Form(
        r"^terminate called after throwing an instance of '(?P<text>[^'\n]+)'"
        r"(?:\n *what\(\): +(?P<more>[^\n]+))?"
    ),
    Form(r"^(?P<text>terminate called [^\n]+)"),
    Form(r"^libc\+\+abi: terminating [^\n]*exception of type (?P<text>[^\n]+)"),
    Form(rf"^(?:[^\n:]+: )?{C_FILE}: [^\n]*?(?P<text>Assertion [^\n]+)"),
    Form(
        r"^=+\d+=+ ?(?:ERROR|WARNING): (?P<text>\w+Sanitizer: [\w-]+(?: memory leaks)?)",
        rf"^ +#\d+ [^\n]* {C_FILE}",
    ),
    Form(r"^(?P<text>(?:\*\*\* )?(?:free|double free|malloc|munmap_chunk|stack smash)[^\n]+)"),
    # Rust of today and of before, Go, Ruby, PHP, Lua, Perl, shells.
    Form(
        r"^thread '[^'\n]*'[^\n]* panicked at (?P<file>[^\n:]+):(?P<line>\d+):\d+:\n"
        r"(?P<text>[^\n]+)"
    ),
    Form(r"^thread '[^'\n]*' panicked at '(?P<text>[^\n]+)', (?P<file>[^\n:']+):(?P<line>\d+):\d+"),
    Form(r"^(?P<text>thread '[^'\n]*' has overflowed its stack)"),
    Form(
        r"^(?P<text>(?:panic|fatal error): [^\n]+)",
        r"^\t(?!/usr/)(?P<file>[^\n:]+\.go):(?P<line>\d+)",
    ),
    Form(r"^(?P<file>[^\n: ]+\.rb):(?P<line>\d+):(?:in [^\n]*?':)? (?P<text>[^\n]+)"),
    Form(
        r"^(?:PHP )?(?P<text>(?:Fatal|Parse) error: [^\n]+?) in (?P<file>[^\n: ]+)"
        r"(?::| on line )(?P<line>\d+)"
    ),
    Form(r"^lua(?:jit)?[\d.]*: (?P<file>[^\n:]+):(?P<line>\d+): (?P<text>[^\n]+)"),
    Form(r"^(?P<text>[^\n]+) at (?P<file>[^\n ]+\.p[lm]) line (?P<line>\d+)"),
    Form(r"^(?P<file>[^\n: ]+)(?:: line |(?<=\.sh): )(?P<line>\d+): (?P<text>[^\n]+)"),
    # Haskell, OCaml, Swift, Julia.
    Form(
        r"^[\w.-]+: (?P<file>[^\n: ]+\.hs):\(?(?P<line>\d+)[^\n:]*:(?:\d+[\d-]*:)? (?P<text>[^\n]+)"
    ),
    Form(
        r"^[\w.-]+: (?P<text>[^\n]+)\nCallStack ",
        r", called at (?!libraries/)(?P<file>[^\n:]+\.hs):(?P<line>\d+)",
    ),
    Form(
        r"^(?P<text>Fatal error: exception [^\n]+)",
        r'^(?:Raised|Called)[^\n]* (?!Stdlib)\S+ in file "(?P<file>[^"\n]+)"'
        r"[^\n]*?, line (?P<line>\d+)",
    ),
    Form(
        r"^(?:Swift/[^\n]+?: )?(?P<text>Fatal error: [^\n]+)",
        r"^\d+ [^\n]* at (?P<file>[^\n:]+\.swift):(?P<line>\d+)",
    ),
    Form(r"^(?P<file>[^\n:]+\.swift):(?P<line>\d+): (?P<text>Fatal error: [^\n]+)"),
    Form(
        r"^ERROR: (?:LoadError: )?(?P<text>[^\n]+)",
        r"expression starting at (?P<file>[^\n:]+):(?P<line>\d+)",
    ),
    # What compilers say.
    Form(
        r"^(?P<file>[^\n: ]+\.\w+):(?P<line>\d+):(?:\d+:)? (?:fatal |runtime )?error: "
        r"(?P<text>[^\n]+)"
    ),
    Form(r"^(?P<file>[^\n:( ]+)\((?P<line>\d+),\d+\): error (?P<text>[^\n]+)"),
)


def foreign_error(said: str) -> str:
    """Returns `TEXT at FILE:LINE` for the error that a runtime printed on stderr, or TEXT without a
    line; "" if there is no error.
    """
    for each in FORMS:
        if found := list(re.finditer(each.error, said, re.M)):
            return error_words(each, found[-1], said)
    return ""


def error_words(form: Form, found: re.Match[str], said: str) -> str:
    """Returns the text of an error with its file and line."""
    groups = found.groupdict()
    parts = (found["text"], groups.get("more"))
    text = ": ".join(" ".join(part.split()) for part in parts if part)
    place = re.compile(form.frame, re.M).search(said, found.end()) if form.frame else None
    named = place.groupdict() if place else groups
    file = re.split(r"[/\\]", (named.get("file") or "").strip())[-1]
    at = f" at {file}" + (f":{named['line']}" if named.get("line") else "") if file else ""
    return f"{text[:LONGEST].rstrip('.')}{at}"
