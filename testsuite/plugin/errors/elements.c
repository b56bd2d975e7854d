/* The elements of views and records are of a complete object type.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct incomplete;
typedef int function (int);
struct nothing { };
typedef int open[];
view struct incomplete a;
// CHECK-DAG: :[[@LINE-1]]:24: error: view has incomplete element type 'struct incomplete'
view void b;
// CHECK-DAG: :[[@LINE-1]]:11: error: view of 'void'; elements must have a complete object type
view function c;
// CHECK-DAG: :[[@LINE-1]]:15: error: view of functions; elements must have a complete object type
record struct nothing d;
// CHECK-DAG: :[[@LINE-1]]:23: error: record has zero-sized element type 'struct nothing'
record open e;
// CHECK-DAG: :[[@LINE-1]]:13: error: record has incomplete element type 'open' {aka 'int[]'}
view enum later f;
// CHECK-DAG: :[[@LINE-1]]:17: error: view has incomplete element type 'enum later'
void
g (int n)
{
  typedef int row[n];
  view row v;
// CHECK-DAG: :[[@LINE-1]]:12: error: view of variable-sized elements; elements must have a constant size
  n = sizeof (record struct incomplete);
// CHECK-DAG: :[[@LINE-1]]:29: error: record has incomplete element type 'struct incomplete'
  (void) v;
}
void h (view void p, record struct incomplete q);
// CHECK-DAG: :[[@LINE-1]]:19: error: view of 'void'; elements must have a complete object type
// CHECK-DAG: :[[@LINE-2]]:47: error: record has incomplete element type 'struct incomplete'
struct itself { view struct itself next; };
// CHECK-DAG: :[[@LINE-1]]:36: error: field 'next' has incomplete type
