"""Edits of tororo.py."""

from .edit import NO, leaves, stays, traps

TORORO = {
    "a table": stays(("GROW_COST = (1, 3, 7)", "GROW_COST = (1, 2, 5)")),
    "a table of sums": stays(
        ("RIVAL = 1\n", "RIVAL = 1\nSUMS = tuple(day * day / 100 for day in range(DAYS))\n"),
        ("    points = 0.0\n", "    points = SUMS[state.day]\n"),
    ),
    "a new parameter": stays(
        ("    rival: float = 0.65 ", "    hurry: float = 0.3\n    rival: float = 0.65 "),
        ("points += weight * lead_of(m", "points += params.hurry + weight * lead_of(m"),
    ),
    "new helpers": stays(
        (
            "@kernel\ndef trees_worth(",
            "@kernel\n"
            "def half(x: float) -> float:\n"
            "    return x / 2.0\n\n\n"
            "@kernel\n"
            "def quarter(x: float) -> float:\n"
            "    return half(half(x))\n\n\n"
            "@kernel\n"
            "def trees_worth(",
        ),
        (
            "return mine - setting.params.rival *",
            "return mine - quarter(mine) - setting.params.rival *",
        ),
    ),
    "an early return": stays(
        (
            "    is_early = state.day <",
            "    if state.day > 20 and node.rank == SEEDING:\n"
            "        return count\n"
            "    is_early = state.day <",
        ),
    ),
    "a loop that breaks": stays(
        (
            "    first = max(node.rank, int(is_early))\n    for rank in each(RANKS):\n",
            "    first = max(node.rank, int(is_early))\n    for rank in each(RANKS):\n"
            "        if count > 9:\n"
            "            break\n",
        ),
    ),
    "another loop": stays(
        (
            "    taken = all_trees(state)\n",
            "    taken = 0\n"
            "    for number in range(MAX_SIZE, -1, -1):\n"
            "        taken |= state.trees[number]\n",
        ),
    ),
    "a local array": stays(
        (
            "    day = state.day\n    least",
            "    found = numbers(int, SIZES)\n"
            "    for size in range(SIZES):\n"
            "        found[size] = state.trees[size].bit_count()\n"
            "    day = state.day\n"
            "    least",
        ),
        ("spare = float(state.nutrients)", "spare = float(state.nutrients + found[0] - found[1])"),
    ),
    "a negative index": traps(
        "IndexError",
        (
            "    spare = float(state.nutrients) - USUAL[day]",
            "    spare = float(state.nutrients) - USUAL[day - 2]  # here",
        ),
    ),
    "a shift too far": traps(
        "OverflowError",
        (
            "    own = own_board(state, player)\n    awake",
            "    far = 1 << 60 + state.day  # here\n"
            "    own = own_board(state, player)\n"
            "    awake",
        ),
        (
            "if rank == COMPLETING:\n        if state.sun",
            "if rank == COMPLETING and far != 0:\n        if state.sun",
        ),
    ),
    "a division by zero": traps(
        "ZeroDivisionError",
        (
            "    points += setting.sun[state.day]",
            "    points += 1.0 / float(3 - state.day)  # here\n"
            "    points += setting.sun[state.day]",
        ),
    ),
    "a comprehension": leaves(
        NO,
        (
            "    taken = all_trees(state)\n",
            "    taken = sum([state.trees[size] for size in range(SIZES)])  # here\n",
        ),
    ),
    "a loop over an array": stays(
        (
            "    taken = all_trees(state)\n",
            "    taken = 0\n    for trees in state.trees:  # here\n        taken |= trees\n",
        ),
    ),
    "a number as a condition": stays(
        (
            "    if best == 0:\n        best = board & ground.fair",
            "    if not best:  # here\n        best = board & ground.fair",
        ),
    ),
    "a division of whole numbers": leaves(
        NO + "state.day / 24",
        ("    points = 0.0\n", "    points = state.day / 24  # here\n"),
    ),
    "two names at once": stays(
        (
            "    sun = state.sun[0]\n    first = max(node.rank, int(is_early))\n",
            "    sun, first = state.sun[0], max(node.rank, int(is_early))  # here\n",
        ),
    ),
    "a helper that says no kinds": leaves(
        NO + "def twice(",
        (
            "@kernel\ndef trees_worth(",
            "@kernel\ndef twice(x):  # here\n    return 2 * x\n\n\n@kernel\ndef trees_worth(",
        ),
        ("    least = MAX_SIZE - (LAST_DAY - day)", "    least = MAX_SIZE - twice(LAST_DAY - day)"),
    ),
    "a helper that calls itself": leaves(
        "not in the subset: lowest_of(",
        (
            "@kernel\ndef trees_worth(",
            "@kernel\n"
            "def lowest_of(board: int) -> int:\n"
            "    if board & 1 == 1 or board == 0:\n"
            "        return 0\n"
            "    return 1 + lowest_of(board >> 1)  # here\n\n\n"
            "@kernel\n"
            "def trees_worth(",
        ),
        (
            "    least = MAX_SIZE - (LAST_DAY - day)",
            "    least = MAX_SIZE - (LAST_DAY - day) + 0 * lowest_of(tally)",
        ),
    ),
    "a table of mixed numbers": leaves(
        NO + "USUAL",
        (" 8.7, 8.0,", " 8.7, 8,"),
        (
            "    spare = float(state.nutrients) - USUAL[day]",
            "    spare = float(state.nutrients) - USUAL[day]  # here",
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
