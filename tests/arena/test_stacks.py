"""Whether a stopped bot waited for its input, or for a processor."""

import os
import signal
import subprocess
import sys

import pytest

from botsmith.arena.process.stacks import has_input, waits_for_input
from botsmith.arena.process.warden import read_text
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells")


def test_a_process_whose_line_is_there_does_not_wait_for_it():
    program = "import os\nwhile True: os.read(0, 9)"
    with subprocess.Popen([sys.executable, "-I", "-c", program], stdin=subprocess.PIPE) as process:
        try:
            call, state = f"/proc/{process.pid}/syscall", f"/proc/{process.pid}/stat"
            until(lambda: read_text(call).startswith(("0 0x0", "63 0x0")))
            assert waits_for_input([process.pid]) and not has_input(process.pid)
            os.kill(process.pid, signal.SIGSTOP)
            until(lambda: " T " in read_text(state))
            assert process.stdin
            os.write(process.stdin.fileno(), b"a line\n")
            assert has_input(process.pid) and not waits_for_input([process.pid])
        finally:
            process.kill()
