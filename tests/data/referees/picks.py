"""Picks.java in Python, for machines without a JDK: the same game, protocol and faults.

The fault is the first word, where Java has -Dfault=. Besides, fault=minus counts 0 for the best and
-1 for all others, which is no sign of an error there, and fault=deaf takes wrong answers for 1.
"""

import subprocess
import sys

TURNS, CELLS, SEATS = 20, 12, 3
WORDS = ("STEP", "WALK", "RUN", "JUMP", "FLY")
fault = sys.argv.pop(1).partition("=")[2]
options = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
print("WARNING: 2 illegal reflective accesses", file=sys.stderr)
print("5 modules loaded, 1 of them late")
seed = int(options["-d"].removeprefix("seed="))
commands = [options[name] for name in sorted(options) if name.startswith("-p")]
bots = [
    subprocess.Popen(
        command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, errors="replace",
    )
    for command in commands
]  # fmt: skip
points, is_out = [0] * len(bots), [False] * len(bots)
spots = [(seat * CELLS // SEATS + seed) % CELLS for seat in range(len(bots))]
for turn in range(TURNS):
    if fault == "crash" and turn == 2:
        sys.exit("IllegalStateException: a rule of mine is broken")
    moves = []
    for seat, bot in enumerate(bots):
        assert bot.stdin and bot.stdout
        if is_out[seat]:
            moves.append(-1)
            continue
        lines = [len(bots), seat] if turn == 0 else []
        lines.append(99 if fault == "line" and turn == 4 else turn)
        for at, out in enumerate(is_out):
            lines.append(f"{-1 if out else points[at]} {out:d} {spots[at]}")
        try:
            print(*lines, sep="\n", file=bot.stdin, flush=True)
            answer = bot.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        moves.append(WORDS.index(answer) if answer in WORDS else -1)
        moves[-1] = max(moves[-1], -1 if fault != "deaf" else 0)
    is_out = [out or move < 0 for out, move in zip(is_out, moves, strict=True)]
    seats = [seat for seat, out in enumerate(is_out) if not out]
    for seat in seats:
        spots[seat] = (spots[seat] + moves[seat] + 1) % CELLS
    for seat in seats:
        if [spots[other] for other in seats].count(spots[seat]) == 1:
            points[seat] += spots[seat] * 7 % 9 + 1 + (fault == "prize" and turn == 3)
    if is_out.count(False) < 2:
        break
for seat in range(len(bots)):
    counted = -(points[seat] < max(points)) if fault == "minus" else points[seat]
    print(-1 if is_out[seat] else int(counted))
