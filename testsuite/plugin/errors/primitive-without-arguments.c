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
// CHECK-DAG: :[[@LINE-1]]:3: error: 'commit' takes 2 arguments, and has 0
  // It's a comment (with a parenthesis
  stall ();
// CHECK-DAG: :[[@LINE-1]]:3: error: 'stall' takes 2 arguments, and has 0
  /* int */ release ();
// CHECK-DAG: :[[@LINE-1]]:13: error: 'release' takes 2 arguments, and has 0
  view int w = new_read_view ();
// CHECK-DAG: :[[@LINE-1]]:16: error: 'new_read_view' takes 1 argument, and has 0
  if (n)
    register ();
// CHECK-DAG: :[[@LINE-1]]:5: error: 'register' takes 1 or 2 arguments, and has 0
  else
    free_view ();
// CHECK-DAG: :[[@LINE-1]]:5: error: 'free_view' takes 1 or 2 arguments, and has 0
  takes (1, update ());
// CHECK-DAG: :[[@LINE-1]]:13: error: 'update' takes 2 arguments, and has 0
  (void) done ();
// CHECK-DAG: :[[@LINE-1]]:10: error: 'done' takes 1 argument, and has 0
  while (n && !done ())
// CHECK-DAG: :[[@LINE-1]]:16: error: 'done' takes 1 argument, and has 0
    n--, alloc ();
// CHECK-DAG: :[[@LINE-1]]:10: error: 'alloc' takes 2 arguments, and has 0
  n = n * missed ();
// CHECK-DAG: :[[@LINE-1]]:11: error: 'missed' takes 1 argument, and has 0
  (void) w, (void) v;
  return update ();
// CHECK-DAG: :[[@LINE-1]]:10: error: 'update' takes 2 arguments, and has 0
}
void
declares (void)
{
  number *commit (), stall (), (*release) () = 0;
  extern int done ();
  commit (), stall (), done (), release ();
}
int *update (), join ();
