/* view and record of no type.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
view v;
// CHECK-DAG: :[[@LINE-1]]:6: error: expected the element type before 'v': 'view T v'
static record s = 0;
// CHECK-DAG: :[[@LINE-1]]:15: error: expected the element type before 's': 'record T s'
record r[3];
// CHECK-DAG: :[[@LINE-1]]:8: error: expected the element type before 'r': 'record T r'
struct node { view next; };
// CHECK-DAG: :[[@LINE-1]]:20: error: expected the element type before 'next': 'view T next'
void f (view a, const record b);
// CHECK-DAG: :[[@LINE-1]]:14: error: expected the element type before 'a': 'view T a'
// CHECK-DAG: :[[@LINE-2]]:30: error: expected the element type before 'b': 'record T b'
process p (view x) { commit (x, 1); }
// CHECK-DAG: :[[@LINE-1]]:17: error: expected the element type before 'x': 'view T x'
int main (void)
{
  view local = 0, other;
  // CHECK-DAG: :[[@LINE-1]]:8: error: expected the element type before 'local': 'view T local'
  return !other && !local;
}
typedef int T;
void right (view T, record int);
struct view { struct view *v; } view_of_its_own;
