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
// CHECK-DAG: :[[@LINE-1]]:24: error: a view of the incomplete type 'struct incomplete'; define the type before
view void b;
// CHECK-DAG: :[[@LINE-1]]:11: error: a view of 'void'; the elements of a view are of a complete object type
view function c;
// CHECK-DAG: :[[@LINE-1]]:15: error: a view of functions; the elements of a view are of a complete object type
record struct nothing d;
// CHECK-DAG: :[[@LINE-1]]:23: error: a record of the type 'struct nothing', which has no size
record open e;
// CHECK-DAG: :[[@LINE-1]]:13: error: a record of the incomplete type 'open' {aka 'int[]'}; define the type before
view enum later f;
// CHECK-DAG: :[[@LINE-1]]:17: error: a view of the incomplete type 'enum later'; define the type before
void
g (int n)
{
  typedef int row[n];
  view row v;
// CHECK-DAG: :[[@LINE-1]]:12: error: a view of elements of variable size; the elements of a view have a size that is known when it is compiled
  n = sizeof (record struct incomplete);
// CHECK-DAG: :[[@LINE-1]]:29: error: a record of the incomplete type 'struct incomplete'; define the type before
  (void) v;
}
void h (view void p, record struct incomplete q);
// CHECK-DAG: :[[@LINE-1]]:19: error: a view of 'void'; the elements of a view are of a complete object type
// CHECK-DAG: :[[@LINE-2]]:47: error: a record of the incomplete type 'struct incomplete'; define the type before
struct itself { view struct itself next; };
// CHECK-DAG: :[[@LINE-1]]:36: error: field 'next' has incomplete type
