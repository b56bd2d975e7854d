// The elements of a write view are written, and never committed.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | count 0
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

void helper (view int w, long i);
void fill (int *);

process made_here (record int r)
{
  view int w = new_write_view (r);
  register (w);
  alloc (w, 8);
  for (long i = 0; i < 100; i++)
    {
      stall (w, i + 1);
      w[[i]] = 1;
// CHECK: [[@LINE-1]]:14: warning: elements of 'w' written but never committed {{\[}}-fplugin-arg-erbium-warn=never-committed]
// CHECK: [[@LINE-2]]:14: note: no consumer receives them; call 'commit' after the last write to an element
    }
}

process given (view int w)
{
  stall (w, 1);
  w[[0]] = 1;
// CHECK: [[@LINE-1]]:10: warning: elements of 'w' written but never committed {{\[}}-fplugin-arg-erbium-warn=never-committed]
}

process on_one_path (view int w, int c)
{
  stall (w, 1);
  w[[0]] = 1;
  if (c)
    commit (w, 1);
}

process passes_it (view int w)
{
  stall (w, 1);
  w[[0]] = 1;
  helper (w, 1);
}

/* Another view goes on. */
process hands_over (view int w)
{
  stall (w, 1);
  w[[0]] = 1;
  free_view (w, HANDOVER);
}

/* The caller may commit. */
void part (view int w, long i)
{
  stall (w, i + 1);
  w[[i]] = 1;
}

/* The view serves as an array. */
process array (view int w, int *sum)
{
  stall (w, 2);
  w[[0]] = 1;
  w[[1]] = 2;
  *sum = w[[0]] + w[[1]];
}

process added (view int w)
{
  stall (w, 1);
  w[[0]] += 1;
}

process filled (view int w)
{
  stall (w, 8);
  w[[0]] = 1;
  fill (&w[[1]]);
}

struct pair { int a, b; };
process parts (view struct pair w)
{
  struct pair p = { 1, 2 };
  stall (w, 2);
  w[[0]].b = 1;
// CHECK: [[@LINE-1]]:12: warning: elements of 'w' written but never committed
  w[[1]] = p;
}
