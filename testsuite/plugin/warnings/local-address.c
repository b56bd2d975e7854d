// The address of a local variable is passed to a process that may outlive it.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -Wall -fplugin-arg-erbium-no-warn=local-address -c %s -o %t.o 2>&1 | count 0
#include <stdatomic.h>
#include <stdio.h>

void helper (void);
process count (record int r, long *n);
process fill (record int r, int *a);
process notify (record int r, atomic_int *ready);

void returns (record int r)
{
  long n = 0;
// CHECK-DAG: [[@LINE+2]]:3: warning: address of local variable 'n' passed to a process, which may outlive it {{\[}}-fplugin-arg-erbium-warn=local-address]
// CHECK-DAG: [[@LINE-2]]:8: note: 'n' declared here; wait for the process with 'join'
  run count (r, &n);
}

/* The program ends after all processes, but the variables of main are gone when it returns. */
int main (void)
{
  record int r = new_record (1, 1);
  int a[10];
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 'a' passed to a process
  run fill (r, a + 1);
  printf ("started\n");
  return 0;
}

void parameter (record int r, long n)
{
  long *p = &n;
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 'n' passed to a process
  run count (r, p);
}

void on_one_side (record int r, int c)
{
  long n = 0;
// CHECK-DAG: [[@LINE+1]]:22: warning: address of local variable 'n' passed to a process
  erbium_process h = run count (r, &n);
  if (c)
    return;
  join (h);
}

/* The variable of each iteration ends with it. */
void in_a_block (record int r)
{
  erbium_process h[2];
  for (int i = 0; i < 2; i++)
    {
      long n = i;
// CHECK-DAG: [[@LINE+1]]:14: warning: address of local variable 'n' passed to a process
      h[i] = run count (r, &n);
    }
  join (h[0]);
  join (h[1]);
}

void joins (record int r)
{
  long n = 0;
  join (run count (r, &n));
}

void joins_if_started (record int r, int c)
{
  long n = 0;
  erbium_process h = 0;
  if (c)
    h = run count (r, &n);
  if (c)
    join (h);
}

/* At the end of the stream its producer has ended. */
void reads_to_the_end (record int r)
{
  long n = 0, i = 0;
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  run count (r, &n);
  while (update (v, i + 1))
    release (v, ++i);
}

void waits_elsewhere (record int r)
{
  long n = 0;
  run count (r, &n);
  helper ();
}

void waits_for_memory (record int r)
{
  atomic_int ready = 0;
  run notify (r, &ready);
  while (!ready)
    ;
}

void lives_on (record int r)
{
  static long n;
  static int a[4];
  run count (r, &n);
  run fill (r, a);
}

void value (record int r, long *n)
{
  run count (r, n);
}
