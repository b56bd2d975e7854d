/* commit and stall are for write views, update and release for read views.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
void
initialised (record int r, int n)
{
  view int a = new_read_view (r), b;
// CHECK-DAG: :[[@LINE-1]]:16: note: 'a' connected with 'new_read_view' here
  b = new_write_view (r);
// CHECK-DAG: :[[@LINE-1]]:7: note: 'b' connected with 'new_write_view' here
  commit (a, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'commit' expects a write view, but 'a' is a read view
  stall (a, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'stall' expects a write view, but 'a' is a read view
  update (b, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a read view, but 'b' is a write view
  release (b, 1);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'release' expects a read view, but 'b' is a write view
  receive (b, 1);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'receive' expects a read view, but 'b' is a write view
  a[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:10: error: write to an element of the read view 'a'
  a[[n]] += 1;
// CHECK-DAG: :[[@LINE-1]]:10: error: write to an element of the read view 'a'
  ++a[[n]];
// CHECK-DAG: :[[@LINE-1]]:3: error: write to an element of the read view 'a'
  b[[n]] = a[[n]];
}

void
used (view int p, view int q, view int w, int n)
{
  commit (p, 1);
// CHECK-DAG: :[[@LINE-1]]:11: note: 'p' used as a write view by 'commit' here
  update (p, 2);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a read view, but 'p' is a write view
  for (;;)
    {
      n = update (q, n);
// CHECK-DAG: :[[@LINE-1]]:19: note: 'q' used as a read view by 'update' here
      if (n == 0)
        break;
      q[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:14: error: write to an element of the read view 'q'
      stall (q, n);
// CHECK-DAG: :[[@LINE-1]]:14: error: 'stall' expects a write view, but 'q' is a read view
    }
  w[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:10: error: write to an element of the read view 'w'
  update (w, 1);
// CHECK-DAG: :[[@LINE-1]]:11: note: 'w' used as a read view by 'update' here
}

void
copied (record int r, view int p, int n)
{
  view int a = new_read_view (r), b = a;
// CHECK-DAG: :[[@LINE-1]]:16: note: 'a' connected with 'new_read_view' here
// CHECK-DAG: :[[@LINE-2]]:35: note: 'b' is a copy of 'a'
  commit (b, n);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'commit' expects a write view, but 'b' is a read view
  view int q = p;
  update (q, n);
// CHECK-DAG: :[[@LINE-1]]:11: note: 'q' used as a read view by 'update' here
  p[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:10: error: write to an element of the read view 'p'
  /* Right: */
  view int c = a;
  c = new_write_view (r);
  commit (c, n);
}

/* Right: */
void
not_known (record int r, view int p, view int q, view int *s, int n)
{
  view int a = n ? new_read_view (r) : new_write_view (r), b = 0;
  if (n)
    commit (p, 1);
  else
    release (p, 1);
  switch (n)
    {
    case 1: update (q, 1); break;
    case 2: commit (q, 1); break;
    }
  b = new_read_view (r);
  update (b, 1);
  free_view (b);
  b = new_write_view (r);
  commit (b, 1);
  s[0][[1]] = s[1][[1]];
  (n ? (void) update (a, 1) : commit (a, 1));
  commit (s[0], 1), update (s[1], 1);
}

/* Whoever has &v may connect v anew: from there on, and where the text comes by again,
 * nothing is said of v. */
void connect (view int *);
void
address_taken (record int r, int n)
{
  view int a = new_read_view (r), b = new_read_view (r), c = new_read_view (r);
  commit (a, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'commit' expects a write view, but 'a' is a read view
  connect (&a);
  commit (a, 1);
  for (int i = 0; i < n; i++)
    {
      commit (b, i);
      connect (&b);
      c = new_write_view (r);
    }
  commit (c, 1);
  connect (&c);
  view int d = new_write_view (r);
  d[[0]] = n;
  release (d, 1);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'release' expects a read view, but 'd' is a write view
again:
  release (d, 1);
  connect (&d);
  if (n--)
    goto again;
}
