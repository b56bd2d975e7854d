/* v[[i], v[[]] and the like: GCC complains of what is written, not of parentheses.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not="')'" --implicit-check-not="'('"
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not="')'" --implicit-check-not="'('"
 */
int f (view int v, int *a, int i)
{
  v[[1] = 1;
// CHECK-DAG: :[[@LINE-1]]:5: error: expected expression before '[' token
  return v[[i]] + a[1];
}
int g (view int v, int *a, int i)
{
  i = v[[a[i]] = 1;
// CHECK-DAG: :[[@LINE-1]]:9: error: expected expression before '[' token
  return v[[a[i]]] + a[(i)];
}
int h (view int v)
{
  v[[]];
// CHECK-DAG: :[[@LINE-1]]:5: error: expected expression before '[' token
  return v[[1]];
}
