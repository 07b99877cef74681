"""java.security.SecureRandom with SHA1PRNG and setSeed, number for number: the generator of the
newer official referees.

20 bytes of state; each block of 20 bytes is SHA1(state), which is then added to the state. Source:
the behaviour of the JDK's generator, checked against vectors that JDK 17 produced.
"""

from hashlib import sha1

from botsmith.errors import BadInput
from botsmith.referees.java_random import JavaDraws

STATE_BYTES = 20
SIGNS = int.from_bytes(b"\x80" * STATE_BYTES)
MIN_SEED, MAX_SEED = -(1 << 63), (1 << 63) - 1


def _from_signed(digits: bytes) -> int:
    """Returns the number whose digits to base 256, the lowest first, are these signed bytes."""
    value = int.from_bytes(digits, "little")
    return value - ((value & SIGNS) << 1)


class Sha1Prng(JavaDraws):
    """Draws numbers as Java's SHA1PRNG does after setSeed(seed).

    Raises BadInput for seed 0, which Java replaces by a seed of its own, and for a seed of more
    than 64 bits.
    """

    def __init__(self, seed: int) -> None:
        if seed == 0:
            raise BadInput("seed 0: Java seeds itself then, and no match can be replayed; take 1")
        if not MIN_SEED <= seed <= MAX_SEED:
            raise BadInput(f"seed {seed}: expected a signed number of 64 bits other than 0")
        self._state = sha1(seed.to_bytes(8, "little", signed=True)).digest()
        self._left = b""  # bytes of the last block that were not taken yet
        self.taken = 0  # bytes taken so far

    def bytes(self, count: int) -> bytes:
        """Returns the next `count` bytes."""
        while len(self._left) < count:  # a block of 20 bytes more; then the state advances
            before, block = self._state, sha1(self._state).digest()
            total = _from_signed(before) + _from_signed(block) + 1
            self._state = (total % 256**STATE_BYTES).to_bytes(STATE_BYTES, "little")
            if self._state == before:
                self._state = bytes([(before[0] + 1) % 256]) + before[1:]
            self._left += block
        taken, self._left = self._left[:count], self._left[count:]
        self.taken += count
        return taken

    def next(self, bits: int) -> int:
        """Returns a number of `bits` (1..32) bits, 0 or more. It uses up whole bytes."""
        size = (bits + 7) // 8
        return int.from_bytes(self.bytes(size), "big") >> (8 * size - bits)
