// GCC's own warning of a view without a value stands where the program uses the view.
//
// RUN: env LC_ALL=C %plugin -Wall -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=built-in
// RUN: env LC_ALL=C %oldplugin -Wall -O2 -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=built-in
process takes (view int v)
{
  free_view (v);
}

process commits (void)
{
  view int v;
  commit (v, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 'v' is used uninitialized
}

process registers (void)
{
  view int v;
  register (v, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 'v' is used uninitialized
}

process connects (void)
{
  record int r;
  view int v = new_read_view (r);
  // CHECK: :[[@LINE-1]]:16: warning: 'r' is used uninitialized
  free_view (v);
}

process passes (void)
{
  view int v;
  run takes (v);
  // CHECK: :[[@LINE-1]]:3: warning: 'v' is used uninitialized
}

#define PUBLISH(v) commit (v, 1)
#define BOTH(v) do { alloc (v, 1); PUBLISH (v); } while (0)
// CHECK: :[[@LINE-1]]:22: warning: 'v' is used uninitialized
process expands (void)
{
  view int v;
  BOTH (v);
}
