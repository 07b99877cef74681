"""Ways of writing in tests/data/kernel_forms.txt: taken and equal in both engines, or refused."""

import re
from pathlib import Path

from botsmith.compiler.refusals import refusals
from tests.compiler.library import Library
from tests.pages import page_beside

TEXT = Path(__file__).parents[1].joinpath("data", "kernel_forms.txt").read_text(encoding="utf-8")
FORMS = re.findall(r"^## (.+?): (.+)\n((?:(?!## ).*\n)+)", TEXT, re.M)
HEAD = f"\n{page_beside(__file__, 'modules.txt')['forms']}\n"


def module_text(forms):
    """A module with a kernel for each form."""
    text = HEAD
    for number, (_, _, body) in enumerate(forms):
        name = f"form_{number}"
        text += f"\n@kernel\ndef {name}(s: State, n: int) -> int:\n"
        text += "".join(f"    {line}\n" for line in body.replace("form(", f"{name}(").splitlines())
    return text


def test_every_refused_form_of_a_module_is_named_at_once_with_what_to_write(module):
    refused = [form for form in FORMS if form[1] != "taken"]
    made = module(module_text(refused))
    starts = [getattr(made, f"form_{n}").__code__.co_firstlineno for n in range(len(refused))]
    called, others = refusals([made])
    assert (called, len(others)) == ([], len(refused))
    for line, (name, wanted, _), start, end in zip(
        others, refused, starts, [*starts[1:], 10**6], strict=True
    ):
        place, _, message = line.partition(": ")
        assert start < int(place.split(":")[1]) < end, (name, line)
        assert wanted in message, name


def test_an_array_that_no_call_tells_the_length_of_has_any(module):
    text = "@kernel\ndef lone(xs: Numbers[int], ys: Numbers[int]) -> int:\n"
    text += "    x, y = xs\n    zs = xs\n    zs = ys\n    for z in zs:\n        x += z\n"
    made = module(HEAD + text + "    return x + y + xs[-1] + len(ys)\n")
    assert refusals([made]) == ([], [])


def test_the_forms_that_are_taken_are_equal_in_both_engines(module, require):
    require("gcc")
    taken = [form for form in FORMS if form[1] == "taken"]
    assert len(FORMS) == 52
    assert len(taken) >= 18
    made = module(module_text(taken))
    kernels = [getattr(made, f"form_{number}") for number in range(len(taken))]
    library = Library(dict.fromkeys(kernels, (made.State(), 1)))
    for kernel, (name, _, _) in zip(kernels, taken, strict=True):
        for n in (-7, 0, 1, 2, 5, 6, 40):
            ours, theirs = made.State(), made.State()
            ours.n = theirs.n = n % 3
            found = [kernel(ours, n), library.call(kernel, theirs, n)]
            found += [[s.n, s.dist, [unit.hp for unit in s.units]] for s in (ours, theirs)]
            assert found[::2] == found[1::2], name
