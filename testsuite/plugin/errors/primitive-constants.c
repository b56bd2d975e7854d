/* Constants that cannot work.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct large { char bytes[1 << 20]; };
struct larger { char bytes[(1 << 30) + 1]; };
#define MANY 65536
void
f (view int v, view struct large l, view struct larger m, int n)
{
  record int a = new_record (0, 1);
// CHECK-DAG: :[[@LINE-1]]:30: error: the number of producers of 'new_record' must be between 1 and 65535, but is 0
  record int b = new_record (1, -1);
// CHECK-DAG: :[[@LINE-1]]:33: error: the number of consumers of 'new_record' must be between 0 and 65535, but is -1
  record int c = new_record (MANY, 1);
// CHECK-DAG: :[[@LINE-1]]:30: error: the number of producers of 'new_record' must be between 1 and 65535, but is 65536
  record int d = new_record (1, MANY);
// CHECK-DAG: :[[@LINE-1]]:33: error: the number of consumers of 'new_record' must be between 0 and 65535, but is 65536
  record int e = new_record (65535, 0);
  record int g = new_record (n, n);
  claim (v, 0);
// CHECK-DAG: :[[@LINE-1]]:13: error: the number of elements of 'claim' must be between 1 and 4611686018427387904, but is 0
  claim (v, 1, 0);
// CHECK-DAG: :[[@LINE-1]]:16: error: the group of 'claim' must be between 1 and 65535, but is 0
  alloc (v, 0);
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be between 1 and 268435456, but is 0
  alloc (v, -1);
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be between 1 and 268435456, but is -1
  alloc (v, 1 << 28);
  alloc (v, (1 << 28) + 1);
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be between 1 and 268435456, but is 268435457
  alloc (v, 1ull << 63);
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be between 1 and 268435456, but is 9223372036854775808
  alloc (l, 1024);
  alloc (l, 1025);
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be between 1 and 1024, but is 1025
  alloc (m, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: the elements of 'view struct larger' are larger than 1 GiB
  register (v, 0);
// CHECK-DAG: :[[@LINE-1]]:16: error: invalid id 0; ids begin at 1
  register (v, -2);
// CHECK-DAG: :[[@LINE-1]]:16: error: the id of 'register' must be between -1 and 65535, but is -2
  register (v, MANY);
// CHECK-DAG: :[[@LINE-1]]:16: error: the id of 'register' must be between -1 and 65535, but is 65536
  register (v, -1);
  free_view (v, 2);
// CHECK-DAG: :[[@LINE-1]]:17: error: the second argument of 'free_view' must be between 0 and 1, but is 2
  free_view (v, TERMINATE);
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g;
}
