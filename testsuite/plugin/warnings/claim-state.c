// State that is kept from one claimed run to the next flows into an element; a claim without an id.
// RUN: %plugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

process sums (view int in, view int out)
{
  int sum = 0;
  for (;;)
    {
      long i = claim (in, 1);
// CHECK: [[@LINE+7]]:{{[0-9]+}}: warning: 'sum', which is kept from an earlier run, flows into 'out'; the output depends on timing {{\[}}-fplugin-arg-erbium-warn=claim-state]
// CHECK: [[@LINE-2]]:{{[0-9]+}}: note: run of 'in' claimed here
      release (in, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      sum += in[[i]];
      out[[i]] = sum;
      commit (out, i + 1);
    }
}

/* A value that is kept over a claim at the end of an iteration. */
process last (view int in, view int out)
{
  long i = claim (in, 1);
  int before = 0;
  while (update (in, i + 1) == i + 1)
    {
      int now = in[[i]];
      stall (out, i + 1);
      out[[i]] = now - before;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'before', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      before = now;
      release (in, i + 1);
      i = claim (in, 1);
    }
}

/* The index, values that are computed from it, and variables that are set in each iteration are no
 * state; nor is a tally that flows into no element. */
process shares (view int in, view long out, long *tally)
{
  long i = claim (in, 8), end = i + 8, hd, k, worked = 0;
  while ((hd = update (in, end)) == end)
    {
      long scale = i & 1 ? 3 : 5;
      commit (out, i);
      stall (out, hd);
      for (k = i; k < hd; k++)
        out[[k]] = in[[k]] * scale + i + end;
      commit (out, hd);
      worked += hd - i;
      i = claim (in, 8);
      end = i + 8;
    }
  *tally = worked;
}

/* Each of these reads the whole stream of orders, so its position is the same for all. */
process packets (view long order, view long out)
{
  long next = claim (order, 1);
  for (long k = 0; update (order, k + 1); k++)
    {
      if (k == next)
        {
          stall (out, k + 1);
          out[[k]] = order[[k]] + k;
          next = claim (order, 1);
        }
      commit (out, k + 1);
      release (order, k + 1);
    }
}

/* Arrays and structures are state, too. */
process tallies (view int in, view int out)
{
  int sum[4] = { 0 }, used[4] = { 0 };
  long hd;
  for (;;)
    {
      long i = claim (in, 8);
      commit (out, i);
      if ((hd = update (in, i + 8)) == 0)
        return;
      stall (out, hd);
      for (long k = i; k < hd; k++)
        {
          sum[k & 3] += in[[k]];
          used[k & 3]++;
          out[[k]] = sum[k & 3];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'sum', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
        }
      commit (out, hd);
    }
}

struct state { int before, scale, run; };

process before_this (view int in, view int out)
{
  struct state s = { 0, 3, 0 };
  long i = claim (in, 1);
  while (update (in, i + 1) == i + 1)
    {
      int now = s.scale * in[[i]];
      stall (out, i + 1);
      out[[i]] = now - s.before;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 's', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      s.before = now;
      i = claim (in, 1);
    }
}

struct run { long first, end; };

/* A run may be in a structure; an array that each run fills, or whose elements it sets to zero, is
 * no state; nor is a part that no run changes, or what a table holds that no element shows. */
process fills (view int in, view long out, view long sums)
{
  int copy[8], sum[2], table[2] = { 3, 5 }, seen[16] = { 0 };
  struct state s = { 0, 7, 0 };
  struct run r;
  r.first = claim (in, 8);
  r.end = r.first + 8;
  for (long hd; (hd = update (in, r.end)) > 0;)
    {
      int local[8];
      commit (out, r.first);
      stall (out, hd);
      stall (sums, hd);
      for (long k = r.first; k < hd; k++)
        copy[k - r.first] = in[[k]];
      sum[0] = sum[1] = 0;
      s.run++;
      for (long k = r.first; k < hd; k++)
        {
          if (seen[in[[k]] & 15]++ > 0)
            s.run++;
          sum[k & 1] += copy[k - r.first];
          local[k & 7] = sum[k & 1];
          out[[k]] = s.scale * table[k & 1] * copy[k - r.first] + r.first;
          sums[[k]] = sum[k & 1] + local[k & 7];
        }
      commit (out, hd);
      commit (sums, hd);
      r.first = claim (in, 8);
      r.end = r.first + 8;
    }
}

/* Static variables are state, too, as those of the program are. */
static int total;
extern int seen[4];
struct pair { int first, second; };
static struct pair pair;
static _Thread_local long turns;

process static_sums (view int in, view int out)
{
  static int sum;
  for (;;)
    {
      long i = claim (in, 1);
      commit (out, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      sum += in[[i]];
      out[[i]] = sum;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'sum', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      commit (out, i + 1);
    }
}

process globals (view int in, view int out, view long marks)
{
  for (;;)
    {
      long i = claim (in, 1);
      commit (out, i);
      commit (marks, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      stall (marks, i + 1);
      out[[i]] = total;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'total', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      total = in[[i]];
      commit (out, i + 1);
      marks[[i]] = ++turns;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'turns', which is kept from an earlier run, flows into 'marks'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      commit (marks, i + 1);
    }
}

process global_parts (view int in, view int out)
{
  for (;;)
    {
      long i = claim (in, 1);
      commit (out, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      seen[in[[i]] & 3]++;
      out[[i]] = seen[in[[i]] & 3] + pair.second;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'seen', which is kept from an earlier run, flows into 'out'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      pair.first = in[[i]];
      commit (out, i + 1);
    }
}

/* What each run sets first is no state, nor what it only reads, or only counts; and a function may
 * set a variable of the program, but none that is static in another function. */
static int scale = 3, first, worked;
static volatile int elsewhere;
extern void reset (void);

process statics_set_first (view int in, view int out)
{
  for (;;)
    {
      long i = claim (in, 1);
      commit (out, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      first = in[[i]];
      worked++;
      elsewhere += first;
      out[[i]] = scale * first + elsewhere;
      commit (out, i + 1);
    }
}

process set_by_another (view int in, view int out, view int sums)
{
  static int sum;
  for (;;)
    {
      long i = claim (in, 1);
      commit (out, i);
      commit (sums, i);
      if (update (in, i + 1) != i + 1)
        return;
      stall (out, i + 1);
      stall (sums, i + 1);
      reset ();
      total += in[[i]];
      out[[i]] = total;
      sum += in[[i]];
      sums[[i]] = sum;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'sum', which is kept from an earlier run, flows into 'sums'{{.*}} {{\[}}-fplugin-arg-erbium-warn=claim-state]
      commit (out, i + 1);
      commit (sums, i + 1);
    }
}

process unregistered (record int r)
{
  view int v = new_read_view (r);
  alloc (v, 4);
  long i = claim (v, 4);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'claim' of 'v' before 'register' {{\[}}-fplugin-arg-erbium-warn=before-register]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: 'v' created here
  if (update (v, i + 4))
    release (v, i + 4);
}

process registered (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 4);
  if (update (v, claim (v, 4) + 4))
    free_view (v);
}
