/* Views in local structures and arrays that a process was started with.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
process one (view int v);
process two (view int v, view int w);
struct s { view int v, w; struct { view int in; } deep[2]; };
void fill (struct s *);
void
twice (struct s x, record int r)
{
  struct s y = { new_read_view (r) };
  view int a[2] = { new_read_view (r) };
  run one (x.v);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'x.v' passed to process 'one' here
  run one (x.v);
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: error: 'x.v' passed to a second process; a view belongs to one process
  run one (a[1]);
  run one (a[1]);
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: error: 'a[1]' passed to a second process; a view belongs to one process
  run two (y.deep[1].in, y.deep[1].in);
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: error: 'y.deep[1].in' passed twice to the same process
  run one (y.v);
  commit (y.v, 1);
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: error: 'y.v' used after it was passed to a process
  run one (y.w);
  y.w[[0]] = 1;
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: error: 'y.w' used after it was passed to a process
}

/* Right, or not known. */
void
right (struct s x, struct s other, record int r, int n)
{
  view int a[2] = { new_read_view (r) }, b[2] = { new_read_view (r) };
  struct s known, *p = &known;
  run one (x.v);
  run one (x.w);
  run one (x.deep[0].in);
  run one (x.deep[1].in);
  x.v = new_read_view (r);
  run one (x.v);
  x = other;
  run one (x.v);
  run one (a[0]);
  run one (a[1]);
  for (int i = 0; i < n; i++)
    {
      struct s each = { new_read_view (r) };
      run one (each.v);
      a[0] = new_read_view (r);
      run one (a[0]);
    }
  run one (b[n]);
  run one (b[n]);
  fill (p);
  run one (known.v);
  fill (p);
  run one (known.v);
}
