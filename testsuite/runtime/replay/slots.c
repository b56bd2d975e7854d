/* SPDX-License-Identifier: MIT */
/* Spaces that allocate others at the same time: which slots they get, and so which addresses and channels, depends
 * on who was first, and is in the replay as it was. */
// RUN: %build
// RUN: %replays %erbium-replay %t.rec %t > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: 0.4.3: channel {{[0-9]+}}, region 0x
#include "erbium/papers.h"
#include "test.h"

enum { PARENTS = 4, LEAVES = 3, PAGE = 4096 };

static void *
leaf (void *unused)
{
  int channel = chan_alloc ();
  printf ("%s: channel %d, region %p\n", space_path (), channel, spmcR_alloc (PAGE));
  return unused;
}

/* Once all parents are there. */
static void *
parent (void *all)
{
  int child[LEAVES];
  char go;
  chan_recv (*(int *) all, &go);
  for (int n = 0; n < LEAVES; n++)
    {
      child[n] = space_alloc (n);
      void *given = spmcR_alloc (PAGE);
      char *theirs = spmcR_copycons (child[n], given, NULL, PAGE);
      printf ("%s: %p is %p in child %d\n", space_path (), given, (void *) theirs, child[n]);
      space_start (child[n], leaf, NULL);
    }
  for (int n = 0; n < LEAVES; n++)
    space_join (child[n]);
  return NULL;
}

int
main (void)
{
  int child[PARENTS], all[PARENTS];
  for (int n = 0; n < PARENTS; n++)
    {
      child[n] = space_alloc (n);
      all[n] = chan_alloc ();
      chan_setcons (all[n], child[n]);
    }
  for (int n = 0; n < PARENTS; n++)
    space_start (child[n], parent, &all[n]);
  for (int n = 0; n < PARENTS; n++)
    chan_send (all[n], "", 1);
  for (int n = 0; n < PARENTS; n++)
    space_join (child[n]);
  printf ("0: done\n");
}
