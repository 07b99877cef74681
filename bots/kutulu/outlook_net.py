"""The numbers of outlook.py, by `python benchmarks/kutulu_outlook.py --apply`.

WORTH: points of a 1 in the sum
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

WORTH = 0.000106405
CRC = 4127307100
WEIGHTS = (
    ";t(|wGV2TM_v{ojH}eD<KY<JU_6Hb7&lcPU8|4Q9_aXiB{`&U@{rLp{{{I92|N9C3|NI65^??Nx{sIaA_5%3#{tf>7"
    "7V!A}{`&v_0}THM{R4po1N#K~2L=WC?f3=(1_t^22Lk*31pWyU{s8?60RjR6{FAlM0Quac5he|C8VeNXhJO&++|Bd+"
    "A1T}ZQTR7`-XP~12pbg&0{rl>0S6!s=>-D-T*4gH5E=>t3GuPD?ID391Mva{0VMqe0{;R63i<@m4f+Hm=N;_|#x4&I"
    "_<!Z5{t3ha2L=xY3Ht{J)KT{Y1q%}a@&pwM3;Yxn?G5l}{rZ^<F&6gv@8r}EG=Urz$qwP~4et2({`&g?)vSSx=H2S_"
    "3@`Ch74`G9^hYz}`3Z{s^-kf}Jqr60;}rS?4HqT~5$+2<?+*Uy`}_!j;qng~^}Z|y<iAP{{095@CHx>h$?pRB0ssdI"
    "0|o&W0tfo%2kiPe2?6m1+z$l<@Ye0f_X`;E_x^$41_l8C0Q>y@^P<<*Jo*qE_Vo-Z2>%T4<uCmS8Gn=n6A$zc0|NmR"
    "^$_|20R;#G<?<>p^Y!r!?F#$+F#Y5e?SK601=!2{@fZRPLi!>s(*5ZW1`H1bA_*dD>HGNi`tk&e2NN0`3k4GV2IqnI"
    "(>46=#|z8T1`Y@Z0Q~;{JLnF6*%9df_Ymm>HWvpJGiU$l`1Fg|+#n10#UR#!1_~D1_3i5O_Z)!`@#_^73*6@C6b}"
)
