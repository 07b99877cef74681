"""Edits of stratego.py."""

from .edit import NO, leaves, stays, traps

STRATEGO = {
    "parameters": stays(
        ("    scout: float = 0.8 ", "    scout: float = 2.0 "),
        ("    is_greedy: bool = False", "    is_greedy: bool = True"),
    ),
    "a ladder of conditions": stays(
        (
            "    return 1 if attacker > defender else",
            "    if attacker == SCOUT and defender == MINER:\n"
            "        return 1\n"
            "    elif attacker == defender:\n"
            "        return -1\n"
            "    return 1 if attacker > defender else",
        ),
    ),
    "a new table": stays(
        ("FAR = 99\n", "FAR = 99\nWORTHS = (0.0, 0.6, 0.8, 1.4, 3.0, 4.0, 0.8, 0.0)\n"),
        (
            "            points += share * worth(params, rank)",
            "            points += share * WORTHS[rank]",
        ),
    ),
    "a new field of the setting": stays(
        ("    since: int  # the turn", "    ours: int\n    since: int  # the turn"),
        (
            "        setting.since = game.turn\n",
            "        setting.since = game.turn\n"
            "        setting.ours = sum(cell > 0 for cell in game.cell[:8])\n",
        ),
        (
            "    return value(game, setting.params, setting.since)",
            "    return value(game, setting.params, setting.since) * float(setting.ours) / 8.0",
        ),
    ),
    "a while with else-less exits": stays(
        (
            "    while cell != target:\n",
            "    while True:\n        if cell == target:\n            break\n",
        ),
    ),
    "a chain of comparisons": stays(
        ("    return there != EMPTY and there != WALL and", "    return EMPTY < there < WALL and"),
    ),
    "a function of math that the short form leaves out": leaves(
        NO + "tanh(points / params.scale)",
        ("from math import exp\n", "from math import exp, tanh, floor\n"),
        (
            "    chance = 1.0 / (1.0 + exp(-points / params.scale))",
            "    chance = 0.5 + 0.5 * tanh(points / params.scale) + 0.0 * floor(points)  # here",
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
    "constants under other names": stays(
        ("FAR = 99\n", "class Worth:\n    SPY = 0.7\n\n\nFAR = 99\nSPY_POINTS = Worth.SPY\n"),
        ("        return params.spy\n", "        return SPY_POINTS\n"),
    ),
    "an argument of the search": stays(
        ("engine.call(begin)", "engine.call(begin, game.turn)"),
        ("def begin(memory: Memory) -> None:", "def begin(memory: Memory, now: int) -> None:"),
        ("    plant(memory.tree)", "    memory.setting.since = now + 1\n    plant(memory.tree)"),
    ),
    "an overflow in a helper": traps(
        "OverflowError",
        (
            "    late = 0 if game.to_move == player else 1\n",
            "    late = 0 if game.to_move == player else 1\n"
            "    huge = (1 << 62) + (1 << 61) * min(game.turn, 3)  # here\n",
        ),
        ("    if strongest > rival:", "    if strongest > rival and huge > 0:"),
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
    "a slice": leaves(
        NO,
        (
            "    points = 0.0\n    nearest",
            "    alive = sum(game.cell[:8])  # here\n    points = 0.0\n    nearest",
        ),
    ),
    "membership": leaves(
        NO + "rank in",
        ("                if rank == SCOUT:", "                if rank in (SCOUT, SPY):  # here"),
    ),
    "a value of a class": leaves(
        NO + "Worth",
        ("FAR = 99\n", "class Worth:\n    spy = 0.7\n\n\nFAR = 99\n"),
        ("        return params.spy\n", "        return Worth.spy  # here\n"),
        (
            "        setting.since = game.turn\n",
            "        setting.since = game.turn\n        Worth.spy = game.turn / 50\n",
        ),
    ),
    "a default": stays(
        (
            "def value(game: Game, params: Params, since: int) -> float:",
            "def value(game: Game, params: Params, since: int = 0) -> float:  # here",
        ),
        (
            "    return value(game, setting.params, setting.since)",
            "    return value(game, setting.params)",
        ),
    ),
    "a missing return": leaves(
        "not in the subset: ",
        (
            "    return params.bomb if rank == BOMB else 0.0",
            "    if rank == BOMB:\n"
            "        return params.bomb\n"
            "    if rank == FLAG:\n"
            "        return 0.0",
        ),
        (
            "def worth(params: Params, rank: int) -> float:",
            "def worth(params: Params, rank: int) -> float:  # here",
        ),
    ),
    "a wrong kind from the bot": traps(
        "C stopped at setting: required argument is not an integer",
        (
            "        setting.since = game.turn\n",
            "        setting.since = game.turn / 2 if game.turn > 3 else 0\n",
        ),
    ),
    "an array of another length from the bot": leaves(
        "C stopped at setting: ",
        (
            "        setting.since = game.turn\n",
            "        setting.since = game.turn\n        setting.flags = [0.0] * 17\n",
        ),
    ),
}
