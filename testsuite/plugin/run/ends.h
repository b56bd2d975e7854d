// A view of integers, registered, with that horizon: the set-up of processes that are
// about something else.
#ifndef ENDS_H
#define ENDS_H

#define READ(v, r, h) ENDS_VIEW (v, new_read_view (r), h)
#define WRITE(v, r, h) ENDS_VIEW (v, new_write_view (r), h)
#define ENDS_VIEW(v, made, h) \
  view int v = made;          \
  register (v);               \
  alloc (v, h)

#endif
