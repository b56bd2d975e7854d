// An int that overflows is an index.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process endless (view int v)
{
  for (int i = 0; ; i++)
    {
      if (!update (v, i + 1))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' is computed from an 'int' that overflows in this loop after 2^31 elements; use 'long' or 'unsigned' {{\[}}-fplugin-arg-erbium-warn=narrow-index]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: 'i' declared here
        break;
      sink (v[[i]]);
    }
}

process by_bursts (view int v)
{
  int i = 0;
  while (update (v, 1000000000000))
    {
      for (int k = 0; k < 10; k++)
        {
          sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' is computed from an 'int' {{.*}} {{\[}}-fplugin-arg-erbium-warn=narrow-index]
          i++;
        }
    }
}

struct both { view int in, out; };

process in_memory (view int in, view int *views, record int r)
{
  struct both b = { in, new_write_view (r) }, *p = &b;
  sink (p != &b); /* b is in memory */
  for (int i = 0; ; i++)
    {
      if (!update (p->in, i + 1))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'p->in' is computed from an 'int'
        break;
      stall (b.out, i + 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'b.out' is computed from an 'int'
      b.out[[i]] = p->in[[i]];
      commit (b.out, i + 1);
      release (p->in, i + 1);
    }
  for (int i = 0; ; i++)
    {
      if (!update (views[2], i + 1))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'views[...]' is computed from an 'int'
        break;
      sink (views[2][[i]]);
    }
}

process wraps (view int v)
{
  for (unsigned i = 0; update (v, i + 1); i++)
    sink (v[[i]]);
}

process wide (view int v)
{
  for (long i = 0; update (v, i + 1); i++)
    sink (v[[i]]);
}

process bounded (view int v, int n)
{
  for (int i = 0; i < n; i++)
    if (update (v, i + 1))
      sink (v[[i]]);
  for (int i = 0; ; i++)
    {
      if (!update (v, i + 1) || i == 1000)
        break;
      sink (v[[i]]);
    }
}

/* What update returns does not overflow by itself, but what is asked of it next. */
process condition (view int v)
{
  int tl = 0, hd;
  while ((hd = update (v, tl + 7)))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' is computed from an 'int' {{.*}} {{\[}}-fplugin-arg-erbium-warn=narrow-index]
    tl = hd;
}

process result_alone (view int v)
{
  int hd;
  for (long tl = 0; (hd = update (v, tl + 7)); tl += 7)
    release (v, hd);
}

/* The consumer of the paper's figure 2. */
process figure2 (view int v)
{
  int tl = 0, hd;
  while (1)
    {
      hd = update (v, tl + 16);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' is computed from an 'int' {{.*}} {{\[}}-fplugin-arg-erbium-warn=narrow-index]
      if (!hd)
        break;
      for (int i = tl; i < hd; i++)
        sink (v[[i]]);
      release (v, hd);
      tl = hd;
    }
}

process figure2_of_unsigned (view int v)
{
  unsigned tl = 0, hd;
  while ((hd = update (v, tl + 16)))
    tl = hd;
}

process back_to_the_same (view int v, int n)
{
  int tl = 0;
  while (sink (n))
    tl = update (v, tl);
}

process of_16_bits (view int v)
{
  for (short i = 0; update (v, i + 1); i++)
    {
      sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' has type 'short int', which wraps around in this loop after 2^15 elements; use 'long' or 'unsigned' {{\[}}-fplugin-arg-erbium-warn=narrow-index]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: 'i' declared here
      release (v, i + 1);
    }
}

process of_8_bits (view int v)
{
  for (unsigned char i = 0; update (v, i + 1); i++)
    release (v, i + 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: index of 'v' has type 'unsigned char', which wraps around in this loop after 2^8 elements; use 'long' or 'unsigned' {{\[}}-fplugin-arg-erbium-warn=narrow-index]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: 'i' declared here
}

process of_few (view int v)
{
  for (unsigned char i = 0; i < 100 && update (v, i + 1); i++)
    release (v, i + 1);
}

/* A table that stays where it is. */
process round_a_table (view int v, view int t)
{
  unsigned char k = 0;
  if (update (t, 256) != 256)
    return;
  for (long n = 0; update (v, n + 1); release (v, ++n))
    sink (t[[k++]] * v[[n]]);
}
