"""Runs one baseline on stdin and stdout: python -I -S run.py NAME MODULE TIMES [WORKSPACE].

MODULE: the module that holds the baseline; an author's contest stands in WORKSPACE
TIMES: the limit of a turn in ms; if the first turn has another limit, that one behind a comma

BOTSMITH_SEED makes the baseline repeatable. BOTSMITH_BUDGET gives it that percent of TIMES.
The script imports few modules, because most of a short match is the start of its processes.
"""

import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__)).rsplit(os.sep, 3)[0]


def next_line() -> str:
    """Returns the next line of input. Raises EOFError at the end of the input."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def write_lines(lines: list[str]) -> None:
    """Writes lines, and flushes. Surrogates stand for bytes that are no UTF-8."""
    text = "".join(line + "\n" for line in lines)
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


def enter_workspace() -> None:
    """Makes the author's folder the current one, where own_code.py finds the author's files."""
    os.chdir(sys.argv[4] if len(sys.argv) > 4 else ROOT)


def as_lines(lines: object, function: object) -> "list[str]":
    """Returns an author's answer if it is a list of lines. Raises BadInput for anything else.

    function: the author's function, for the message
    """
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        enter_workspace()
        from botsmith.own_code import LINES, refused_value

        raise refused_value(function, lines, LINES)
    return lines


def main(name: str, name_of_module: str, times: str, workspace: str = "") -> None:
    """Plays one match, until the input ends."""
    sys.path.append(ROOT)  # -I keeps this folder out, whose names are not for everybody
    from botsmith import paths

    paths.leave_folder()
    from random import Random

    from botsmith.arena.baselines.any_game import BOTS

    paths.attach(workspace)
    share = int(os.environ.get("BOTSMITH_BUDGET", "100")) / 100.0
    turn_ms, first_ms = (float((times.split(",") * 2)[place]) * share for place in (0, 1))
    __import__(name_of_module)
    module = sys.modules[name_of_module]
    protocol = module.PROTOCOL()
    protocol.name, protocol.turn_ms, protocol.first_ms = name, turn_ms, first_ms
    protocol.baseline_dice = dice = Random(os.environ.get("BOTSMITH_SEED"))
    legal = protocol.legal
    protocol.legal = lambda dice: as_lines(legal(dice), legal)
    choose = {**module.BOTS, **BOTS}[name]
    prepare = getattr(module, "PREPARE", {}).get(name)
    if prepare is not None:
        prepare()
    write_lines(as_lines(protocol.hello(), protocol.hello))
    protocol.read_start(next_line)
    write_lines(as_lines(protocol.setup(dice), protocol.setup))
    turn = 0
    while True:
        turn += 1
        protocol.read_turn(next_line)
        write_lines(as_lines(choose(protocol, turn), choose))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except EOFError:
        sys.exit(0)
    except Exception as error:
        enter_workspace()
        from botsmith.arena.baselines import SLIP
        from botsmith.own_code import own_failure

        # The file and the line where an author's code failed: arena/matches/match.py reads them.
        if said := own_failure(error):
            print(f"{SLIP}{said}", file=sys.stderr, flush=True)
            sys.exit(2)
        raise
