# Lines with code of their own at -O2: a start, an element in a loop, the end.
set width 0
tbreak producer
tbreak inputs/program.c:40
tbreak inputs/program.c:44
run
continue
continue
