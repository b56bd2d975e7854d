// An element is read that was released.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process same_index (view int v)
{
  for (long i = 0; update (v, i + 1); i++)
    {
      release (v, i + 1);
      sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: elements below this index released here
    }
}

process constant (view int v)
{
  if (update (v, 10) < 10)
    return;
  release (v, 5);
  sink (v[[5]]);
  sink (v[[4]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
}

process beyond_the_sign (view int v)
{
  if (update (v, 3000000010l) < 3000000010l)
    return;
  release (v, 3000000005l);
  sink (v[[3000000005u]]);
  unsigned i = 3000000000u;
  for (unsigned k = 0; k < 5; k++)
    sink (v[[i + k]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
}

process range (view int v)
{
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      release (v, hd);
      for (long i = tl; i < hd; i++)
        sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
      tl = hd;
    }
}

process narrow (view int v)
{
  unsigned i = 0;
  while (update (v, i + 2))
    {
      release (v, i + 2);
      sink (v[[i + 1]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
      i += 2;
    }
}

process good (view int v)
{
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      release (v, tl);
      for (long i = tl; i < hd; i++)
        sink (v[[i]]);
      tl = hd;
    }
}

process last_kept (view int v)
{
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      release (v, hd - 1);
      for (long i = hd - 1; i < hd; i++)
        sink (v[[i]]);
      tl = hd;
    }
}

process new_value (view int v)
{
  for (long i = 0; update (v, i + 1); )
    {
      release (v, i + 1);
      i++;
      sink (v[[i]]);
    }
}

int in_the_first_turns (view int v)
{
  int s = 0;
  if (update (v, 8) != 8)
    return 0;
  release (v, 4);
  for (long i = 0; i < 8; i++)
    s += v[[i]];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: elements below this index released here
  return s;
}

/* These are what is left. */
int what_is_left (view int v)
{
  int s = 0;
  if (update (v, 8) != 8)
    return 0;
  release (v, 4);
  for (long i = 4; i < 8; i++)
    s += v[[i]];
  for (long i = 0; i < 8; i++)
    if (i >= 4)
      s += v[[i]];
  for (long i = 0; i < 4; i++)
    s += v[[i + 4]];
  return s;
}

int by_turns (view int v)
{
  int s = 0;
  for (long i = 0; update (v, i + 4) == i + 4; i += 4)
    {
      for (long k = 0; k < 4; k++)
        s += v[[i + k]];
      release (v, i + 4);
    }
  return s;
}

/* In a loop: in the same turn, or in each. */
int in_a_loop (view int v, int n)
{
  int s = 0;
  if (update (v, 8) != 8)
    return 0;
  for (int p = 0; p < n; p++)
    if (p == 5)
      {
        release (v, 4);
        s += v[[2]];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: elements below this index released here
      }
  return s;
}

int in_each_turn (view int v, int n)
{
  int s = 0;
  if (update (v, 8) != 8)
    return 0;
  for (int p = 0; p < n; p++)
    {
      for (long i = 0; i < 4; i++)
        s += v[[i]];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read after it was released {{\[}}-fplugin-arg-erbium-warn=after-release]
// CHECK: [[@LINE+1]]:{{[0-9]+}}: note: elements below this index released here
      release (v, 4);
    }
  return s;
}

/* Only one turn reads them. */
int in_the_first_turn (view int v)
{
  int s = 0, first = 1;
  if (update (v, 8) != 8)
    return 0;
  for (int p = 0; p < 2; p++)
    {
      if (p == 0)
        for (int i = 0; i < 4; i++)
          s += v[[i]];
      if (p == 0)
        s += v[[2]];
      if (first)
        {
          for (int i = 0; i < 4; i++)
            s += v[[i]];
          first = 0;
        }
      release (v, 4);
      if (p == 1)
        for (int i = 4; i < 8; i++)
          s += v[[i]];
    }
  return s;
}
