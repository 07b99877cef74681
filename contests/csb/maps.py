"""Draws the map of Coders Strike Back for a seed, from the site's base maps."""

from botsmith.referees.java_random import JavaRandom

JITTER = 30  # x moves by -30..30
JITTERS = (61, 59)  # numbers of values from -JITTER on, of x and y: y moves by -30..28 only

START_OFFSETS = (500.0, -500.0, 1500.0, -1500.0)  # pods 0..3, across the line to checkpoint 1

# The contest's 13 base maps (docs/games/csb.md); a match takes one, rotated and jittered.
BASE_MAPS = (
    ((12460, 1350), (10540, 5980), (3580, 5180), (13580, 7600)),
    ((3600, 5280), (13840, 5080), (10680, 2280), (8700, 7460), (7200, 2160)),
    ((4560, 2180), (7350, 4940), (3320, 7230), (14580, 7700), (10560, 5060), (13100, 2320)),
    ((5010, 5260), (11480, 6080), (9100, 1840)),
    ((14660, 1410), (3450, 7220), (9420, 7240), (5970, 4240)),
    ((3640, 4420), (8000, 7900), (13300, 5540), (9560, 1400)),
    ((4100, 7420), (13500, 2340), (12940, 7220), (5640, 2580)),
    ((14520, 7780), (6320, 4290), (7800, 860), (7660, 5970), (3140, 7540), (9520, 4380)),
    ((10040, 5970), (13920, 1940), (8020, 3260), (2670, 7020)),
    ((7500, 6940), (6000, 5360), (11300, 2820)),
    ((4060, 4660), (13040, 1900), (6560, 7840), (7480, 1360), (12700, 7100)),
    ((3020, 5190), (6280, 7760), (14100, 7760), (13880, 1220), (10240, 4920), (6100, 2200)),
    ((10323, 3366), (11203, 5425), (7259, 6656), (5425, 2838)),
)


def draw_map(seed: int) -> tuple[list[tuple[int, int]], int, int]:
    """Returns the site's checkpoints for a seed, the number of their base map, and its rotation."""
    generator = JavaRandom(seed)
    base_map = generator.next_int(len(BASE_MAPS))
    base = BASE_MAPS[base_map]
    rotation = -generator.next_int(len(base)) % len(base)  # the site rotates to the right
    points = []
    for x, y in base[rotation:] + base[:rotation]:
        jitter_x, jitter_y = (generator.next_int(count) - JITTER for count in JITTERS)
        points.append((x + jitter_x, y + jitter_y))
    return points, base_map, rotation
