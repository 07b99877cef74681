"""Writes the files of a new contest: templates, filled in with the values of its form."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from botsmith.errors import BadInput
from botsmith.new.actors import MOST, Actors, parse_actors
from botsmith.new.answers import REPEATED, idle_verb, sizes_of, verbs_of
from botsmith.new.blocks import camel, plural
from botsmith.new.bots import check_name, format_code
from botsmith.new.copies import refuse_places, write_all
from botsmith.new.guess import guess_actors, range_of, with_units
from botsmith.new.skeleton import hashes, place_of, written_files
from botsmith.new.stub import Stub, parse_stub, read_stub
from botsmith.new.templates import render, templates
from botsmith.new.unit_lines import known_arguments, owed_factors
from botsmith.new.units import Units, find_units
from botsmith.new.weights import BASE, MOST_LEAD, first_policy, first_weights

MOST_PLAYERS = 8
IMPORT = re.compile(r"(from|import) \w")
TURNS = ("together", "alternating")
VALUES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")  # of a move
MAX_TURNS = 20  # of each player, if they do not move together
WIDTH = 100
FEWEST_CELLS = 12
FIRST_MS, TURN_MS = 1000.0, 100.0
PLACES = {  # in a project, of the templates in a folder of contest/ and of single ones
    "bots": "bots/{name}",
    "contests": "contests/{name}",
    "tests/test_contest.py": "tests/contests/test_{name}.py",
    "tests/golden.md": "tests/golden/{name}/README.md",
}
POLICY = "policy"  # of --search


@dataclass(frozen=True)
class Fit:
    """The contests that a search can play; players, rows and verbs are upper bounds.

    module: the search's module in common/search, and its page in docs/searches; "" for none
    players: number of players
    turns: the orders of play, of TURNS
    has_dice: True if the search takes the bot's dice
    needs_key: True if the rules need a key of a state
    needs_habit: True if evaluate.py needs a `habit`, which moves rows that the search does not plan
    rows: orders of all players in a turn; 0 if each player gives one
    verbs: kinds of order
    """

    module: str
    players: int = MOST_PLAYERS
    turns: tuple[str, ...] = TURNS
    has_dice: bool = False
    needs_key: bool = False
    needs_habit: bool = False
    rows: int = MOST
    verbs: int = 512


SEARCHES = {
    "plans": Fit("plans", 4, has_dice=True, needs_habit=True),
    "smitsimax": Fit("smitsimax", 4, has_dice=True, needs_habit=True, verbs=63),
    "beam": Fit("beam_units", needs_key=True, needs_habit=True),
    "candidates": Fit(
        "candidates", 8, TURNS[:1], has_dice=True, needs_habit=True, rows=16, verbs=32
    ),
    "duct": Fit("duct", 4, TURNS[:1], has_dice=True, rows=0, verbs=16),
    "mcts": Fit("mcts", 2, TURNS[1:], has_dice=True, rows=0),
    "alphabeta": Fit("alphabeta_kernel", 2, TURNS[1:], needs_key=True, rows=0, verbs=128),
    "network": Fit("bestfirst", 2, TURNS[1:], rows=0, verbs=256),
    "puct": Fit("puct", 2, TURNS[1:], rows=0, verbs=255),
    "none": Fit("", needs_habit=True),
}


@dataclass(frozen=True)
class Form:
    """The form of a contest.

    least, most: number of players
    turns: the order of play, of TURNS
    search: the bot's search, of SEARCHES
    stub: the lines that the bot reads and writes
    actors: who gives orders
    fewest: units of a player at the start, at least
    first_ms, turn_ms: time limits of the first turn and of each later one
    is_own: True if the author gave no stub
    has_policy: True for a second bot, which plays by a policy alone
    """

    least: int
    most: int
    turns: str
    search: str
    stub: Stub
    actors: Actors
    fewest: int = 1
    first_ms: float = FIRST_MS
    turn_ms: float = TURN_MS
    is_own: bool = False  # without a stub of the author's
    has_policy: bool = False  # a second bot, by a policy alone

    @property
    def rows(self) -> int:
        """Returns the largest number of orders of all players in a turn."""
        return self.most * self.actors.rows


def make_form(
    players: str,
    turns: str,
    search: str,
    stub: Path | None,
    units: str = "",
    first_ms: float = FIRST_MS,
    turn_ms: float = TURN_MS,
    line: str = "",
) -> Form:
    """Returns the form of a contest with these options. Raises BadInput for an invalid one.

    players: N or A..B
    turns: of TURNS
    search: of SEARCHES, or POLICY; "" for the usual search
    stub: the stub's file, None for the stub of the number game
    units: the units of a player, N or A..B; "" if the stub says how many
    first_ms, turn_ms: time limits of the first turn and of each later one
    line: a line as under UNITS, "" for the one in the stub
    """
    least, most = range_of("--players", players, 2, MOST_PLAYERS)
    if turns not in TURNS:
        raise BadInput(f"--turns {turns}: expected {' or '.join(TURNS)}")
    if search and search not in (*SEARCHES, POLICY):
        raise BadInput(f"--search {search}: expected one of {' '.join([*SEARCHES, POLICY])}")
    fewest, each = range_of("--units", units, 1, MOST // 2) if units else (1, 0)
    parsed = read_stub(stub) if stub else parse_stub(render("stub", each=each))
    said = parse_actors(line) if line else parsed.actors
    actors = said or guess_actors(parsed, each, most)
    if said and units and stub is not None:
        actors = with_units(said, each)
    if actors.unit is not None and not each:
        fewest = 1 if actors.unit.born else actors.unit.most
    has_policy = search == POLICY  # beside the search that the contest gets anyway
    search = usual_search(most, turns, actors) if has_policy or not search else search
    form = Form(
        *(least, most, turns, search, parsed, actors, fewest, first_ms, turn_ms, stub is None),
        has_policy,
    )
    check_form(form)
    return form


def check_form(form: Form) -> None:
    """Raises BadInput for three reasons: the contest has more than MOST orders a turn, its search
    does not fit it, or its lines do not tell several rivals apart.
    """
    fit = SEARCHES[form.search]
    option = f"--search {form.search}"
    if form.rows > MOST:
        reason = f"{form.rows} orders of {form.most} players in a turn"
        raise BadInput(f"{reason}; expected {MOST} at most: fewer units or players")
    if not can_play(fit, form):
        fitting = " ".join(name for name, one in SEARCHES.items() if can_play(one, form))
        kind = "one order of each" if fit.rows == 0 else f"up to {fit.rows} orders a turn"
        wanted = f"up to {fit.players} players, {' or '.join(fit.turns)}, {kind}"
        given = f"{form.most} {form.turns}, {form.rows} orders a turn"
        raise BadInput(f"{option} is for {wanted}; {given}: {fitting}")
    verbs = verbs_of(form.stub, form.actors)
    if len(verbs) > fit.verbs:
        raise BadInput(f"{len(verbs)} orders to begin with; {option} takes {fit.verbs}")
    units = find_units(form.stub, form.actors)
    if form.most > 2 and units is not None and units.has_one_rival:
        reason = "UNITS: the lines tell own units from those of one rival"
        raise BadInput(f"{reason}; expected --players 2, got up to {form.most}")


def can_play(fit: Fit, form: Form) -> bool:
    """Returns True if a search can play with the contest's players, turns and number of orders."""
    most_rows = fit.rows or form.most
    return form.most <= fit.players and form.turns in fit.turns and form.rows <= most_rows


def usual_search(most: int, turns: str, actors: Actors) -> str:
    """Returns the name of the search that a new contest gets without --search.

    most: the largest number of players
    """
    if most > SEARCHES["plans"].players:
        return "beam"
    if actors.rows > 1:
        return "plans"
    return "mcts" if turns == "alternating" and most == 2 else "smitsimax"


def template_values(name: str, form: Form) -> dict[str, Any]:
    """Returns the values that fill the templates, by name."""
    stub, actors = form.stub, form.actors
    units, verbs = find_units(stub, actors), verbs_of(stub, actors)
    sizes, idle = sizes_of(verbs), idle_verb(stub, actors, verbs)
    amounts = {*filter(str.isidentifier, actors.answer.lines.split("*"))}
    _, owed, reply_lines = zip(*owed_factors(units, actors, stub), strict=True)
    cells = max(FEWEST_CELLS, 4 * form.rows)  # of the number game's ring: four for each row
    max_turns = MAX_TURNS if form.turns == "together" else MAX_TURNS * form.most
    return {
        **vars(SEARCHES[form.search]),
        **vars(form),
        **unit_values(form, units),
        "hello": stub.hello,
        "repeated": REPEATED.findall(stub.output),
        "may_be_negative": amounts - stub.amounts,
        "known": known_arguments(units, actors, stub),
        "owed": " * ".join(owed),
        "reply_lines": " * ".join(reply_lines),
        "one_line": actors.answer.is_one_line,
        "separator": actors.answer.separator or ";",
        "name": name,
        "Name": name.capitalize(),
        "together": form.turns == "together",
        "spars": form.most == 2 and form.has_policy,
        "max_turns": max_turns,
        "MOST_LEAD": MOST_LEAD,
        "BASE": BASE,
        "weights": first_weights(cells, max_turns) if form.search == "network" else "",
        "cells": cells,
        "verbs": verbs,
        "sizes": sizes,
        "value_names": [*VALUES, *(f"value{at}" for at in range(8, 32))][: len(sizes) - 1],
        "talk": tuple(at for at, verb in enumerate(verbs) if not verb.by and at),
        "unit_verbs": tuple(at for at, verb in enumerate(verbs) if verb.by == "unit" or not at),
        "hand_verbs": tuple(at for at, verb in enumerate(verbs) if verb.by == "hand" or at == idle),
        "idle": idle,
    }


def unit_values(form: Form, units: Units | None) -> dict[str, Any]:
    """Returns the template values about the units and the hand, by name."""
    unit, hand = form.actors.unit, form.actors.hand
    noun = units.unit if units else "hand"
    fields = units.fields + units.joined_fields if units else []
    numbers = [field for field, kind in units.fields if kind == "int"] if units else []
    spot = [*numbers, "spot"][0]  # the field of where a row stands
    return {
        "has_units": units is not None,
        "unit": noun,
        "Unit": camel(noun),
        "units": plural(noun),
        "fields": [field for field in fields if field[0] != spot],
        "spot": spot,
        "reports": units,
        "kinds": [kind for _, kind in fields],
        "each": unit.most if unit else 0,
        "born": unit is not None and unit.born,
        "dies": units is not None and not units.has_fixed_count,
        "hand": hand.most if hand else 0,
        "chain": hand is not None and hand.chain,
    }


def notes_on(form: Form) -> list[str]:
    """Returns lines for the author about how the stub was understood: the units, their owners, the
    orders and the answer. Raises BadInput if UNITS does not fit the stub's lines or OUTPUT.
    """
    return render("understood", **template_values("", form)).splitlines()


def contest_files(name: str, form: Form) -> dict[str, str]:
    """Returns the text of each file of a new contest, by its path below the project."""
    words = template_values(name, form)
    files = {f"bots/{name}/__init__.py": "", f"contests/{name}/__init__.py": ""}
    if form.has_policy or form.search == "puct":
        sizes = words["cells"], len(words["verbs"])
        files[f"bots/{name}/weights.py"] = first_policy(name, form.search == "puct", *sizes)
    for template in templates():
        folder, _, file = template.partition("/")
        place = PLACES.get(template) or f"{PLACES[folder]}/{file}"
        text = render(template, **words)
        if words["unit"][0] in "aeio":
            text = re.sub(rf"\b([Aa]) (?={words['unit']}\b)", r"\1n ", text)
        if text:  # else the form has no such file
            path = place.format(name=name)
            files[path] = format_module(text) if path.endswith(".py") else text
    files[place_of(name)] = hashes(files)
    return files


def write_contest(root: Path, name: str, form: Form) -> list[str]:
    """Writes all files of a new contest. Returns their paths below `root`. A contest that is still
    as `new` wrote it is replaced.

    Raises BadInput, and writes nothing, if the name is invalid or taken.
    """
    old = written_files(name, root)
    places = [] if old and all(old.values()) else [*PLACES.values()]
    check_name(root, name, "a contest", most="20", places=places)
    files = contest_files(name, form)
    refuse_places(root, name, sorted({*files} - {*old, place_of(name)}))
    for path in old:
        (root / path).unlink()
    if not (root / "contests" / "__init__.py").exists():
        files = {"contests/__init__.py": "", **files}
    write_all(root, files)
    return list(files)


def format_module(text: str) -> str:
    """Returns a module's text formatted as by black and ruff, without unused imports."""
    lines = [*wrap_texts(text.split("\n"))]
    used = {word for line in lines if not IMPORT.match(line) for word in re.findall(r"\w+", line)}
    found = (used_import(line, used) if IMPORT.match(line) else [line] for line in lines)
    return format_code("\n".join(chain(*found)))


def wrap_texts(lines: Iterable[str]) -> Iterator[str]:
    """Yields a module's lines. A docstring line longer than WIDTH is broken at a blank; a comment
    that makes its line longer stands above the line.
    """
    is_inside = False
    for line in lines:
        is_inside ^= line.count('"""') % 2 == 1
        is_one = re.fullmatch(r' *""".*"""', line) is not None
        pad = line[: len(line) - len(line.lstrip())]
        code, mark, comment = line.partition("  # ")
        if len(line) > WIDTH and (is_inside or is_one):
            text = line.removesuffix('"""') if is_one else line
            width = WIDTH - 3 * is_one  # black puts the quotes behind a single line
            yield from textwrap.wrap(
                text, width, subsequent_indent=pad, break_long_words=False, break_on_hyphens=False
            )
            yield from [f'{pad}"""'] * is_one
        elif len(line) > WIDTH and mark:
            yield from (f"{pad}# {part}" for part in textwrap.wrap(comment, WIDTH - len(pad) - 2))
            yield code
        else:
            yield line


def used_import(line: str, used: Set[str]) -> list[str]:
    """Returns an import with only the names in `used`, no line if none is used."""
    start, word, names = line.partition(" import ")
    found = [name for name in names.split(", ") if name.split()[-1] in used] if word else [""]
    return [start + word + ", ".join(found)] if found else []
