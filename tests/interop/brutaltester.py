"""What cg-brutaltester does, in Python: it drives any referee under its new or its old protocol.

Written from its documentation and behaviour: commands are split at every blank, the new protocol
reads whole numbers at the beginning of lines, the old one relays lines and stops with an exception
when a bot has no line left.
"""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

WAIT_SECONDS = 60.0


class BotIsGone(Exception):
    """The old protocol's end of a game whose bot has no line: it is not counted."""


@dataclass
class Results:
    """wins[a][b]: games in which player a was better than player b."""

    players: int
    wins: list[list[int]] = field(default_factory=list)
    draws: int = 0
    errors: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)  # the referees' parameters, one text a game

    def __post_init__(self) -> None:
        self.wins = [[0] * self.players for _ in range(self.players)]

    def add(self, scores: list[int]) -> None:
        for one, score in enumerate(scores):
            for other, against in enumerate(scores):
                self.wins[one][other] += score > against
                self.draws += one < other and score == against


def play_new(
    referee: str, players: list[str], games: int = 1, seed: int | None = None,
    swap: bool = False, logs: Path | None = None,
) -> Results:  # fmt: skip
    """Options -r, -p1 .., -n, -i, -s, -l."""
    results = Results(len(players))
    for game in range(games):
        turned = game % len(players) if swap else 0
        command = referee.split(" ")
        for seat in range(len(players)):
            command += [f"-p{seat + 1}", players[(seat + turned) % len(players)]]
        if seed is not None:
            command += ["-d", f"seed={seed + game // len(players)}"]
        if logs is not None:
            command += ["-l", f"{logs}/game{game + 1}.json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_SECONDS)
        scores = [0] * len(players)
        words = done.stdout.split("\n")
        for seat in range(len(players)):
            while words and not words[0].strip().lstrip("-").isdigit():
                results.errors.append(f"output {words.pop(0)}")
            if words:
                scores[(seat + turned) % len(players)] = int(words.pop(0))
        results.errors += [f"negative {score}" for score in scores if score < 0]
        results.errors += [line for line in done.stderr.splitlines() if line]
        results.data.append("\n".join(words).strip())
        results.add(scores)
    return results


def play_old(
    referee: str, players: list[str], games: int = 1, seed: int | None = None
) -> tuple[list[str], list[str]]:
    """Option -o: the line ###End of every game, "" for one that was not counted; the stderr."""
    ends, errors = [], []
    for game in range(games):
        processes = [
            subprocess.Popen(
                command.split(" "), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if command is referee else subprocess.DEVNULL,
                text=True, bufsize=1,
            )
            for command in [referee, *players]
        ]  # fmt: skip
        try:
            seeds = [] if seed is None else [f"###Seed {seed + game}"]
            ends.append(relay(processes[0], processes[1:], [*seeds, f"###Start {len(players)}"]))
        except BotIsGone:
            ends.append("")
        finally:
            for process in processes:
                close(process)
            errors += [line.strip() for line in processes[0].stderr or []]
            for process in processes:
                process.wait(WAIT_SECONDS)
            if processes[0].stderr:
                processes[0].stderr.close()
    return ends, errors


def close(process: "subprocess.Popen[str]") -> None:
    assert process.stdin and process.stdout
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass  # it ended before it had read everything
    process.stdout.close()


def relay(
    referee: "subprocess.Popen[str]", players: "list[subprocess.Popen[str]]", start: list[str]
) -> str:
    """One game; returns its line ###End."""
    assert referee.stdin and referee.stdout
    print(*start, sep="\n", file=referee.stdin, flush=True)
    line = next_line(referee)
    while not line.startswith("###End"):
        player = players[int(line.split(" ")[1])]
        assert player.stdin
        if line.startswith("###Input"):
            line = next_line(referee)
            while not line.startswith("###"):
                print(line, file=player.stdin)
                line = next_line(referee)
        elif line.startswith("###Output"):
            for _ in range(int(line.split(" ")[2])):
                print(next_line(player), file=referee.stdin)
            referee.stdin.flush()
            line = next_line(referee)
        else:
            raise AssertionError(f"cg-brutaltester would read {line!r} for ever")
    return line


def next_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise BotIsGone
    return line.rstrip("\n")
