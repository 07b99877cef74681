"""The numbers of outlook.py, as `python benchmarks/csb_outlook.py --apply` wrote them.

BASE: points of an empty sum
WORTH: points of a 1 in the sum
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

BASE = 8091.9
WORTH = 0.797087
CRC = 4173265337
WEIGHTS = (
    "+xa~-4eA0HK+JzT>-2K~w%OxB9R9+}3m!e+ffT6eG9TJ(Mt>y&3Jd)J3H$Q$5CQQD3HJl#1pNm31nvFk+YI{fv>gA^"
    "_!Go83JC)G+Ytc+^yTdrIRh;4<M!jy#<czh9#r@Q0{~wMzemsp6%El^Fl7M|{q+Hp#_Z}g2q9ti3;1d8`XXrn2jdNA"
    "L;fw$7N(aS$PJVj6|RBy``c&++x&+%WCjCP#}?kb^n~2E4ho|LD)Ak)0sQr>_6HjT7_=xF1&;0z@)NQ5^#cvkD+vP!"
    "0kr?X@xA-z^%;Tn82#@N>i#Rv{oVSz0m1qL_#mV5`vLy=01+1R1-<;jAYlVj==&poCEbhh;VUEmof$Ts+JOYCIYQ>@"
    "CVyEM{O{qjf6L5&3lIeh`tkw)@dW<{3;P`q^8E(x+~D-m2>tHi;QuQ93)%z^HU8%m3NZi!;`JOe1QF-|`S2Y4#6J_t"
    "_dy;Q?Ed))0A2d(ED=7>Fa7WDW-A_&cmN9$C(%gg4+3=*w-UMGf!f=Df&cdF*gvcq?evE6RP$FD`WhAk5`pCuoEHM%"
    "e}NZ&{WS@f0oNY+@!|F7zvcoNP|?*F0LJeX{V6N|5b5m{)&lg@DCut@0^9D~461?l`{UcrtL!0v0=dLM@|qV@0=WSH"
    "3ex2RvG@Z9I>h}&{M-Q=?j*Ji;_?*f5Z=wE?)ri2=mYl^mg=R*z|=SE=t;$a-9+Ffr|PTY"
)
