"""`doctor`: reports what this machine offers, and what to do about what it lacks."""

from dataclasses import asdict
from typing import Annotated

from botsmith.cli.grid import plain, show_folding
from botsmith.doctor import BAD, FINE, bug_report, examine
from botsmith.printable import say_json, say_text
from botsmith.settings import AsJson, Opt

FAILED = 1
COLOURS = {FINE: "green", BAD: "red"}


def doctor(
    *, as_json: AsJson = False, as_report: Annotated[bool, Opt(name="report")] = False
) -> int:
    """Look at Python, compilers, cores, memory, disks and helpers, and say what to do.

    The status is 1 if something cannot work at all.

    as_report: Text for a bug report: no home paths, no names.
    """
    findings = list(examine())
    if as_json:
        say_json({"findings": [asdict(finding) for finding in findings]})
    elif as_report:
        say_text(bug_report(findings))
    else:
        rows = []
        for each in findings:
            state = plain(each.state)
            state.stylize(COLOURS.get(each.state, "yellow"))
            rows.append((each.name, state, each.found, each.advice))
        show_folding(("", "", "found", "what to do"), rows)
    return FAILED if any(finding.state == BAD for finding in findings) else 0
