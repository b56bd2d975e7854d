// A checked build finds writes to committed elements, and elements that two producers write.
// RUN: %plugin -O2 %s -o %t %libs -fplugin-arg-erbium-check
// RUN: env ERBIUM_TASK=thread not %t 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: env ERBIUM_TASK=fiber not %t 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: env ERBIUM_TASK=space not %t 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: env ERBIUM_TASK=thread not %t two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: env ERBIUM_TASK=fiber not %t two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: env ERBIUM_TASK=space not %t two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %oldplugin -O0 %s -o %t %libs -fplugin-arg-erbium-check
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %t two 2>&1 | FileCheck %s --check-prefix=TWO
#include <string.h>

process late (record long r, long n)
{
  view long w = new_write_view (r);
  register (w, 1);
  alloc (w, 1024);
  for (long i = 0; i < n; i++)
    {
      stall (w, i + 1);
      commit (w, i + 1);
      w[[i]] = i + 1;
// LATE: check-write.c:[[@LINE-1]]: error: write to element {{[0-9]+}} of write view 1 (id 1) of record 1 'r' ({{.*}}), whose commit index is {{[0-9]+}}, in process 'late'
// LATE-NEXT: note: commit an element after the last write to it
    }
}

process part (record long r, long from, long to, int id)
{
  view long w = new_write_view (r);
  register (w, id);
  alloc (w, 1024);
  stall (w, to);
  for (long i = from; i < to; i++)
    w[[i]] = i + id;
  commit (w, 100);
// TWO: error: element 40 of record 1 'r' ({{.*}}check-write.c:{{[0-9]+}}) was written by process 'part' (write id 1) and by process 'part' (write id 2)
}

int main (int argc, char **argv)
{
  int two = argc > 1 && strcmp (argv[1], "two") == 0;
  record long r = new_record (two + 1, 1);
  view long v = new_read_view (r);
  register (v);
  alloc (v, 1024);
  if (two)
    {
      run part (r, 0, 50, 1);
      run part (r, 40, 100, 2);
    }
  else
    run late (r, 10000);
  long i = 0;
  while (update (v, i + 1) > i)
    i++;
  release (v, i); /* not before: an element that is released is outside of the window */
  return 0;
}
