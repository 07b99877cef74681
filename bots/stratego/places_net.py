"""The numbers of places.py, by `python benchmarks/stratego_places.py --apply`.

STEP: a 1 in the weights
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

STEP = 0.0125129
CRC = 2405789676
WEIGHTS = (
    "4*u)>$QR-H11&2g_2T08>>^4N;l(Wu1RVhU7Yp+U0L~BfBMb`+3mVSn?bV{8;A$j?FoEXn_W>9303ikE+|%p;5CQD("
    "@96*t{qpki>i`D$^yKd00LbeGGBWM}6D>+D7JmQ"
)
