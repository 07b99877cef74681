"""Random well-typed programs in the kernel subset.

A program is text: a module of records, tables, helper kernels and two bindings of a factory, the
same for all, followed by kernels `program0`, `program1`, ... made from a seed. What could overflow
is mostly kept small by remainders, so that most runs end without a trap. Loose programs also call
what writes in the middle of expressions, whose order C must keep: `mark` leaves a trace of it.
"""

import random
import re
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data" / "kernels"
HEADER = (DATA / "programs_begin.txt").read_text()
SMALLEST = {"int": "name", "float": "float_name", "bool": "bool_name"}
PROLOGUE = """\
    scratch = numbers(int, 8)
    thin = numbers(Int16, 8)
    slim: Int32 = -7
    marks = numbers(bool, 4)
    tmp = Item()
    box = records(Item, 3)
    p = world.lead
    q = scratch
    row = GRID[a & 3]
    wide = 2147483648 + a
    deep = -1099511627776 - a
    i0 = a
    i1 = a * 7 % 1000
    i2 = 1
    f0 = x
    f1 = x * 0.1
    f2 = 1.0
    b0: bool = flag
    b1 = a > 0"""


def choices_of(text: str) -> list[str]:
    """The forms of a text. A bar between two of them has no blank before it, the operator has."""
    return re.split(r"(?<! )\||\n", text.strip())


# By kind, what an expression or a statement can look like.
PARTS = (DATA / "grammar.txt").read_text().split("\n--- ")[1:]
CHOICES = {name: choices_of(text) for name, _, text in (part.partition("\n") for part in PARTS)}
LOOSE_CHOICES = CHOICES | {
    name: CHOICES[name] + CHOICES[f"loose_{name}"] for name in ("int", "float", "bool", "line")
}


class ProgramWriter:
    """Writes one kernel after another from one stream of random numbers.

    names: loops and locals around the present place that surely have an int.
    """

    def __init__(self, seed: int, is_loose: bool) -> None:
        self.random = random.Random(seed)
        self.choices = LOOSE_CHOICES if is_loose else CHOICES
        self.names: list[str] = []
        self.lines: list[str] = []
        self.result = "int"
        self.loops = 0
        self.made = 0

    def fill(self, form: str, depth: int) -> str:
        """A form of that name with its parts filled in, `depth` levels of expressions deep."""
        if depth <= 0:
            form = SMALLEST.get(form, form)
        choices = self.choices[form] + (self.names * 3 if form == "name" else [])
        text = self.random.choice(choices)
        return re.sub(r"\{(\w+)\}", lambda part: self.fill(part[1], depth - 1), text)

    def emit(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def block(self, indent: int, count: int) -> None:
        """Some statements; what they set for the first time is not known after them."""
        known = len(self.names)
        for _ in range(count):
            self.statement(indent)
        del self.names[known:]

    def statement(self, indent: int) -> None:
        """One statement, perhaps with blocks inside."""
        kind = self.random.randrange(13 if indent < 4 else 8)
        if kind < 8:
            self.emit(indent, self.fill("line", self.random.choice([2, 3, 4])))
        elif kind == 8:
            self.branch(indent)
        elif kind == 9:
            self.count_loop(indent)
        elif kind == 10:
            self.while_loop(indent)
        elif kind == 11:
            self.new_local(indent)
        else:
            self.emit(indent, f"if {self.fill('bool', 1)}:")
            self.leave(indent + 1)

    def branch(self, indent: int) -> None:
        self.emit(indent, f"if {self.fill('test', 2)}:")
        self.block(indent + 1, self.random.choice([1, 2]))
        if self.random.random() < 0.3:
            self.emit(indent, f"elif {self.fill('bool', 1)}:")
            self.block(indent + 1, 1)
        if self.random.random() < 0.5:
            self.emit(indent, "else:")
            self.block(indent + 1, self.random.choice([1, 2]))

    def new_local(self, indent: int) -> None:
        """A local that gets its value in both arms of an if, or in the one that does not leave."""
        self.made += 1
        name = f"n{self.made}"
        leaves = self.random.choice([-1, -1, 0, 1])
        for arm, head in enumerate([f"if {self.fill('bool', 2)}:", "else:"]):
            self.emit(indent, head)
            if self.random.random() < 0.3:
                self.block(indent + 1, 1)
            if arm == leaves:
                self.leave(indent + 1)
            else:
                self.emit(indent + 1, f"{name} = {self.fill('small', 2)}")
        self.names.append(name)

    def leave(self, indent: int) -> None:
        """A way out of a loop or of the kernel."""
        words = ["break", "continue"] if self.loops else []
        found = self.random.choice([*words, "return"])
        self.emit(indent, f"return {self.fill(self.result, 1)}" if found == "return" else found)

    def loop_body(self, indent: int) -> None:
        self.loops += 1
        if self.random.random() < 0.4:
            self.emit(indent, f"if {self.fill('bool', 1)}:")
            self.leave(indent + 1)
        self.block(indent, self.random.choice([1, 2]))
        self.loops -= 1

    def count_loop(self, indent: int) -> None:
        name = f"k{indent}"
        word = self.random.choice(["range", "range", "each", "", "enumerate", "pairs"])
        if word in ("range", "each"):
            self.emit(indent, f"for {name} in {word}({self.fill(word, 2)}):")
        elif word == "pairs":
            self.emit(indent, f"for _, {name}, _, i2 in GRID:")
        else:
            target = f"i2, {name}" if word else name
            self.emit(indent, f"for {target} in {word}({self.fill('array', 2)}):")
        self.names.append(name)
        self.loop_body(indent + 1)
        self.names.remove(name)

    def while_loop(self, indent: int) -> None:
        name = f"w{indent}"
        limit = self.random.choice([2, 3, 5])
        self.emit(indent, f"{name} = 0")
        if self.random.random() < 0.3:
            self.emit(indent, "while True:")
            self.emit(indent + 1, f"{name} += 1")
            self.emit(indent + 1, f"if {name} >= {limit}:")
            self.emit(indent + 2, "break")
        else:
            self.emit(indent, f"while {name} < {limit} and {self.fill('bool', 1)}:")
            self.emit(indent + 1, f"{name} += 1")
        self.loop_body(indent + 1)

    def program(self, number: int) -> str:
        """One kernel; its result is an int, a float or a bool."""
        self.result = self.random.choice(["int", "float", "bool"])
        self.names, self.made = [], 0
        parameters = "world: World, dice: Dice, a: int, x: float, flag: bool"
        head = f"def program{number}({parameters}) -> {self.result}:"
        self.lines = ["@kernel", head, PROLOGUE]
        for _ in range(self.random.choice([3, 5, 8])):
            self.statement(1)
        self.emit(1, f"return {self.fill(self.result, 2)}")
        return "\n".join(self.lines)


def module_text(seed: int, count: int, is_loose: bool = False) -> str:
    """A module with programs 0..count-1."""
    writer = ProgramWriter(seed, is_loose)
    return "\n\n\n".join([HEADER.rstrip(), *[writer.program(n) for n in range(count)]]) + "\n"
