# From the start of the producer through its loop; then the loop of the consumer.
set width 0
tbreak producer
run
next
next
next
next
next
next
next
next
next
next
print i
print hd
tbreak inputs/program.c:22
continue
next
next
print tl
kill
tbreak consumer
run
tbreak inputs/program.c:40
continue
next
next
print i
tbreak inputs/program.c:41
continue
next
next
print tl
kill
