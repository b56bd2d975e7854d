/* A view that a process was started with belongs to it.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 */
process one (view int v);
process two (view int v, view int w);
void stop (void) __attribute__ ((noreturn));
void
twice (record int r, view int a, view int b, view int c, view int d, view int e, int n)
{
  run one (a);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'a' passed to process 'one' here
  run one (a);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'a' passed to a second process; a view belongs to one process
  run two (b, b);
// CHECK-DAG: :[[@LINE-1]]:15: error: 'b' passed twice to the same process
  run one (c);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'c' passed to process 'one' here
  commit (c, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'c' used after it was passed to a process
  run one (d);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'd' passed to process 'one' here
  n = d[[n]];
// CHECK-DAG: :[[@LINE-1]]:8: error: 'd' used after it was passed to a process
  if (n)
    run one (e);
// CHECK-DAG: :[[@LINE-1]]:5: note: 'e' passed to process 'one' here
  else
    run two (new_read_view (r), e);
  e[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: 'e' used after it was passed to a process
}

void
loops (view int a, view int b, view int c, view int d, int n)
{
  for (int i = 0; i < 2; i++)
    run one (a);
// CHECK-DAG: :[[@LINE-1]]:14: error: 'a' passed to a process again in each iteration; a view belongs to one process
  for (;;)
    {
      if (n == 7)
        break;
      run one (d);
// CHECK-DAG: :[[@LINE-1]]:16: error: 'd' passed to a process again in each iteration; a view belongs to one process
    }
  while (n--)
    if (n == 3)
      {
        run one (b);
        continue;
      }
    else
      update (b, n);
  do
    run one (c);
// CHECK-DAG: :[[@LINE-1]]:14: warning: 'c' passed to a process again in each iteration; a view belongs to one process [-fplugin-arg-erbium-warn=after-run]
  while (n++ < 10);
}

/* Whether there is a second turn, nobody sees: */
int started;
void
may_be_once (view int a, view int b, int n)
{
  for (int i = 0; i < n; i++)
    run one (a);
// CHECK-DAG: :[[@LINE-1]]:14: warning: 'a' passed to a process again in each iteration; a view belongs to one process [-fplugin-arg-erbium-warn=after-run]
  while (!started)
    {
      update (b, 1);
// CHECK-DAG: :[[@LINE-1]]:15: warning: 'b' used after it was passed to a process [-fplugin-arg-erbium-warn=after-run]
      run one (b);
// CHECK-DAG: :[[@LINE-1]]:7: note: 'b' passed to process 'one' here
      started = 1;
    }
}

/* Right: one turn each. */
#define START(v) do { run one (v); } while (0)
void
once (view int a, view int b, view int c, view int d, view int e, view int f, view int g, int n)
{
  START (a);
  for (int i = 1; i; i = 0)
    run one (b);
  for (int i = 0; i < 1; i++)
    run one (c);
  for (int done = 0; !done;)
    {
      run one (d);
      done = 1;
    }
  do
    do
      run one (e);
    while (!1);
  while (0 && n++);
  do
    {
      if (n)
        break;
      run one (f);
    }
  while (0);
  for (;;)
    {
      run one (g);
      switch (n)
        {
        case 1:
          return;
        default:
          return;
        }
    }
}

/* A structure goes with its views. */
struct has { view int m; int n; };
struct of_them { struct has s[2]; };
process takes (struct has s);
process takes_all (struct of_them p);
void
structures (record int r, struct of_them p)
{
  struct has s = { new_read_view (r), 1 }, t = { new_read_view (r), 1 }, u = { new_read_view (r), 1 }, v = s;
  run takes (s);
// CHECK-DAG: :[[@LINE-1]]:3: note: 's' passed to process 'takes' here
  run takes (s);
// CHECK-DAG: :[[@LINE-1]]:14: error: 's' passed to a second process; a view belongs to one process
  run takes (t);
// CHECK-DAG: :[[@LINE-1]]:3: note: 't' passed to process 'takes' here
  update (t.m, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 't.m' used after it was passed to a process
  run one (u.m);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'u.m' passed to process 'one' here
  run takes (u);
// CHECK-DAG: :[[@LINE-1]]:14: error: 'u' passed to a second process; a view belongs to one process
  run takes_all (p);
  run takes_all (p);
// CHECK-DAG: :[[@LINE-1]]:18: error: 'p' passed to a second process; a view belongs to one process
  /* Right: */
  v.m = new_read_view (r);
  run takes (v);
  v.m = new_read_view (r);
  v.n = 2;
  run takes (v);
  v = (struct has) { new_read_view (r), 2 };
  run takes (v);
}

/* Right: */
void
right (record int r, view int a, view int b, view int c, view int d, view int e, view int f, int n)
{
  run one (a);
  a = new_read_view (r);
  run one (a);
  for (int i = 0; i < n; i++)
    {
      view int v = new_read_view (r);
      run one (v);
    }
  for (;;)
    {
      if (n++ > 3)
        {
          run one (b);
          break;
        }
      update (b, n);
    }
  if (n)
    run one (c);
  else
    update (c, 1);
  if (n == 2)
    {
      run one (d);
      return;
    }
  update (d, 1);
  switch (n)
    {
    case 1: run one (e); break;
    default: run one (e);
    }
  if (n == 4)
    {
      run one (f);
      stop ();
    }
  run one (f);
  int m = a == 0;
  (void) m;
}

void
copies (record int r, view int a, view int b, view int c, view int d, int n)
{
  view int x = a;
// CHECK-DAG: :[[@LINE-1]]:12: note: 'x' is a copy of 'a'
  view int y = b;
// CHECK-DAG: :[[@LINE-1]]:12: note: 'y' is a copy of 'b'
  run one (a);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'a' passed to process 'one' here
  run one (x);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'x' passed to a second process; a view belongs to one process
  view int z = y;
  run one (z);
// CHECK-DAG: :[[@LINE-1]]:3: note: 'z' passed to process 'one' here
  y[[n]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: 'y' used after it was passed to a process
  view int same = c;
  run two (c, same);
// CHECK-DAG: :[[@LINE-1]]:15: error: 'same' passed twice to the same process
  /* Right: no copies for certain. */
  view int one_of = n ? d : c, other = d, later = 0;
  d = new_read_view (r);
  run one (d);
  run one (other);
  later = one_of;
  one_of = new_read_view (r);
  run one (one_of);
  run one (later);
  for (int i = 0; i < n; i++)
    {
      view int fresh = new_read_view (r), copy = fresh;
      run one (copy);
    }
}
