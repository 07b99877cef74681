"""Programs of several modules by chance: names, imports and top-level effects mixed.

Few names for many things, so that modules share them; imports of every form, some of them late;
modules that print, read, roll dice, register and change things of others while they are imported.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

VARIABLES = ("SIZE", "count", "table", "state", "_seen", "Move")
FUNCTIONS = ("step", "score", "make", "Move")
CLASSES = ("Node", "Move", "State")
TAKEN = ("max", "sum", "id", "round")  # of Python
INPUT = "".join(f"{number}\n" for number in range(11, 60))

SHOWN = """
def shown(value):
    if isinstance(value, (int, list)):
        return value
    made = value().v if isinstance(value, type) else value(1)
    return made if isinstance(made, (int, list)) else "another thing"
"""


class Known(NamedTuple):
    """A name that a module can use: how it is written there, and what it is."""

    text: str
    kind: str  # int, list, function, class


class Writer:
    """One module in the making.

    known: what it can use so far
    own: what others can take
    changed: names of its own that its functions set
    is_tidy: gives a name but one meaning within the module
    """

    def __init__(self, dice: random.Random, dotted: str, is_tidy: bool) -> None:
        self.dice, self.dotted, self.is_tidy = dice, dotted, is_tidy
        self.changed: set[str] = set()
        self.lines: list[str] = []
        self.known: list[Known] = []
        self.own: dict[str, str] = {}

    def pick(self, *kinds: str) -> str | None:
        """A name of one of these kinds."""
        found = [each.text for each in self.known if each.kind in kinds]
        return self.dice.choice(found) if found else None

    def number(self) -> str:
        """An expression for a whole number."""
        ways = [str(self.dice.randrange(9))]
        if name := self.pick("int"):
            ways += [name, f"{name} + 1"]
        if name := self.pick("list"):
            ways += [f"len({name})", f"sum({name})"]
        if name := self.pick("function"):
            ways += [f"{name}(2)", f"{name}()"]
        if name := self.pick("class"):
            ways += [f"{name}().v", f"{name}.base"]
        return self.dice.choice(ways)

    def have(self, name: str, kind: str) -> None:
        """Notes a name of the module's own."""
        self.known = [each for each in self.known if each.text.split(".")[0] != name]
        self.known.append(Known(name, kind))
        self.own[name] = kind

    def free(self, names: tuple[str, ...]) -> str:
        """A name for something new."""
        bound = {each.text.split(".")[0] for each in self.known}
        left = [name for name in names if name not in bound]
        made = f"{names[0]}_{len(self.lines)}"
        return self.dice.choice(left or [made]) if self.is_tidy else self.dice.choice(names)

    def variable(self) -> None:
        name = self.free(VARIABLES)
        if self.dice.random() < 0.6:
            self.lines.append(f"{name} = {self.number()}")
            self.have(name, "int")
        else:
            made = [f"[{self.number()}, {self.number()}]", "[0] * 3"]
            if other := self.pick("list"):
                made += [f"{other} + [1]", f"{other} * 2"]
            self.lines.append(f"{name} = {self.dice.choice(made)}")
            self.have(name, "list")

    def function(self) -> None:
        name = self.free(FUNCTIONS)
        body = [f"return x + {self.number()}"]
        own = [each for each, kind in self.own.items() if kind == "int" and each != name]
        lists = self.pick("list")
        if own and self.dice.random() < 0.4:
            word = self.dice.choice(own)
            self.changed.add(word)
            body = [f"global {word}", f"{word} += 1", f"return {word} + x"]
        elif lists and lists != name and self.dice.random() < 0.4:
            body = [f"{lists}.append(x)", f"return len({lists})"]
        elif self.dice.random() < 0.3:
            inner = self.free(FUNCTIONS)
            body = [f"def {inner}(y):", "    return y * 2", f"return {inner}(x)"]
        elif self.dice.random() < 0.2:
            word = self.free(VARIABLES)
            body = [f"{word} = [x for x in range(x)]", f"return len({word})"]
        self.lines.append(f"def {name}(x={self.number()}):")
        self.lines += [f"    {line}" for line in body]
        self.have(name, "function")

    def kind(self) -> None:
        name = self.free(CLASSES)
        value = self.number()
        form = self.dice.randrange(4)
        if form == 0:
            self.lines += ["from dataclasses import dataclass", "@dataclass"]
            self.lines += [f"class {name}:", f"    v: int = {value}", "    base = 3"]
        else:
            above = self.pick("class") if form == 1 else None
            self.lines += [f"class {name}({above or ''}):", f"    base = {value}"]
            self.lines += ["    def __init__(self):", f"        self.__v = {self.number()}"]
            self.lines += ["        self.v = self.__v"]
            self.lines += ["    def __repr__(self):", "        return 'one'"]  # no address
        self.have(name, "class")

    def effect(self) -> None:
        ways = ["print({here!r}, {number})", "import random", "if {number} > 4: print('big')"]
        if name := self.pick("list"):
            ways += [name + ".append({number})", f"for each in range(2): {name}.append(each)"]
        if name := self.pick("class"):
            ways += [f"print({name}().v)", f"{name}.base = {{number}}", f"print({name}.__name__)"]
        if name := self.pick("function"):
            ways += [f"print({name}({{number}}))", f"hook = {name}", f"print({name}.__name__)"]
        text = self.dice.choice(ways).format(here=self.dotted, number=self.number())
        self.lines.append(text)

    def chance(self) -> None:
        name = self.free(VARIABLES)
        ways = ["random.randrange(90)", "int(input())", "int(sys.stdin.readline())"]
        self.lines += ["import random, sys", f"{name} = {self.dice.choice(ways)}"]
        self.have(name, "int")

    def pythons_own(self) -> None:
        name = self.free(TAKEN)
        if self.dice.random() < 0.5:
            self.lines += [f"def {name}(*values):", f"    return {self.dice.randrange(9)}"]
            self.have(name, "function")
        else:
            self.lines.append(f"{name} = {name}")

    def oddity(self) -> None:
        ways = [
            ["if __name__ == '__main__':", "    print('never')"],
            ["from typing import TYPE_CHECKING", "if TYPE_CHECKING:", "    import gone"],
            ["temporary = [1, 2]", "del temporary"],
            ["try:", "    1 / 0", "except ZeroDivisionError as error:", "    print(error)"],
            [f"lazily = lambda: {self.number()}", "print(lazily())"],
            [f"print([{self.number()} for _ in range(2)], f'{{{self.number()}}}')"],
            ["if (last := 3) > 2:", "    print(last)"],
            [f"def say(): return {self.dotted!r}", "print(say())"],
        ]
        self.lines += self.dice.choice(ways)

    def take(self, other: "Writer", root: str) -> None:
        """An import of another module, in one of its forms."""
        full, short = f"{root}.{other.dotted}", other.dotted.rpartition(".")[2]
        home = full.rpartition(".")[0]
        names = [name for name in other.own if name[0] != "_"]
        form = self.dice.randrange(7)
        if self.is_tidy:
            bound = {each.text.split(".")[0] for each in self.known}
            names = [name for name in names if name not in other.changed | bound | set(TAKEN)]
            form = 4 if form == 3 and len(names) < len(other.own) else form
        if form <= 2 and names:
            some = self.dice.sample(names, min(len(names), 2))
            alias = {name: name if form else f"{short}_{name}" for name in some}
            said = ", ".join(n if n == a else f"{n} as {a}" for n, a in alias.items())
            self.lines.append(f"from {full} import {said}")
            self.known += [Known(alias[name], other.own[name]) for name in some]
        elif form == 3:
            self.lines.append(f"from {full} import *")
            self.known += [Known(name, other.own[name]) for name in names]
        else:
            way = [f"import {full}", f"import {full} as {short}", f"from {home} import {short}"]
            at = self.dice.randrange(3)
            self.lines.append(way[at])
            said = full if at == 0 else short
            self.known += [Known(f"{said}.{name}", kind) for name, kind in other.own.items()]
            if names and self.dice.random() < 0.1 and not self.is_tidy:
                changed = self.dice.choice(names)
                if other.own[changed] == "int":
                    self.lines.append(f"{said}.{changed} = 77")

    def lazy(self, other: "Writer", root: str) -> None:
        """A function that imports a module."""
        numbers = [name for name, kind in other.own.items() if kind == "int"]
        if numbers:
            word = self.dice.choice(numbers)
            self.lines += [
                f"def late_{word}(x=0):",
                f"    from {root}.{other.dotted} import {word}",
            ]
            self.lines.append(f"    return {word} + x")
            self.have(f"late_{word}", "function")

    def shown(self) -> Iterator[str]:
        """Lines that show all that the module knows."""
        for each in dict.fromkeys(self.known):
            yield f"    print({each.text!r}, shown({each.text}))"


def program(seed: int, root: str = "bots.toy") -> dict[str, str]:
    """The files of a program, by path in the bot's folder; its entry is main.py."""
    dice = random.Random(seed)
    names = dice.sample(("alpha", "beta", "gamma", "delta", "eps"), dice.randrange(2, 6))
    is_tidy = dice.random() < 0.75
    names = [f"kit.{name}" if dice.random() < 0.25 else name for name in names]
    done: list[Writer] = []
    files = {}
    for dotted in [*names, "bot"]:
        writer = Writer(dice, dotted, is_tidy)
        if dice.random() < 0.15:
            writer.lines.append("from __future__ import annotations")
        steps: list[Callable[[], None]] = [
            *(writer.variable, writer.variable, writer.function, writer.function, writer.kind),
            *(writer.effect, writer.chance, writer.oddity),
        ]
        count = len(done) if dotted == "bot" else min(len(done), dice.randrange(3))
        asked = dice.sample(done, count)
        is_quiet = dice.random() < 0.5
        for number in range(dice.randrange(3, 9)):
            if asked and (number < 2 or dice.random() < 0.5):
                other = asked.pop()
                if dice.random() < 0.15:
                    writer.lazy(other, root)
                else:
                    writer.take(other, root)
            elif dice.random() < 0.05:
                writer.pythons_own()
            else:
                dice.choice(steps[:5] if is_quiet else steps)()
        if dotted == "bot":
            for other in asked:
                writer.take(other, root)
            writer.lines += [
                SHOWN,
                "def main():",
                *writer.shown(),
                "    print(max(3, 4), sum([1, 2]))",
            ]
        done.append(writer)
        files[dotted.replace(".", "/") + ".py"] = "\n".join(writer.lines) + "\n"
    if any(name.startswith("kit.") for name in names) and dice.random() < 0.7:
        files["kit/__init__.py"] = dice.choice(("", "print('kit')\n", "SIZE = 4\n"))
    files["main.py"] = dice.choice(
        (
            f"import {root}.dice\nfrom {root}.bot import main\n\nmain()\n",
            f"from {root} import dice, bot\n\nif __name__ == '__main__':\n    bot.main()\n",
            "from .dice import random\nfrom .bot import main\n\nmain()\nprint(random.random())\n",
        )
    )
    return {"__init__.py": "", "dice.py": "import random\n\nrandom.seed(5)\n", **files}
