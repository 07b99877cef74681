"""The network of outlook.py, as `python benchmarks/csb_outlook.py --apply` wrote it.

BASE, WORTH: points of none, and of a 1 in its sum.
CRC: of the bytes.
WEIGHTS: signed bytes in base 85: of the first layer by input and hidden number, then of the sum.
"""

BASE = 8038.7
WORTH = 0.768004
CRC = 3833005101
WEIGHTS = (
    "@%cVB{>uc=OT>RTLiY3bz0u%0ME$wQ4;wMto(H4p*b)J5K7J$n{|xp42mSR14hZlF6!`+-1@{R2;^qq7>lXF<!65P0"
    "#tH>73JM4O&lCgy_}%OeF%2&CfBy2{(Xs&*Us47J`}<V*&O^@tvi|;mCtd*#nCbn6-_-0F{4rkoPV_nG04`?_V&@li"
    "Clf6JDw&rWpb^3*3#NhPwc~#T=MaHgTm%1M$|&;4_Ltzd^9-Z|AMYTe{08@=KM4s06v8GLtBm>&`5dp!-~b8KDF6lS"
    "{IC4Ujm+Qe_7H;}0{Ze4<p~X+1Lpa{zQ*wZ{2`|e^#uL&`3(fu1jqcy*>3|>@AW5t9o>@nCn+cZpAIpn?ScETDNW<="
    "6n|Y5)bi5Af8o!684n2&`|JYx^aJ_@`u-9S@c|6>#NF`81o`Kx-u^53KHA?1HUi@!<uCvP?e8Eh0}tZ=NA(N*$ww03"
    "9ylBo?+XAI^<n_(P!$E{C=2=XCNUtEaR?0+5X?X5^8srSy%e+Ar|8yyf#~(!@ISm7>G*-^Q1M<Le<&IR1A*@UjTHjd"
    "1c3!x_Av^jJK`z-1pMy#f!qis6x{O^4%77uBqkpI3gYDv(+v32QtKEY1M}+YG_RNV^X<^ouHzbim$mvE^MMsWa?k(&"
    "1k&OAy7&VJ`@#f0{Llannk%Fg?)@a^{oU1~g!c5{>>~FD?dz|~sM<N|+)>AY-cP+Gq2sCJ"
)
