/* Views, records and processes inside of other types: pointers to them, arrays of them,
 * results and parameters of functions.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 */
typedef struct erbium_view erbium_view;
typedef view int int_view;
typedef void (*of_pointer) (int *);
typedef void (*of_view) (view int);
typedef process maker (view int);
void *malloc (unsigned long);
void takes_pointer (int *p);
void takes_view (view int v);
void takes_record (record int r);
int *returns_pointer (void);
void takes_function (void (*f) (int *));
process maker_of_pointer (int *p);

void (*static_view) (view int) = takes_pointer;
// CHECK-DAG: :[[@LINE-1]]:34: error: cannot convert 'void (*)(int *)' to 'void (*)(view int)'
of_pointer static_named = takes_view;
// CHECK-DAG: :[[@LINE-1]]:27: error: cannot convert 'void (*)(view int)' to 'of_pointer'

int **
f (view int v, int **w, record int r, view int *pv, view int (*a)[3], int *(*b)[3], int n, int *p)
{
  void (*g) (record int) = takes_pointer;
// CHECK-DAG: :[[@LINE-1]]:28: error: cannot convert 'void (*)(int *)' to 'void (*)(record int)'
  void (*h) (record int) = takes_view;
// CHECK-DAG: :[[@LINE-1]]:28: error: cannot convert 'void (*)(view int)' to 'void (*)(record int)'
  view int (*k) (void) = returns_pointer;
// CHECK-DAG: :[[@LINE-1]]:26: error: cannot convert 'int *(*)(void)' to 'view int (*)(void)'
  int **x = &v;
// CHECK-DAG: :[[@LINE-1]]:13: error: cannot convert 'view int *' to 'int **'
  w = &v;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'view int *' to 'int **'
  pv = w;
// CHECK-DAG: :[[@LINE-1]]:6: error: cannot convert 'int **' to 'view int *'
  pv = (view int *) w;
// CHECK-DAG: :[[@LINE-1]]:8: error: cannot convert 'int **' to 'view int *'
  pv = &r;
// CHECK-DAG: :[[@LINE-1]]:8: error: cannot convert 'record int *' to 'view int *'
  a = b;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'int *(*)[3]' to 'view int (*)[3]'
  w = n ? &v : w;
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert 'view int *' to 'int **'
  n = w == pv;
// CHECK-DAG: :[[@LINE-1]]:9: error: cannot convert 'int **' to 'view int *'
  takes_function (takes_view);
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert 'void (*)(view int)' to 'void (*)(int *)'
  maker *t = maker_of_pointer;
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert 'process (*)(int *)' to 'maker *'
  (void) g, (void) h, (void) k, (void) x, (void) t, (void) p;
  return pv;
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'view int *' to 'int **'
}

/* Right: */
int
right (view int v, int_view *pv, int n, view int a[n])
{
  of_view f = takes_view, none = 0;
  void (*old) () = takes_view;
  maker *t = 0;
  view int *block = malloc (3 * sizeof *block);
  void *any = &v;
  char *bytes = (char *) &v;
  erbium_view **behind = (erbium_view **) &v;
  view int const_of = n ? *pv : a[0];
  pv = &v;
  pv = n ? a : block;
  n = pv == &a[1];
  (void) f, (void) none, (void) old, (void) t, (void) any, (void) bytes, (void) behind, (void) const_of;
  return n;
}
