"""Edits of csb.py."""

from .edit import NO, Edit, leaves, stays, traps

CSB = {
    "whole constants": stays(
        ("MIN_IMPULSE = 120.0", "MIN_IMPULSE = 100.0"), ("MAX_HITS = 1000 ", "MAX_HITS = 3 ")
    ),
    "logic": stays(
        ("impulse = half + max(half, MIN_IMPULSE)", "impulse = 1.5 * half + max(half, 100.0)"),
        ("    if approach > 0.0:\n", "    if approach > 0.5 and a.passed > 1:\n"),
    ),
    "a new field": stays(
        ("    boosted: bool  #", "    worn: float = 2.0\n    boosted: bool  #"),
        ("    pod.x += pod.vx * time\n", "    pod.worn += 1.0\n        pod.x += pod.vx * time\n"),
        ("return points - sqrt(", "return points - pod.worn - sqrt("),
    ),
    "a kernel's call inside an expression": stays(
        (
            "    race.turn += 1\n    for",
            "    race.turn += 1 + min(0, first_hit(race, 1.0))\n    for",
        ),
        (
            "return draw_move(world, setting, unit, moves, dice)",
            "return (draw(dice, 6) - 2 * draw(dice, 6)) % 6",
        ),
    ),
    "a comment that begins the line": stays(
        (
            "        node = tree.at",
            "#        node = 0\n        node = tree.at",
        ),
        ("    hits = 0\n", "    hits = 0\n# \u00fcber alles\n"),
    ),
    "a name with accents": stays(("    hits = 0\n", "    h\u00f6he = 0\n    hits = h\u00f6he\n")),
    "more to show": stays(
        ('"depth": forest.depth,', '"depth": forest.depth,\n            "turn": 1,'),
    ),
    "an overflow": traps(
        "OverflowError",
        (
            "    hits = 0\n",
            "    hits = 0\n    big = 3037000500 * (race.turn + 3037000490)  # here\n",
        ),
        ("hits < MAX_HITS", "hits < MAX_HITS and big > 0"),
    ),
    "a power": leaves(
        NO + "vx ** 3", ("speed_2 = vx * vx", "speed_2 = vx**3  # here\n    speed_2 = vx * vx")
    ),
    "hypot": leaves(
        NO + "hypot(nx, ny)",
        ("import copysign, cos,", "import copysign, hypot, cos,"),
        (
            "    distance = max(sqrt(nx * nx + ny * ny), PUSH)",
            "    distance = max(hypot(nx, ny), PUSH)  # here",
        ),
    ),
    "a list as table": leaves(
        NO + "TURNS",
        (
            "TURNS = tuple(move.turn for move in MOVES)",
            "TURNS = [move.turn for move in MOVES]",
        ),
        (
            "way = world.way[index] + TURNS[choice]",
            "way = world.way[index] + TURNS[choice]  # here",
        ),
    ),
    "a print": leaves(
        # Nothing, as where the bot warms up depends on the engine.
        NO + "print(",
        ("    hits = 0\n", '    hits = 0\n    print(end="")  # here\n'),
    ),
    "an unset local": leaves(
        "not in the subset: along",
        ("    along = 0.0\n", ""),
        ("    cx -= along * dx\n", "    cx -= along * dx  # here\n"),
    ),
    "a name of a loop after it": leaves(
        "not in the subset: index",
        (
            "    end_turn(race, track)\n\n",
            "    for index in range(2):\n"
            "        race.turn += 0 * index\n"
            "    race.turn += 0 * index  # here\n"
            "    end_turn(race, track)\n\n",
        ),
    ),
    "a whole number for a float": leaves(
        "not in the subset: place[0] = 1",
        (
            "            place[player] = guard",
            "            place[0] = 1  # here\n            place[player] = guard",
        ),
    ),
    "another kind of local": leaves(
        "not in the subset: best = left",
        ("    best = left\n", "    best = 0\n    best = left  # here\n"),
    ),
    "a helper without @kernel": leaves(
        "not in the subset: hit_time(",
        ("@kernel\ndef hit_time", "def hit_time"),
        ("time = hit_time(a, b)\n", "time = hit_time(a, b)  # here\n"),
    ),
    "an infinite constant": leaves(
        NO + "NEVER",
        ("NEVER = 2.0 ", 'NEVER = float("inf") '),
        ("        return NEVER\n    apart =", "        return NEVER  # here\n    apart ="),
    ),
    "a number that the bot changes": leaves(
        "not in the subset: ROUND",
        ("DRIFT_TURNS = ", "ROUND = 0\nDRIFT_TURNS = "),
        (
            "        self.known.observe(read_turn(reader, self.setting.track))",
            "        global ROUND\n"
            "        ROUND += 1\n"
            "        self.known.observe(read_turn(reader, self.setting.track))",
        ),
        (
            "            rival = gain[1 - player]\n",
            "            rival = gain[1 - player]\n"
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
