/* A primitive with nothing in its parentheses lacks arguments; what declares a function
 * of that name does not.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 */
typedef int number;
void takes (int a, long b);
record int made;
long
calls (view int v, int n)
{
  commit ();
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to 'commit'; expected 2, have 0
  // It's a comment (with a parenthesis
  stall ();
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to 'stall'; expected 2, have 0
  /* int */ release ();
// CHECK-DAG: :[[@LINE-1]]:13: error: too few arguments to 'release'; expected 2, have 0
  view int w = new_read_view ();
// CHECK-DAG: :[[@LINE-1]]:16: error: too few arguments to 'new_read_view'; expected 1, have 0
  if (n)
    register ();
// CHECK-DAG: :[[@LINE-1]]:5: error: too few arguments to 'register'; expected 1 or 2, have 0
  else
    free_view ();
// CHECK-DAG: :[[@LINE-1]]:5: error: too few arguments to 'free_view'; expected 1 or 2, have 0
  takes (1, update ());
// CHECK-DAG: :[[@LINE-1]]:13: error: too few arguments to 'update'; expected 2, have 0
  (void) done ();
// CHECK-DAG: :[[@LINE-1]]:10: error: too few arguments to 'done'; expected 1, have 0
  while (n && !done ())
// CHECK-DAG: :[[@LINE-1]]:16: error: too few arguments to 'done'; expected 1, have 0
    n--, alloc ();
// CHECK-DAG: :[[@LINE-1]]:10: error: too few arguments to 'alloc'; expected 2, have 0
  n = n * missed ();
// CHECK-DAG: :[[@LINE-1]]:11: error: too few arguments to 'missed'; expected 1, have 0
  (void) w, (void) v;
  return update ();
// CHECK-DAG: :[[@LINE-1]]:10: error: too few arguments to 'update'; expected 2, have 0
}
void
declares (void)
{
  number *commit (), stall (), (*release) () = 0;
  extern int done ();
  commit (), stall (), done (), release ();
}
int *update (), join ();
