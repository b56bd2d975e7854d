// An element is written that was committed.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

struct pair { int a, b[2]; };
int sink (int);

process same_index (view int w)
{
  for (long i = 0; i < 10; i++)
    {
      stall (w, i + 1);
      commit (w, i + 1);
      w[[i]] = i;
// CHECK: [[@LINE-1]]:8: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: elements below this index committed here
    }
}

process constant (view int w)
{
  stall (w, 10);
  commit (w, 5);
  w[[5]] = 1;
  w[[4]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
}

process part (view struct pair w, int k)
{
  stall (w, 10);
  commit (w, 5);
  w[[3]].b[k] += 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
}

process range (view int w, int n)
{
  for (long tl = 0; tl < n; tl += 8)
    {
      stall (w, tl + 8);
      commit (w, tl + 8);
      for (long i = tl; i < tl + 8; i++)
        w[[i]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
    }
}

process narrow (view int w)
{
  for (unsigned i = 0; i < 100; i += 2)
    {
      stall (w, i + 2);
      commit (w, i + 2);
      w[[i + 1]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
    }
}

process next_turn (view int w, int n)
{
  stall (w, 8);
  for (int p = 0; p < n; p++)
    {
      w[[2]] = p;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' written after it was committed {{\[}}-fplugin-arg-erbium-warn=after-commit]
      commit (w, 4);
    }
}

/* An element that is committed may be read as long as no consumer has released it. */
process read_again (view int w)
{
  stall (w, 8);
  w[[0]] = 1;
  commit (w, 1);
  for (long i = 1; i < 8; i++)
    {
      w[[i]] = w[[i - 1]] + 1;
      commit (w, i + 1);
    }
  sink (w[[3]]);
}

/* The pointer is that of a committed element, the write is not. */
process the_next_one (view int w)
{
  stall (w, 8);
  commit (w, 4);
  int *p = &w[[3]];
  p[1] = 5;
}

process new_value (view int w)
{
  for (long i = 0; i < 10;)
    {
      stall (w, i + 2);
      commit (w, i + 1);
      i++;
      w[[i]] = 1;
    }
}

/* Only one turn writes them. */
process in_the_first_turn (view int w)
{
  stall (w, 8);
  for (int p = 0; p < 2; p++)
    {
      if (p == 0)
        for (int i = 0; i < 4; i++)
          w[[i]] = i;
      commit (w, 4);
      if (p == 1)
        for (int i = 4; i < 8; i++)
          w[[i]] = i;
    }
}

/* An index of 32 bits counts modulo 2^32. */
process wrapped (view int w)
{
  commit (w, 12884901888l);
  unsigned i = (unsigned) 12884901888l;
  stall (w, i + 1);
  w[[i]] = 1;
}
