// RUN: %plugin -Wall -Wextra %s -o %t %libs
// RUN: %t | FileCheck %s
// RUN: %oldplugin -Wall -Wextra %s -o %t %libs
// RUN: %t | FileCheck %s
// RUN: %plugin -E %s -o %t.i
// RUN: %plugin -fpreprocessed %t.i -o %t %libs
// RUN: %t | FileCheck %s
// The name that run starts may be pasted together in the body of a macro: one above, one further down, and a
// variable that points to one; so may the names of views, types and processes.
// CHECK: 10 11 12 13
#include <stdio.h>

#define MAKE(n, value)                                                         \
  process p_##n (record int r)                                                 \
  {                                                                            \
    view int v_##n = new_write_view (r);                                       \
    register (v_##n), alloc (v_##n, 1), stall (v_##n, 1);                      \
    v_##n[[0]] = value;                                                        \
    commit (v_##n, 1);                                                         \
  }
#define START(n, r) run p_##n (r)
#define START_LATER(n, r) run n##_later (r)
#define START_POINTER(n, r) run q_##n (r)
#define HANDLE(n, r) long h_##n = run p_##n (r)

MAKE (a, 10)
MAKE (3, 11)

static int
take (record int r)
{
  view int v = new_read_view (r);
  register (v), alloc (v, 1);
  return update (v, 1) ? v[[0]] : -1;
}

int
main (void)
{
  record int a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1), d = new_record (1, 1);
  process (*q_z) (record int) = p_3;
  START (a, a);
  HANDLE (3, b);
  START_LATER (much, c);
  int first = take (a), second = take (b), third = take (c);
  join (h_3);
  START_POINTER (z, d);
  printf ("%d %d %d %d\n", first, second, third, take (d) + 2);
}

process much_later (record int r)
{
  view int v = new_write_view (r);
  register (v), alloc (v, 1), stall (v, 1);
  v[[0]] = 12;
  commit (v, 1);
}
