"""Kernels of unusual shape or naming that the checker accepts are C, and the same in both."""

from ast import literal_eval

import pytest

from tests.compiler.library import Library
from tests.pages import cases_of, page_beside
from tests.spread import spread

CHAPTERS = page_beside(__file__, "odd_kernels.txt")
ODD = {head.split(" | ")[0]: (head, text) for head, text in cases_of(CHAPTERS["kernels"])}


@pytest.mark.parametrize(("name", "compiler"), spread(list(ODD), ["gcc", "clang"]))
def test_an_odd_kernel_runs_in_both_engines(module, require, name, compiler):
    require(compiler)
    head, text = ODD[name]
    _, arguments, said = head.split(" | ")
    result = literal_eval(said)
    made = module(f"\n{CHAPTERS['records']}\n\n{text}\n")
    values = list(eval(f"[{arguments}]", vars(made)))
    assert made.go(*values) == result
    library = Library({made.go: values}, compiler)
    found = library.call(made.go, *values)
    assert (found, type(found)) == (result, type(result))
