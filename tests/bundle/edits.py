"""What somebody changes in a bot's file in the IDE: edits of csb.py, tororo.py and stratego.py."""

from typing import NamedTuple

NO = "not in the subset: "


class Edit(NamedTuple):
    """changes: texts that stand once in the bundle, each with what it becomes.

    why: what keeps C from playing, in the line `# here`; None if nothing does. is_trap: C plays
    until it comes there. is_endless: CPython never ends.
    """

    changes: tuple[tuple[str, str], ...]
    why: str | None = None
    is_trap: bool = False
    is_endless: bool = False


def stays(*changes: tuple[str, str]) -> Edit:
    """C plays every turn."""
    return Edit(changes)


def leaves(why: str, *changes: tuple[str, str]) -> Edit:
    """C never plays."""
    return Edit(changes, why)


def traps(why: str, *changes: tuple[str, str]) -> Edit:
    """It is in the subset, but C stops at an exception."""
    return Edit(changes, why, is_trap=True)


CSB = {
    "a constant": stays(("\nFRICTION = 0.85", "\nFRICTION = 0.8")),
    "a new field": stays(
        ("    boosted: bool  #", "    worn: float = 2.0\n    boosted: bool  #"),
        ("    pod.x += pod.vx * time\n", "    pod.worn += 1.0\n        pod.x += pod.vx * time\n"),
        ("return points - sqrt(", "return points - pod.worn - sqrt("),
    ),
    "a new helper": stays(
        (
            "@kernel\ndef guard(",
            "@kernel\ndef length(x: float, y: float) -> float:\n"
            "    return sqrt(x * x + y * y)\n\n\n@kernel\ndef guard(",
        ),
        ("params.distance * sqrt(dx * dx + dy * dy)", "params.distance * length(dx, dy)"),
    ),
    "a comment that begins the line": stays(
        (
            "        node = tree.at",
            "#        node = 0\n        node = tree.at",
        ),
        ("    hits = 0\n", "    hits = 0\n# \u00fcber alles\n"),
    ),
    "a name with accents": stays(("    hits = 0\n", "    h\u00f6he = 0\n    hits = h\u00f6he\n")),
    "an overflow": traps(
        "OverflowError",
        (
            "    hits = 0\n",
            "    hits = 0\n    big = 3037000500 * (race.turn + 3037000490)  # here\n",
        ),
        ("hits < MAX_HITS", "hits < MAX_HITS and big > 0"),
    ),
    "hypot": leaves(
        NO + "hypot(nx, ny)",
        ("import copysign, cos,", "import copysign, hypot, cos,"),
        (
            "    distance = max(sqrt(nx * nx + ny * ny), PUSH)",
            "    distance = max(hypot(nx, ny), PUSH)  # here",
        ),
    ),
    "a number that the bot changes": leaves(
        "no sure value: ROUND",
        ("DRIFT_TURNS = ", "ROUND = 0\nDRIFT_TURNS = "),
        (
            "        self.known.observe(read_turn(reader, self.setting.track))",
            "        global ROUND\n"
            "        ROUND += 1\n"
            "        self.known.observe(read_turn(reader, self.setting.track))",
        ),
        (
            "            rival = setting.gain[1 - player]\n",
            "            rival = setting.gain[1 - player]\n"
            "            if ROUND > 2:  # here\n                own *= -1.0\n",
        ),
    ),
    "endless from the third turn on": Edit(
        (
            (
                "while left > 0.0 and hits < MAX_HITS",
                "while left > 0.0 and hits < MAX_HITS or race.turn > 10",
            ),
        ),
        is_endless=True,
    ),
}

TORORO = {
    "a table of sums": stays(
        ("RIVAL = 1\n", "RIVAL = 1\nSUMS = tuple(day * day / 100 for day in range(DAYS))\n"),
        ("    points = 0.0\n", "    points = SUMS[state.day]\n"),
    ),
    "an early return": stays(
        (
            "    is_early = state.day <",
            "    if state.day > 20 and node.rank == SEEDING:\n"
            "        return count\n"
            "    is_early = state.day <",
        ),
    ),
    "a negative index": traps(
        "IndexError",
        (
            "    spare = float(state.nutrients) - USUAL[day]",
            "    spare = float(state.nutrients) - USUAL[day - 2]  # here",
        ),
    ),
    "a loop over an array": leaves(
        NO + "for ",
        (
            "    taken = all_trees(state)\n",
            "    taken = 0\n    for trees in state.trees:  # here\n        taken |= trees\n",
        ),
    ),
    "a list that the bot changes": leaves(
        NO + "SEEN",
        ("RIVAL = 1\n", "RIVAL = 1\nSEEN = [0]\n"),
        (
            "        self.state = State()  # in",
            "        SEEN[0] += 1\n        self.state = State()  # in",
        ),
        ("    points = 0.0\n", "    points = float(SEEN[0])  # here\n"),
    ),
}

STRATEGO = {
    "a new record": stays(
        (
            "@record\nclass Setting:",
            "@record\n"
            "class Mood:\n"
            "    is_bold: bool\n"
            "    level: float = 0.25\n\n\n"
            "@record\n"
            "class Setting:",
        ),
        ("    since: int  # the turn", "    mood: Mood\n    since: int  # the turn"),
        (
            "    return value(game, setting.params, setting.since)",
            "    if setting.mood.is_bold:\n"
            "        return 1.0\n"
            "    return value(game, setting.params, setting.since) * setting.mood.level",
        ),
    ),
    "names of C": stays(
        (
            "    points = 0.0\n    nearest",
            "    double = 0.0\n"
            "    int64_t = 1.0\n"
            "    register = double + int64_t\n"
            "    points = 0.0 * register\n"
            "    nearest",
        ),
    ),
    "an argument of the search": stays(
        ("engine.call(begin)", "engine.call(begin, game.turn)"),
        ("def begin(memory: Memory) -> None:", "def begin(memory: Memory, now: int) -> None:"),
        ("    plant(memory.tree)", "    memory.setting.since = now + 1\n    plant(memory.tree)"),
    ),
    "no place on the board": traps(
        "IndexError",
        (
            "    chance = 1.0 / (1.0",
            "    blue = game.board[red - 30]  # here\n    chance = 1.0 / (1.0",
        ),
    ),
    "an assert": leaves(
        NO + "assert ",
        (
            "    points = 0.0\n    nearest",
            "    assert flag != home  # here\n    points = 0.0\n    nearest",
        ),
    ),
}
