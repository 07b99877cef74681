"""java.security.SecureRandom with SHA1PRNG and setSeed, number for number: the generator of the
newer official referees.

20 bytes of state; each block of 20 bytes is SHA1(state), which is then added to the state. Source:
the behaviour of the JDK's generator, checked against vectors that JDK 17 produced.
"""

from hashlib import sha1

from botsmith.errors import BadInput
from botsmith.referees.java_random import JavaDraws

STATE_BYTES = 20
MIN_SEED, MAX_SEED = -(1 << 63), (1 << 63) - 1


def _signed_byte(value: int) -> int:
    return value - 256 if value > 127 else value


class Sha1Prng(JavaDraws):
    """The stream of one seed. BadInput for a seed that is 0, which Java ignores and replaces by
    one of its own, or that has more than 64 bits.
    """

    def __init__(self, seed: int) -> None:
        if seed == 0:
            raise BadInput("seed 0: Java seeds itself then, and no match can be replayed; take 1")
        if not MIN_SEED <= seed <= MAX_SEED:
            raise BadInput(f"seed {seed}: expected a signed number of 64 bits other than 0")
        self._state = bytearray(sha1(seed.to_bytes(8, "little", signed=True)).digest())
        self._left = b""  # bytes of the last block that were not taken yet
        self.taken = 0  # bytes taken so far

    def _block(self) -> bytes:
        out = sha1(self._state).digest()
        carry, has_changed = 1, False
        for index in range(STATE_BYTES):
            value = _signed_byte(self._state[index]) + _signed_byte(out[index]) + carry
            has_changed |= value & 255 != self._state[index]
            self._state[index] = value & 255
            carry = value >> 8
        if not has_changed:
            self._state[0] = (self._state[0] + 1) & 255
        return out

    def bytes(self, count: int) -> bytes:
        """Returns the next `count` bytes."""
        while len(self._left) < count:
            self._left += self._block()
        taken, self._left = self._left[:count], self._left[count:]
        self.taken += count
        return taken

    def next(self, bits: int) -> int:
        """Returns 1..32 bits, not negative; whole bytes are used up."""
        size = (bits + 7) // 8
        return int.from_bytes(self.bytes(size), "big") >> (8 * size - bits)
