/* SPDX-License-Identifier: MIT */
/* Of many processes that have ended few descriptors are kept, and no count is lost: those of
 * one name share one, and so do those of too many names. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=thread %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t 2>&1 | FileCheck %s
#include "sync/sync.h"
#include "test.h"

enum { N = 600, NAMES = 900, MOST = 300 };

typedef ERBIUM_RECORD (int) record;

/* Writes the one element i, in a name of three. */
ERBIUM_PROCESS (writes, record, int, int);
void
writes (record r, int i, int names)
{
  static const char *const name[] = { "some", "others", "the rest" };
  char own[32];
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  snprintf (own, sizeof own, "name %d", i);
  erbium_name_process (names ? own : name[i % 3]);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, i + 1);
  erbium_commit (v, i + 1);
  erbium_free_view (v, ERBIUM_HANDOVER);
}

static void
run_many (int from, int to, int names)
{
  record r = erbium_new_record (int, 1, 0);
  for (int i = from; i < to; i++)
    erbium_join (ERBIUM_RUN (writes, r, i - from, names));
}

static int
kept (void)
{
  erbium_program *program = erb_self ()->program;
  int n = 0;
  erb_os->lock (&program->lock);
  for (const struct erb_process *p = program->ended; p; p = p->next)
    n++;
  erb_os->unlock (&program->lock);
  return n;
}

int
main (void)
{
  run_many (0, N, 0);
  int few = kept ();
  fprintf (stderr, "of %d ended processes\n", N);
  erbium_stats (stderr);
  // CHECK: of 600 ended processes
  // CHECK: process{{ +}}many{{ +}}read{{ +}}written{{ +}}syncs
  // CHECK-DAG: some{{ +}}200{{ +}}0{{ +}}200{{ +}}400 |
  // CHECK-DAG: others{{ +}}200{{ +}}0{{ +}}200{{ +}}400 |
  // CHECK-DAG: the rest{{ +}}200{{ +}}0{{ +}}200{{ +}}400 |
  // CHECK: record
  expect (few < N / 3);
  run_many (0, NAMES, 1);
  expect (kept () <= MOST);
  // CHECK-DAG: the rest{{ +}}200{{ +}}0{{ +}}200{{ +}}400 |
  // CHECK-DAG: name 0{{ +}}1{{ +}}0{{ +}}1{{ +}}2 |
  // CHECK-DAG: (others){{ +[67][0-9][0-9] +}}0{{ +[67][0-9][0-9]}}
}
