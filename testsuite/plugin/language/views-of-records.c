// RUN: %plugin -Wall -Wextra %s -o %t %libs
// RUN: %t | FileCheck %s
// RUN: %oldplugin -Wall -Wextra %s -o %t %libs
// RUN: %t | FileCheck %s
// RUN: %plugin -E %s -o %t.i
// RUN: %plugin -fpreprocessed %t.i -o %t %libs
// RUN: %t | FileCheck %s
// Words bind from the inside: `view record int' is a view of records of int, and the other way round;
// wherever a type may stand, through macros, and of arrays by name, which are pointers as parameters.
// CHECK: 5 6 7 8
// CHECK: 8 8 16
#include <stdio.h>

typedef int row[4];
#define RECORD_OF_INT record int

process int_records (record record int r)
{
  view record int v = new_write_view (r);
  register (v), alloc (v, 1), stall (v, 1);
  v[[0]] = new_record (1, 1);
  commit (v, 1);
  view int w = new_write_view (v[[0]]);
  register (w), alloc (w, 1), stall (w, 1);
  w[[0]] = 5;
  commit (w, 1);
}

process row_records (record record row r, const view record row *none)
{
  (void) none;
  view record row v = new_write_view (r);
  register (v), alloc (v, 1), stall (v, 1);
  v[[0]] = new_record (1, 1);
  commit (v, 1);
  view row w = new_write_view (v[[0]]);
  register (w), alloc (w, 1), stall (w, 1);
  for (int k = 0; k < 4; k++)
    w[[0]][k] = 5 + k;
  commit (w, 1);
}

static int
first (view RECORD_OF_INT of)
{
  update (of, 1);
  view int v = new_read_view (of[[0]]);
  register (v), alloc (v, 1), update (v, 1);
  return v[[0]];
}

static void
print_row (view record row of, int from)
{
  update (of, 1);
  view row v = new_read_view (of[[0]]);
  register (v), alloc (v, 1), update (v, 1);
  for (int k = from; k < 4; k++)
    printf (" %d", v[[0]][k]);
  printf ("\n");
}

struct pair { record view int a; view record view int b; };

int
main (void)
{
  record record int r = new_record (1, 1);
  record RECORD_OF_INT same = r;
  record record row rows = new_record (1, 1);
  struct pair p = { 0, 0 };
  run int_records (same);
  run row_records (rows, NULL);
  view RECORD_OF_INT v = new_read_view (r);
  view record row w = new_read_view (rows);
  register (v), alloc (v, 1);
  register (w), alloc (w, 1);
  printf ("%d", first (v));
  print_row (w, 1);
  printf ("%zu %zu %zu\n", sizeof (view record int), sizeof p.a, sizeof p);
}
