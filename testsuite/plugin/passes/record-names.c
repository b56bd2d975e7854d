// A message about a record that has no name shows to what it was stored.

// RUN: %plugin -O0 -I%root/runtime/include %s -o %t %libs
// RUN: sh -c 'for n in 0 1 2 3 4 5 6 7 8; do %t $n; test $? = 120 || echo status; done' 2>&1 | FileCheck %s
// RUN: %oldplugin -O2 -I%root/runtime/include %s -o %t %libs
// RUN: sh -c 'for n in 0 1 2 3 4 5 6 7 8; do %t $n; test $? = 120 || echo status; done' 2>&1 | FileCheck %s
// CHECK-NOT: status
#include <stdlib.h>
#include <erbium.h>
#include <erbium/plugin.h>

struct pair { record int first, second[2]; };

static void
fail (record int r)
{
  view int v = new_read_view (r);
  register (v, 7);
}

static record int
made (void)
{
  return new_record (1, 1);
}

int
main (int argc, char **argv)
{
  record int plain = new_record (1, 1), later, chosen;
  later = new_record (1, 1);
  chosen = argc > 5 ? new_record (1, 2) : new_record (1, 1);
  struct pair pair = { new_record (1, 1), { new_record (1, 1), new_record (1, 1) } }, *p = &pair;
  record int row[2];
  for (int i = 0; i < 2; i++)
    row[i] = new_record (1, 1);
  record int named = new_record (1, 1), first = pair.first, second = pair.second[1];
  erbium_name_record (named, "own");
  p->first = new_record (1, 1);
  record int all[] = { plain, later, chosen, first, second, row[1], named, p->first, made () };
  // CHECK: of record 1 'plain' ({{.*}}.c:[[@LINE-11]]) asks for id 7
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 2 'later' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 3 'chosen' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 4 'pair.first' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 6 'pair.second[1]' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 8 'row[]' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 'own' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 10 'p->first' (
  // CHECK-NEXT: note:
  // CHECK-NEXT: of record 11 ({{.*}}.c:24) asks for id 7
  // CHECK-NEXT: note:
  fail (all[atoi (argv[1])]);
}
