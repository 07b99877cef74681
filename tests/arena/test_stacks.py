"""Whether a stopped bot waited for its input, or for a processor."""

import os
import signal
import subprocess
import sys
import time

import pytest

from botsmith.arena.process.stacks import has_input, waits_for_input
from botsmith.arena.process.warden import read_text

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells")


def test_a_process_whose_line_is_there_does_not_wait_for_it():
    program = "import os\nwhile True: os.read(0, 9)"
    with subprocess.Popen([sys.executable, "-I", "-c", program], stdin=subprocess.PIPE) as process:
        try:
            ends = time.monotonic() + 30.0
            while not read_text(f"/proc/{process.pid}/syscall").startswith(("0 0x0", "63 0x0")):
                assert time.monotonic() < ends
                time.sleep(0.01)
            assert waits_for_input([process.pid]) and not has_input(process.pid)
            os.kill(process.pid, signal.SIGSTOP)
            while " T " not in read_text(f"/proc/{process.pid}/stat"):
                assert time.monotonic() < ends
                time.sleep(0.01)
            assert process.stdin
            os.write(process.stdin.fileno(), b"a line\n")
            assert has_input(process.pid) and not waits_for_input([process.pid])
        finally:
            process.kill()
