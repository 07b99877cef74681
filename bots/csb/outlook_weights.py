"""The weights of the network, as `python benchmarks/csb_outlook.py --apply` wrote them.

Lines `name value`, then the numbers in base 85: common/nets/text.py decodes them.
"""

WEIGHTS = """
bits 8 8 16 21
scale 1.0
count 1024 128 36 36
crc 2293958126
command python benchmarks/csb_outlook.py --apply

a%yixY;cU5e2SE-NL`|jZgE!uS5j<tjAcY^g1vZ?qpXv#otIU7YF0l@NnU%0V(5YXQ+$hzYI>N9nu~vJPQ$mObbq-hZFjYrwQhZje2|5mOCZ+*x)bArxp3@&Od>Y|YJGFHVylao0dtXwlbxN<l466kkeqt6QJQ~FL(x{4e`TecT#<lMtE`@Rd54L$Ye|(`@N)htnVZ!&$!*kQu!~xOWOpQpC9XnzpNfY6Ls5SmYjl5XY^iUhqJ5i)n1+3hUx%1+|CeQnk799XUv*}Fk$#AWntG95n)GMNRg{=sj(Ea0T33%;eM)=+Z?29ROmlRnqi%?PokoyqgL<c!a)FDa(1?m#nx9ykZ~{jiBT*<qUU@-+c7QasleTkFe{GO_^1A|lBcgqnNPT38dxNlklA(T)b#t#&Y<h`Tn6rXGznXxIaA=dLS!9q)X-7+_WNreRoqsKaYKv@`ZJ>&xXR!fNR>XP1VVY=xoqTbdpmu4Ly|<}ql8|{^U|g@O|C|SAK7N3>n2&v_qmPk=o`!Ib|0-z@X;zh<Ww=$9AUnE>Q@w4kN_RI%V#SV^TX{u&oAr5wf<%y6t3`Nt@P9#TlW{_pDnQN_oJjvQGH#}HeqO3(&~0j4SFn6^0hp9vjAd$fVmnYym`NsgZ4`a!Fg;(jqJC(BQhj=cri+rFb$xbhI*C_p8bbjua-9(<glR~GfPAY?Yk!hl!2f%sVw=6#F+p!WbZuu~lW=pB&qB{Jm4~gPYGsv}{yO{|Z!o9IaDwO1J;ztDT$iAT0c(tQeSVo!d4`ajVts~wgqe4?f1q;Bc5{$ufSH0u1H6%7#-omaxLeFQ0d7lvxR;l;w{BX(tG|w|g5iE4jb}TFa)e=mfq{c;b%Wb&o|b(6dz)#MZmWNmi+zrLI$yD)n1N%UpLD2*0gRe_Y=ncln2d|DhGmSDg_(gqe3O!qcY#J{-*TCuDTh~xYIBD@aZIU8PG$agx=3B$cY0@utVWf2&t9l)Q(i-of~2`^uT%c0aZY)Mg`JjDkdLK~vTVYWgn|@gD}juXhngw=ihRU#b)dPB;*-dlkzjCtbA6O}bbft*V25Che^HVFZh(nujE8=Ig?)p3lY+uvWpaO>iGqc3-2d#4rJYz(JA`$YYjTQ|cc7SevoT>otMlJuh=r1nq??q1mtmKpI@KWpPZoqfftlT&qjrLtRiS%xbatLYV{U4TkWGdGoknhKY)ZOsa*C0aqW*rInx30qn|6?IOLuaVXkUy;U22AOQAT}Qd4_j~W(}zU)oZS2m%2mzV!**vPe)rvtAtK@wjDZdS6^9ZIUngU(HqH2>9OC-wlt|g)26%}RsTFmV^Sp7tw%dPfPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2fPjF2zlZIB%ypG_Zf4Af*K{L~c6pn3+H?JIQh(BY0dl&C9$iLh;DIS|VS6=sb9$1EON3K_Qiut58d{)`RgW@*<-q`e0Du610000000000k^m490Ez)XHURhr0ObH+F95UyfQJAu4gk&pKuZ9~2mr+ZAQk{*1AuM-a18(^0l-E8xCH=x0U#y-Tmyh@08k46dIZ2V0B8gN7XjcX04xK5cBbFX^xK(!JJSyU000000000000
"""
