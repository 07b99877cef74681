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


LINE = r"(?P<line>\d+)"
TEXT = r"(?P<text>[^\n]+)"
PATH = r"(?:file://)?(?:/|[A-Z]:\\)[^\n():]{1,300}"
C_FILE = rf"(?P<file>[^\n: ]+\.(?:c|cc|cpp|cxx|h|hpp)):{LINE}"
SCRIPT = rf"(?P<file>{PATH}\.[cm]?[jt]s):{LINE}"
WHAT_IN_C = r"(?:\n *what\(\): +(?P<more>[^\n]+))?"
SANITIZED = r"(?P<text>\w+Sanitizer: [\w-]+(?: memory leaks)?)"
RUST_PLACE = rf"(?P<file>[^\n:']+):{LINE}:\d+"
PHP_PLACE = rf"(?P<file>[^\n: ]+)(?::| on line ){LINE}"

NODE_FRAME = rf"^ +at (?:[^\n]*[ (])?(?P<file>{PATH}):{LINE}:\d+\)?$"
JVM = r"(?:java|javax|jdk|sun|kotlin|scala)[./]"
JVM_FRAME = rf"^\s+at (?!{JVM})[^\n(]+\((?P<file>[^:()\n]+):{LINE}\)"
DART_FRAME = rf"^#\d+ [^\n]+ \((?:file://)?(?P<file>[^\n():]+\.dart):{LINE}"
NET_FRAME = r"^ +at [^\n]+? in (?P<file>[^\n<>]+):(?:line )?(?P<line>[1-9]\d*) *$"
SANITIZER_FRAME = rf"^ +#\d+ [^\n]* {C_FILE}"
GO_FRAME = rf"^\t(?!/usr/)(?P<file>[^\n:]+\.go):{LINE}"
HASKELL_FRAME = rf", called at (?!libraries/)(?P<file>[^\n:]+\.hs):{LINE}"
OCAML_FILE = rf'in file "(?P<file>[^"\n]+)"[^\n]*?, line {LINE}'
OCAML_FRAME = rf"^(?:Raised|Called)[^\n]* (?!Stdlib)\S+ {OCAML_FILE}"
SWIFT_FRAME = rf"^\d+ [^\n]* at (?P<file>[^\n:]+\.swift):{LINE}"
JULIA_FRAME = rf"expression starting at (?P<file>[^\n:]+):{LINE}"

FORMS = (
    # Node: the line of the source, then the error, then the stack.
    Form(rf"^{SCRIPT}\n[^\n]*\n *\^+\n+(?P<text>\S[^\n]*)", NODE_FRAME),
    Form(r"^ *\^+\n+(?P<text>\w*(?:Error|Exception)\b[^\n]*)", NODE_FRAME),
    Form(r"^(?P<text>FATAL ERROR: [^\n]+)"),
    # Java, Kotlin, Scala; Dart; mono, .NET.
    Form(rf'^(?:Exception in thread "[^"\n]*"|Caused by:) {TEXT}', JVM_FRAME),
    Form(rf"^Unhandled exception:\n{TEXT}(?=\n#0 )", DART_FRAME),
    Form(r"^Unhandled [Ee]xception[:.]\s+(?P<text>\S[^\n]+)", NET_FRAME),
    # C and C++: an exception, an assertion, what the library finds.
    Form(rf"^terminate called after throwing an instance of '(?P<text>[^'\n]+)'{WHAT_IN_C}"),
    Form(r"^(?P<text>terminate called [^\n]+)"),
    Form(rf"^libc\+\+abi: terminating [^\n]*exception of type {TEXT}"),
    Form(rf"^(?:[^\n:]+: )?{C_FILE}: [^\n]*?(?P<text>Assertion [^\n]+)"),
    Form(rf"^=+\d+=+ ?(?:ERROR|WARNING): {SANITIZED}", SANITIZER_FRAME),
    Form(r"^(?P<text>(?:\*\*\* )?(?:free|double free|malloc|munmap_chunk|stack smash)[^\n]+)"),
    # Rust of today and of before, Go, Ruby, PHP, Lua, Perl, shells.
    Form(rf"^thread '[^'\n]*'[^\n]* panicked at {RUST_PLACE}:\n{TEXT}"),
    Form(rf"^thread '[^'\n]*' panicked at '{TEXT}', {RUST_PLACE}"),
    Form(r"^(?P<text>thread '[^'\n]*' has overflowed its stack)"),
    Form(r"^(?P<text>(?:panic|fatal error): [^\n]+)", GO_FRAME),
    Form(rf"^(?P<file>[^\n: ]+\.rb):{LINE}:(?:in [^\n]*?':)? {TEXT}"),
    Form(rf"^(?:PHP )?(?P<text>(?:Fatal|Parse) error: [^\n]+?) in {PHP_PLACE}"),
    Form(rf"^lua(?:jit)?[\d.]*: (?P<file>[^\n:]+):{LINE}: {TEXT}"),
    Form(rf"^{TEXT} at (?P<file>[^\n ]+\.p[lm]) line {LINE}"),
    Form(rf"^(?P<file>[^\n: ]+)(?:: line |(?<=\.sh): ){LINE}: {TEXT}"),
    # Haskell, OCaml, Swift, Julia.
    Form(rf"^[\w.-]+: (?P<file>[^\n: ]+\.hs):\(?{LINE}[^\n:]*:(?:\d+[\d-]*:)? {TEXT}"),
    Form(rf"^[\w.-]+: {TEXT}\nCallStack ", HASKELL_FRAME),
    Form(r"^(?P<text>Fatal error: exception [^\n]+)", OCAML_FRAME),
    Form(r"^(?:Swift/[^\n]+?: )?(?P<text>Fatal error: [^\n]+)", SWIFT_FRAME),
    Form(rf"^(?P<file>[^\n:]+\.swift):{LINE}: (?P<text>Fatal error: [^\n]+)"),
    Form(rf"^ERROR: (?:LoadError: )?{TEXT}", JULIA_FRAME),
    # What compilers say.
    Form(rf"^(?P<file>[^\n: ]+\.\w+):{LINE}:(?:\d+:)? (?:fatal |runtime )?error: {TEXT}"),
    Form(rf"^(?P<file>[^\n:( ]+)\({LINE},\d+\): error {TEXT}"),
)


def foreign_error(said: str) -> str:
    """Returns `TEXT at FILE:LINE` for the error that a runtime printed on stderr, or TEXT without a
    line; "" if there is no error.
    """
    for form in FORMS:
        if errors := list(re.finditer(form.error, said, re.M)):
            break
    else:
        return ""
    groups = errors[-1].groupdict()
    parts = (groups["text"], groups.get("more"))
    text = ": ".join(" ".join(part.split()) for part in parts if part)
    place = re.compile(form.frame, re.M).search(said, errors[-1].end()) if form.frame else None
    named = place.groupdict() if place else groups
    file = re.split(r"[/\\]", (named.get("file") or "").strip())[-1]
    at = f" at {file}" + (f":{named['line']}" if named.get("line") else "") if file else ""
    return f"{text[:LONGEST].rstrip('.')}{at}"
