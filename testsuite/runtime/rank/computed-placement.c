/* SPDX-License-Identifier: MIT */
/* erbium-place reads what the plugin has written of a program, and the ranks do what it says. */
// REQUIRES: metis
// RUN: %plugin -O2 %s -o %t %libs -fplugin-arg-erbium-network=%t.json
// RUN: %place --ranks=3 %t.json --output=%t.placement
// RUN: FileCheck --check-prefix=FILE %s < %t.placement
// RUN: env ERBIUM_PLACEMENT=%t.placement %ranks --of 3 %t > %t.out
// RUN: cat %t.placement %t.out | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static void
tell (const char *name)
{
  const char *rank = getenv ("PMI_RANK");
  rank = rank ? rank : getenv ("OMPI_COMM_WORLD_RANK");
  printf ("%s on %s\n", name, rank ? rank : "?");
}

process make (record long r)
{
  view long v = new_write_view (r);
  register (v, 1);
  alloc (v, 8);
  tell ("make");
  for (int i = 0; i < N; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
}

process take (record long r)
{
  view long v = new_read_view (r);
  register (v, 1);
  alloc (v, 8);
  for (int i = 0; i < N; i++)
    {
      update (v, i + 1);
      release (v, i + 1);
    }
  tell ("take");
}

/* Each pair is on a rank of its own: nothing flows between ranks. */
// FILE: # 0.0% of the bytes that flow go between ranks; work by rank: 2 2 2
// FILE: make [[A:[012]]] [[B:[012]]] [[C:[012]]]
// FILE: take [[A]] [[B]] [[C]]
// CHECK: make [[A:[012]]] [[B:[012]]] [[C:[012]]]
// CHECK: make on [[A]]
// CHECK: take on [[A]]
// CHECK: make on [[B]]
// CHECK: take on [[B]]
// CHECK: make on [[C]]
// CHECK: take on [[C]]
int
main (void)
{
  record long a = new_record (1, 1);
  record long b = new_record (1, 1);
  record long c = new_record (1, 1);
  run make (a);
  join (run take (a));
  run make (b);
  join (run take (b));
  run make (c);
  join (run take (c));
}
