"""Writes a new contest into a project: templates with its form filled in.

The templates stand in contest/ as NAME.txt, so that no tool takes them for modules. They are
Jinja's, with @{name} for what is filled in and <% if %> for what depends on the form.
"""

import keyword
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import black
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from botsmith.errors import BadInput
from botsmith.new.answers import answers_of, fixed_times
from botsmith.new.copies import refuse_places
from botsmith.new.orders import orders_of
from botsmith.new.readers import (
    blocks_of,
    line_functions,
    made_up,
    owed,
    plural,
    protocol_classes,
    row_name,
)
from botsmith.new.stub import Stub, parse_stub, read_stub
from botsmith.new.units import (
    amounts,
    find_units,
    fixed_lines,
    is_for_two,
    is_one_line,
    me_in,
    words_of_units,
)
from botsmith.new.weights import BASE, MOST_LEAD, first_weights
from botsmith.workspace import HOME, contests_of

TEMPLATES = Path(__file__).with_name("contest")
NAME = re.compile(r"[a-z][a-z0-9]{,19}")  # no underscore: GAME_X is a bot's second entry
MOST_PLAYERS = 8
PLAYERS = re.compile(r"(\d)(?:\.\.(\d))?")
IMPORT = re.compile(r"(from|import) \w")
TURNS = ("together", "alternating")
MOVES = 5  # of a game without a stub, or one more than there are players
MAX_TURNS = 20  # of each player, if they do not move together
WIDTH = 100
PIECE = 40  # letters of a string in a line
MOST_MOVES = {
    "duct": 16,
    "candidates": 32,
    "smitsimax": 63,
    "alphabeta": 128,
    "network": 256,
    "plans": 512,
}
MOST_OF_A_UNIT = {**MOST_MOVES, "beam": 32}
UNITS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")
MOST_UNITS = 16  # of a player
FEWEST_CELLS = 12
FIRST_MS, TURN_MS = 1000.0, 100.0
LEAST_MS, MOST_MS = 20.0, 60_000.0
OWN_ARGUMENTS = {  # of a contest with units and without a stub
    "player_count": "self.players",
    "units_each": "self.each",
    "prizes": 'self.config["prizes"]',
    "turn": "state.turn",
    "players": "players",
}
PLANNED = 0.8  # of the first turn's limit
PLACES = {
    "bots/main.py": "bots/{name}/main.py",
    "bots/params.py": "bots/{name}/params.py",
    "bots/rules.py": "bots/{name}/rules.py",
    "bots/protocol.py": "bots/{name}/protocol.py",
    "bots/bot.py": "bots/{name}/bot.py",
    "bots/player.py": "bots/{name}/player.py",
    "search/{search}.py": "bots/{name}/search.py",
    "bots/NOTES.md": "bots/{name}/NOTES.md",
    "contests/referee.py": "contests/{name}/referee.py",
    "contests/lines.py": "contests/{name}/lines.py",
    "contests/baselines.py": "contests/{name}/baselines.py",
    "contests/draw.py": "contests/{name}/draw.py",
    "contests/README.md": "contests/{name}/README.md",
    "tests/test_contest.py": "tests/contests/test_{name}.py",
    "tests/golden.md": "tests/golden/{name}/README.md",
}


@dataclass(frozen=True)
class Fit:
    """The contests that a search fits. module: its page in docs/searches."""

    module: str
    players: int = MOST_PLAYERS
    turns: tuple[str, ...] = TURNS
    has_dice: bool = False
    needs_key: bool = False
    needs_guess: bool = False
    takes_units: bool = True


SEARCHES = {
    "smitsimax": Fit("smitsimax", 4, has_dice=True),
    "duct": Fit("duct", 4, ("together",), has_dice=True),
    "mcts": Fit("mcts", 2, ("alternating",), has_dice=True),
    "alphabeta": Fit("alphabeta_kernel", 2, ("alternating",), needs_key=True, takes_units=False),
    "beam": Fit("beam", needs_key=True, needs_guess=True),
    "plans": Fit("plans", 4, has_dice=True, needs_guess=True),
    "candidates": Fit("candidates", turns=("together",), has_dice=True, needs_guess=True),
    "network": Fit("bestfirst", 2, ("alternating",), takes_units=False),
    "none": Fit("", needs_guess=True),
}


@dataclass(frozen=True)
class Form:
    """The form of a contest.

    least, most: players
    turns: their order, of TURNS
    search: the bot's, of SEARCHES
    stub: its lines
    fewest, each: units of a player, at least and at most; 1 and 1: a player is its unit
    first_ms, turn_ms: limits of the first turn and of each later one
    """

    least: int
    most: int
    turns: str
    search: str
    stub: Stub | None = None
    fewest: int = 1
    each: int = 1
    first_ms: float = FIRST_MS
    turn_ms: float = TURN_MS

    @property
    def has_units(self) -> bool:
        """Returns True if a player has several units."""
        return self.each > 1


def make_form(
    players: str,
    turns: str,
    search: str,
    stub: Path | None,
    units: str = "1",
    first_ms: float = FIRST_MS,
    turn_ms: float = TURN_MS,
) -> Form:
    """Returns the form that these words ask for; "" is the usual search. BadInput for what
    cannot be.
    """
    found = PLAYERS.fullmatch(players)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most <= MOST_PLAYERS:
        raise BadInput(
            f"--players {players}: expected a number of 2..{MOST_PLAYERS}, or two as 2..4"
        )
    if turns not in TURNS:
        raise BadInput(f"--turns {turns}: expected {' or '.join(TURNS)}")
    search = search or usual_search(most, turns)
    if search not in SEARCHES:
        raise BadInput(f"--search {search}: expected one of {' '.join(SEARCHES)}")
    fit = SEARCHES[search]
    fewest, each = units_of(units)
    check_times(first_ms, turn_ms)
    if each > 1 and not fit.takes_units:
        fitting = [name for name, one in SEARCHES.items() if fits(one, most, turns, each)]
        raise BadInput(
            f"--search {search} moves one unit a player; --units {units}, {most} {turns}:"
            f" {' '.join(fitting)}"
        )
    if most > fit.players or turns not in fit.turns:
        fitting = [name for name, one in SEARCHES.items() if fits(one, most, turns, each)]
        raise BadInput(
            f"--search {search} is for up to {fit.players} players, {' or '.join(fit.turns)};"
            f" {most} {turns}: {' '.join(fitting)}"
        )
    form = Form(least, most, turns, search, None, fewest, each, first_ms, turn_ms)
    return form if stub is None else with_stub(form, stub)


def moves_of(stub: Stub, form: Form) -> Sequence[str]:
    """Returns the answers to begin with; where players have units, the orders of one."""
    return orders_of(stub, find_units(stub)).answers if form.has_units else answers_of(stub)


def with_stub(form: Form, stub: Path) -> Form:
    """Returns the form with the lines of a stub. BadInput for one that does not fit."""
    parsed = read_stub(stub)
    answers = moves_of(parsed, form)
    most = (MOST_OF_A_UNIT if form.has_units else MOST_MOVES).get(form.search, 999)
    if len(answers) > most:
        raise BadInput(
            f"{stub}: {len(answers)} answers to begin with; --search {form.search} takes {most}"
        )
    if form.has_units and not is_one_line(parsed) and not amounts(parsed):
        if fixed_lines(parsed) < form.each:
            raise BadInput(
                f"{stub}: {fixed_lines(parsed)} lines a turn are written; expected --units"
                f" {fixed_lines(parsed)} or fewer, got {form.each}"
            )
    if form.has_units and form.most > 2 and is_for_two(find_units(parsed)):
        raise BadInput(
            f"{stub}: it tells own units from those of one rival; expected --players 2,"
            f" got up to {form.most}"
        )
    return replace(form, stub=parsed)


def units_of(text: str) -> tuple[int, int]:
    """Returns the fewest and the most units of a player in N or A..B. BadInput for others."""
    found = UNITS.fullmatch(text)
    fewest, each = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= fewest <= each <= MOST_UNITS:
        raise BadInput(f"--units {text}: expected a number of 1..{MOST_UNITS}, or two as 1..6")
    return fewest, each


def check_times(first_ms: float, turn_ms: float) -> None:
    """Raises BadInput unless both are limits that a bot can keep."""
    for option, value in (("--first-ms", first_ms), ("--turn-ms", turn_ms)):
        if not LEAST_MS <= value <= MOST_MS:
            raise BadInput(f"{option} {value:g}: expected {LEAST_MS:g}..{MOST_MS:g} ms")


def fits(fit: Fit, most: int, turns: str, each: int = 1) -> bool:
    return most <= fit.players and turns in fit.turns and (each == 1 or fit.takes_units)


def usual_search(most: int, turns: str) -> str:
    """Returns the search that a new contest gets if none is named."""
    if most > SEARCHES["smitsimax"].players:
        return "beam"
    return "mcts" if turns == "alternating" and most == 2 else "smitsimax"


def own_stub(form: Form) -> Stub:
    """Returns the lines of a contest without a stub."""
    if form.has_units:
        return own_units_stub(form)
    moves = max(MOVES, form.most + 1)
    last = " last:int" if form.turns == "alternating" else ""
    lines = [
        "read players:int",
        "read me:int",
        f"loopline {moves} prize:int",
        "gameloop",
        "read turn:int",
        *(["read last:int"] if last else []),
        "loop players read points:int isOut:bool",
        "write 1",
        "",
        "INPUT",
        "players: in this match",
        "me: which of them the bot is, from 0 on",
        "last: the number that was picked last, 0 at the start",
        "isOut: whether he was put out",
        "",
        "OUTPUT",
        " | ".join(str(move + 1) for move in range(moves)),
    ]
    return parse_stub("\n".join(lines))


def own_units_stub(form: Form) -> Stub:
    """Returns the lines of a contest with units and without a stub."""
    lines = [
        "read playerCount:int",
        "read me:int",
        "read unitsEach:int",
        f"loopline {cells_of(form)} prize:int",
        "gameloop",
        "read turn:int",
        "loop playerCount read points:int isOut:bool",
        "read unitCount:int",
        "loop unitCount read unitId:int owner:int place:int health:int",
        "read ownCount:int",
        "loop ownCount write 1",
        "",
        "INPUT",
        "playerCount: in this match",
        "me: which of them the bot is, from 0 on",
        "unitsEach: how many units each player has at the start",
        "isOut: whether he was put out",
        "unitCount: how many are in play",
        "place: its cell",
        "ownCount: how many of them are own ones",
        "",
        "OUTPUT",
        " | ".join(str(move + 1) for move in range(MOVES)),
    ]
    return parse_stub("\n".join(lines))


def cells_of(form: Form) -> int:
    """Returns the cells of the number game's ring: four for each unit."""
    return max(FEWEST_CELLS, 4 * form.most * form.each)


def words_of(name: str, form: Form) -> dict[str, Any]:
    """Returns the values of the templates."""
    stub = form.stub or own_stub(form)
    fit = SEARCHES[form.search]
    answers = moves_of(stub, form)
    block_start, block_turn = blocks_of(stub)
    items = [*block_start.items, *block_turn.items]
    rows = sorted({row_name(item) for item in items if item.row})
    me = me_in(block_start) if form.stub else ""
    made_start, made_turn = made_up(stub, {me: "seat"} if me else {})
    repeated = owed(stub, "self.start", "self.turn")
    hello = [text for write in stub.hello for text in write.texts * fixed_times(write)]
    players = str(form.most) if form.least == form.most else f"{form.least}..{form.most}"
    max_turns = MAX_TURNS if form.turns == "together" else MAX_TURNS * form.most
    lines = answers[0].count("\n") + 1
    somes = " * ".join(["SOME"] * (repeated.count("*") + 1))
    words = {
        "name": name,
        "Name": name.capitalize(),
        "least": form.least,
        "most": form.most,
        "players_text": players,
        "randoms": " ".join(["random"] * (form.least - 1)),
        "together": form.turns == "together",
        "search": form.search,
        "module": "beam_units" if form.search == "beam" and form.has_units else fit.module,
        "has_dice": fit.has_dice,
        "needs_key": fit.needs_key,
        "needs_guess": fit.needs_guess and (form.search != "none" or form.turns == "together"),
        "moves": len(answers),
        "max_turns": max_turns,
        "turn_ms": repr(float(form.turn_ms)),
        "first_ms": repr(float(form.first_ms)),
        "planned_ms": repr(round(PLANNED * form.first_ms, 1)),
        "most_first_ms": f"{form.first_ms:g}",
        "has_units": form.has_units,
        "has_plan": form.search in ("beam", "plans", "candidates"),
        "most_lead": MOST_LEAD,
        "base": BASE,
        "weights": first_weights(len(answers), max_turns) if form.search == "network" else "",
        "own_lines": form.stub is None,
        "answers": [literal(answer) for answer in answers],
        "hello": [ascii(line) for line in hello],
        "owed": repeated,
        "reply_lines": (
            str(lines) if repeated == "1" else somes if lines == 1 else f"{lines} * {somes}"
        ),
        "classes": protocol_classes(stub),
        "functions": line_functions(stub),
        "line_names": ", ".join(sorted([*rows, "start_lines", "turn_lines"])),
        "me_told": me,
        "made_start": made_start,
        "made_turn": made_turn,
        "statement": stub.statement,
        "stub_text": form.stub.text.strip() if form.stub else "",
    }
    words["sees_all"] = form.stub is None or bool(me)
    words["not_told"] = not_told(form)
    return words | unit_words(stub, form) if form.has_units else words


def not_told(form: Form) -> str:
    """Returns, as Python, the fields of a fresh state that no line tells."""
    if form.stub is None:
        return "{'is_hidden'}" if form.has_units else "set()"
    found = {"points", "is_out", "prizes"}
    if form.turns == "alternating":
        found |= {"turn"} if form.has_units else {"turn", "last"}
    if form.has_units:
        units = find_units(form.stub)
        found |= {"place", "health"} - dict(units.fields + units.start_fields).keys()
        found |= {"is_hidden"} if units.item else {plural(units.unit)}
    return f"{{{', '.join(map(repr, sorted(found)))}}}"


def unit_words(stub: Stub, form: Form) -> dict[str, Any]:
    """Returns the further values of the templates of a contest with units."""
    own = OWN_ARGUMENTS if form.stub is None else {}
    units = find_units(stub)
    orders = orders_of(stub, units)
    is_taken = orders.mark == ";" or any(";" in answer for answer in orders.answers)
    return {
        "fewest": form.fewest,
        "each": form.each,
        "cells": cells_of(form),
        "separator": "|" if is_taken else ";",
        "has_ids": orders.has_ids,
        "said": orders.said,
        "mark": orders.mark,
        "bare": orders.bare,
        **words_of_units(units, stub, form.most, own),
    }


def literal(text: str) -> str:
    """Returns a string of Python, in pieces of a line if it is long."""
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    joined = "\n".join(map(ascii, pieces))
    return f"({joined})" if len(pieces) > 1 else joined


def contest_files(name: str, form: Form) -> dict[str, str]:
    """Returns all files of a new contest, by their paths below the project."""
    words = words_of(name, form)
    files = {f"bots/{name}/__init__.py": "", f"contests/{name}/__init__.py": ""}
    judges = ("network", "weights") if form.search == "network" else ("evaluate",)
    places = PLACES | {f"bots/{module}.py": f"bots/{{name}}/{module}.py" for module in judges}
    for template, place in places.items():
        source = template_file(template.format(search=form.search), form)
        text = template_in(source).render(words)
        if form.has_units and words["unit"][0] in "aeio":
            text = re.sub(rf"\b([Aa]) (?={words['unit']}\b)", r"\1n ", text)
        path = place.format(name=name)
        files[path] = formatted(text) if path.endswith(".py") else text
    return files


@cache
def template_in(source: Path) -> Template:
    """Returns the template in a file."""
    environment = Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="@{",
        variable_end_string="}",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        autoescape=False,
        loader=FileSystemLoader(TEMPLATES),  # of parts that templates share
    )
    return environment.from_string(source.read_text(encoding="utf-8"))


def template_file(template: str, form: Form) -> Path:
    """Returns the file of a template: the units' own where a player has units, if there is one."""
    folder, _, module = template.partition("/")
    own = TEMPLATES / ("units_search" if folder == "search" else "units") / f"{module}.txt"
    return own if form.has_units and own.exists() else TEMPLATES / f"{template}.txt"


def write_contest(root: Path, name: str, form: Form) -> list[str]:
    """Writes all files of a new contest; returns their paths.

    Raises BadInput, and writes nothing, for a name that cannot be.
    """
    check(root, name)
    files = contest_files(name, form)
    if not (root / "contests" / "__init__.py").exists():
        files = {"contests/__init__.py": "", **files}
    for path, text in files.items():
        save(root / path, text)
    return list(files)


def check(root: Path, name: str) -> None:
    """Raises BadInput unless the contest can be written."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise BadInput(
            f"{name!r} is no name for a contest: expected a-z and 0-9, a letter first, "
            "20 at most, no word of Python's"
        )
    if root != HOME and name in contests_of(HOME):
        raise BadInput(f"{name}: a contest of the package is called so; choose another name")
    places = [
        f"bots/{name}",
        f"contests/{name}",
        *(place.format(name=name) for place in PLACES.values()),
    ]
    refuse_places(root, name, places)


def save(path: Path, text: str) -> None:
    """Writes a new file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def formatted(text: str) -> str:
    """Returns a text as black and ruff of this project want it."""
    lines = list(wrapped(text.split("\n")))
    for is_import, run in groupby(range(len(lines)), lambda at: bool(IMPORT.match(lines[at]))):
        places = list(run)
        if is_import:
            found = sorted((sorted_names(lines[at]) for at in places), key=import_order)
            lines[places[0] : places[-1] + 1] = found
    return black.format_str("\n".join(lines), mode=black.Mode(line_length=100))


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines; those of docstrings that names made too long are broken at a blank."""
    is_inside = False
    for line in lines:
        is_inside ^= line.count('"""') % 2 == 1
        indent = line[: len(line) - len(line.lstrip())]
        is_one = len(line) > WIDTH and bool(re.fullmatch(r' *""".*"""', line))
        line = line.removesuffix('"""') if is_one else line
        while (is_inside or is_one) and " " in line[:WIDTH].lstrip() and len(line) > WIDTH:
            at = line.rindex(" ", 0, WIDTH + 1)
            yield line[:at]
            line = indent + line[at + 1 :]
        yield line
        if is_one:
            yield f'{indent}"""'


def import_order(line: str) -> tuple[bool, str]:
    """Orders `import x` before `from x import y`."""
    word, module = line.split()[:2]
    return word == "from", module


def name_order(name: str) -> tuple[bool, bool, list[tuple[int, str]]]:
    """Returns ruff's order of a name: constants, classes, functions; Int8 before Int16."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    natural = [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
    return not name.isupper(), name.islower(), natural


def sorted_names(line: str) -> str:
    """Returns an import with its names in order: constants, classes, others."""
    start, word, names = line.partition(" import ")
    found = sorted(names.split(", "), key=name_order)
    return start + word + ", ".join(found)
