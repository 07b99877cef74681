"""The hook on commit messages: `python -m botsmith.commits FILE` prints a line for each fault.

.pre-commit-config.yaml calls it with the file of the message. It accepts merges, and commits that a
rebase folds into others (fixup!, squash!, amend!).
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from botsmith.children import run
from botsmith.printable import say

LONGEST_SUBJECT = 65
SUBJECT = re.compile(r"[a-z0-9][\w./-]*(, [a-z0-9][\w./-]*)*: \S.*")
FOLDED = ("fixup! ", "squash! ", "amend! ")
STRENGTH_FILES = re.compile(r"bots/[^/]+/(search\w*|params|evaluate)\.py|common/search/.+")
STRENGTH_LINE = re.compile(r"(Arena|No strength claim): *\S")
SCISSORS = re.compile(r"^\S -+ >8 -+$", re.MULTILINE)


def faults(message: str, files: Sequence[str]) -> list[str]:
    """Returns a line for each fault in the message of a commit that changes `files`.

    message: the text without comments
    """
    subject, *rest = message.splitlines() or [""]
    if subject.startswith(FOLDED):
        return []
    found = []
    if not SUBJECT.fullmatch(subject):
        found.append(f"{subject!r} is no subject; write `area: what changes`")
    if len(subject) > LONGEST_SUBJECT:
        found.append(f"the subject has {len(subject)} characters, {LONGEST_SUBJECT} are allowed")
    if rest and rest[0]:
        found.append(f"line 2 is {rest[0]!r}; leave it blank below the subject")
    if not any(rest[1:]):
        found.append("no body; say why below the subject and a blank line")
    strong = next(filter(STRENGTH_FILES.fullmatch, files), "")
    if strong and not any(map(STRENGTH_LINE.match, rest)):
        found.append(f"{strong} changes; add a line `Arena: ...` or `No strength claim: ...`")
    return found


def git(*words: str, text: str = "") -> str:
    """Returns a git command's output."""
    done = run(["git", *words], text)
    if done.status != 0:
        raise OSError(done.complaint)
    return done.text


def main(path: Path) -> int:
    """Returns 1 if the message in `path` has a fault, else 0; git hands `path` to its hook."""
    if Path(git("rev-parse", "--git-path", "MERGE_HEAD").rstrip("\n")).exists():
        return 0
    text = SCISSORS.split(path.read_text(encoding="utf-8"))[0]
    message = git("stripspace", "--strip-comments", text=text)
    files = git("diff", "--cached", "--name-only", "--no-renames", "-z").split("\0")
    found = faults(message, files)
    for fault in found:
        say(f"commit message: {fault}", to=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
