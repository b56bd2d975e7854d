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

struct numbers { int k; long n, m[2]; };
struct given { int k; long *n; };
process take (record int r, struct given g);
process take_two (record int r, struct given a, struct given b);

void member (record int r)
{
  struct { struct numbers in; } s;
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 's' passed to a process
  run count (r, &s.in.m[1]);
}

void in_literal (record int r)
{
  long n = 0;
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 'n' passed to a process
  run take (r, (struct given) { 1, &n });
}

void in_structure (record int r)
{
  long n = 0;
  struct given g = { 1, &n };
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 'n' passed to a process
  run take (r, g);
}

void in_parameter (record int r, struct given g)
{
  long n = 0;
  g.n = &n;
// CHECK-DAG: [[@LINE+1]]:3: warning: address of local variable 'n' passed to a process
  run take (r, g);
}

/* The address is not there any more, or perhaps not. */
void other_address (record int r, int c, long *p)
{
  long n = 0;
  struct given g = { 1, &n }, h = { 1, 0 }, k = { 1, &n };
  g.n = p;
  if (c)
    h.n = &n;
  k = (struct given) { 2, 0 };
  run take_two (r, g, h);
  run take (r, k);
}

void change (struct given *);

void changed (record int r)
{
  long n = 0;
  struct given g = { 1, &n };
  change (&g);
  run take (r, g);
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
