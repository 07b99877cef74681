"""The programs of benchmarks/limit, C++ by hand, for the benchmarks that compare with them."""

import subprocess
from pathlib import Path

FLAGS = "-O3 -march=native -std=c++17 -ffp-contract=off".split()  # off: the bits of the bots' C


def build(source: Path, folder: Path, *options: str) -> str:
    """Returns the program made of a source; options: more for g++.

    subprocess.CalledProcessError if g++ refuses it.
    """
    program = str(folder / source.stem)
    subprocess.run(["g++", *FLAGS, *options, str(source), "-o", program], check=True)
    return program


def run(program: str, what: str, amount: float, state: str) -> list[str]:
    """Returns the lines that a program prints for a mode and an amount, with a state on its
    input.
    """
    command = [program, what, str(amount)]
    done = subprocess.run(command, input=state, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
