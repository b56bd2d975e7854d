/* SPDX-License-Identifier: MIT */
/* Addresses are the same in each run: code, libraries, heap, stack, mappings. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t
#include <sys/auxv.h>
#include <sys/mman.h>
#include "erbium/papers.h"
#include "test.h"

static __thread int local;

static void *
say (void *unused)
{
  int stack;
  void *small = malloc (10), *large = malloc (1 << 20);
  void *page = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf ("%p %p %p %p %p %p %p %lx\n", (void *) say, (void *) printf, (void *) &stack, small, large,
          page, (void *) &local, getauxval (AT_SYSINFO_EHDR));
  return unused;
}

int
main (void)
{
  say (NULL);
  int child = space_alloc (1);
  space_start (child, say, NULL);
  space_join (child);
}
