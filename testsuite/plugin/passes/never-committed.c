// A producer that has written and committed nothing gives a warning, unless its code may commit.
// RUN: %plugin -O0 %s -o %t.0 %libs
// RUN: %plugin -O2 %s -o %t.2 %libs
// RUN: %oldplugin -O2 %s -o %t.old %libs
// RUN: env ERBIUM_TASK=thread %t.0 forgets 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_TASK=fiber %t.2 forgets 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_TASK=space %t.2 forgets 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %t.old forgets 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_VERBOSE=0 %t.2 forgets 2>&1 | count 0

// RUN: env ERBIUM_TASK=thread %t.0 drops 2>&1 | count 0
// RUN: env ERBIUM_TASK=fiber %t.2 drops 2>&1 | count 0
// RUN: env ERBIUM_TASK=space %t.2 drops 2>&1 | count 0
// RUN: %t.old drops 2>&1 | count 0
// RUN: %t.0 drops_in_call 2>&1 | count 0
// RUN: %t.2 drops_in_call 2>&1 | count 0
// RUN: %t.0 drops_of_array 2>&1 | count 0
// RUN: %t.2 drops_of_array 2>&1 | count 0

// Checked mode cannot be sure, and says so.
// RUN: env ERBIUM_CHECK=1 %t.0 drops 2>&1 | FileCheck %s --check-prefix=CHECK-DROPS

// A checked build also knows of a last element that is not committed.
// RUN: %plugin -O2 -fplugin-arg-erbium-check %s -o %t.check %libs
// RUN: env ERBIUM_TASK=thread %t.check too_low 2>&1 | FileCheck %s --check-prefix=TOO-LOW --implicit-check-not=warning:
// RUN: env ERBIUM_TASK=space %t.check too_low 2>&1 | FileCheck %s --check-prefix=TOO-LOW --implicit-check-not=warning:
// RUN: %t.2 too_low 2>&1 | count 0
// RUN: %t.check all 2>&1 | count 0
// CHECK: never-committed.c:{{[0-9]+}}: warning: process 'forgets' has written elements of write view 1 (id 1) of record 1 'r' ({{.*}}) and committed none, so no consumer receives them; call commit after the last write to an element
// CHECK-DROPS: warning: process 'drops' has written elements of write view 1
#include <string.h>

enum { BURSTS = 100, BURST = 16 };

static view long
producer (record long r)
{
  view long w = new_write_view (r);
  register (w);
  alloc (w, 1024);
  return w;
}

static int
wanted (const volatile long *first)
{
  return *first < 0;
}

process forgets (record long r)
{
  view long w = new_write_view (r);
  register (w);
  alloc (w, 1024);
  for (long i = 0; i < BURSTS; i++)
    {
      stall (w, i + 1);
      w[[i]] = i + 1;
    }
}

/* Commits the bursts that are wanted: none. */
process drops (record long r)
{
  view long w = new_write_view (r);
  register (w);
  alloc (w, 1024);
  for (long b = 0, k = 0; b < BURSTS; b++)
    {
      stall (w, k + BURST);
      for (long i = 0; i < BURST; i++)
        w[[k + i]] = b * BURST + i + 1;
      if (wanted (&w[[k]]))
        commit (w, k += BURST);
    }
}

__attribute__ ((noinline)) static void
keep (view long w, long to)
{
  if (wanted (&w[[to - BURST]]))
    commit (w, to);
}

process drops_in_call (record long r)
{
  view long w = producer (r);
  for (long b = 0; b < BURSTS; b++)
    {
      stall (w, BURST);
      for (long i = 0; i < BURST; i++)
        w[[i]] = b + i + 1;
      keep (w, BURST);
    }
}

/* The plugin does not know which view is which. */
process drops_of_array (record long r)
{
  view long w[1] = { producer (r) };
  for (long b = 0; b < BURSTS; b++)
    for (int n = 0; n < 1; n++)
      {
        stall (w[n], BURST);
        for (long i = 0; i < BURST; i++)
          w[n][[i]] = b + i + 1;
        if (wanted (&w[n][[0]]))
          commit (w[n], BURST);
      }
}

/* Commits all elements, or all but the last. */
process commits (record long r, int less)
{
  view long w = producer (r);
  for (long i = 0; i < 3000; i++)
    {
      stall (w, i + 1);
      w[[i]] = i + 1; // TOO-LOW: never-committed.c:[[#@LINE]]:{{.*}}warning: process 'commits' ends and has written element 2999 of write view {{.*}}, but committed only those below 2999; call commit after the last write to an element
      commit (w, i + 1 - less);
    }
}

int
main (int argc, char **argv)
{
  record long r = new_record (1, 1);
  view long v = new_read_view (r);
  register (v);
  alloc (v, 1024);
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp (how, "forgets") == 0)
    run forgets (r);
  else if (strcmp (how, "drops") == 0)
    run drops (r);
  else if (strcmp (how, "drops_in_call") == 0)
    run drops_in_call (r);
  else if (strcmp (how, "drops_of_array") == 0)
    run drops_of_array (r);
  else if (strcmp (how, "too_low") == 0)
    run commits (r, 1);
  else if (strcmp (how, "all") == 0)
    run commits (r, 0);
  long n = 0;
  while (update (v, n + 1) > n)
    release (v, ++n);
  return n > 3000;
}
