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
tbreak program.c:22
continue
next
next
print tl
kill
tbreak consumer
run
tbreak program.c:40
continue
next
next
print i
tbreak program.c:41
continue
next
next
print tl
kill
