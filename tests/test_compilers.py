"""A `cc` that compiles for another processor than this one."""

import os
import subprocess

import pytest

from botsmith.compilers import compiling
from botsmith.errors import BadInput


@pytest.mark.parametrize("compiler", ["gcc", "gcc-11", "clang"])
def test_the_compiler_of_a_bot_knows_the_sites_processor_alone(compiler, require):
    require(compiler)
    with compiling("haswell", compiler) as more:
        command = ["cc", "-march=native", "-dM", "-E", "-xc", os.devnull]
        macros = subprocess.run(command, env=os.environ | more, capture_output=True, text=True)
    assert "__AVX2__" in macros.stdout and "__AVX512F__" not in macros.stdout


def test_without_a_name_nothing_changes():
    with compiling(None) as more:
        assert more == {}


@pytest.mark.parametrize("name", ["hasswell", "", "a b", "-x", "native;true"])
def test_a_processor_that_nobody_knows(name, require):
    require("cc")
    with pytest.raises(BadInput, match="expected haswell, say"), compiling(name):
        pass
