// RUN: %variants %s %t | FileCheck %s
// register has a result, an int: the id that the view holds, or 0.
// CHECK: 2 1 0 1
#include <stdio.h>

static int
taken (view int v, int id)
{
  return register (v, id);
}

int
main (void)
{
  record int r = new_record (2, 1);
  view int out = new_write_view (r), in = new_read_view (r);
  _Static_assert (_Generic (register (out), int: 1, default: 0), "an int");
  int by_function = taken (out, 2), first = register (in), none = register (out, -1);
  printf ("%d %d %d %d\n", by_function, first, none, register (out, 1));
}
