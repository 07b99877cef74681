"""Picks.java in Python, for machines without a JDK: the same game, protocol and faults.

The fault is the first word, where Java has -Dfault=. Besides, fault=minus counts 0 for the best and
-1 for all others, which is no sign of an error there, and fault=deaf takes wrong answers for 1.
"""

import subprocess
import sys

MOVES, TURNS = 5, 20
MASK = (1 << 48) - 1
fault = sys.argv.pop(1).partition("=")[2]
options = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
print("WARNING: 2 illegal reflective accesses", file=sys.stderr)
print("5 modules loaded, 1 of them late")
state = (int(options["-d"].removeprefix("seed=")) ^ 0x5DEECE66D) & MASK
prizes = []
for _ in range(MOVES):  # java.util.Random.nextInt(9); the rare second draw is left out
    state = (state * 0x5DEECE66D + 0xB) & MASK
    prizes.append(1 + (state >> 17) % 9)
commands = [options[name] for name in sorted(options) if name.startswith("-p")]
bots = [
    subprocess.Popen(
        command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, errors="replace",
    )
    for command in commands
]  # fmt: skip
points, is_out = [0] * len(bots), [False] * len(bots)
for turn in range(TURNS):
    if fault == "crash" and turn == 2:
        sys.exit("IllegalStateException: a rule of mine is broken")
    moves = []
    for seat, bot in enumerate(bots):
        assert bot.stdin and bot.stdout
        if is_out[seat]:
            moves.append(-1)
            continue
        lines = [len(bots), seat, " ".join(map(str, prizes))] if turn == 0 else []
        lines.append(99 if fault == "line" and turn == 4 else turn)
        lines += [f"{points[at]} {is_out[at]:d}" for at in range(len(bots))]
        try:
            print(*lines, sep="\n", file=bot.stdin, flush=True)
            answer = bot.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        moves.append(int(answer) - 1 if answer in ("1", "2", "3", "4", "5") else -1)
        moves[-1] = max(moves[-1], -1 if fault != "deaf" else 0)
    is_out = [out or move < 0 for out, move in zip(is_out, moves, strict=True)]
    for seat, move in enumerate(moves):
        if not is_out[seat] and moves.count(move) == 1:
            points[seat] += prizes[move] + (fault == "prize" and turn == 3)
    if is_out.count(False) < 2:
        break
for seat in range(len(bots)):
    counted = -(points[seat] < max(points)) if fault == "minus" else points[seat]
    print(-1 if is_out[seat] else int(counted))
