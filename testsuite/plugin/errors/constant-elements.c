/* What GCC says of an element names it as it is written.
 *
 * RUN: not env LC_ALL=C %plugin -S -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not env LC_ALL=C %oldplugin -S -o /dev/null %s 2>&1 | FileCheck %s
 */
void f (view const int cv, long i)
{
  cv[[0]] = 1;
// CHECK: :[[@LINE-1]]:{{.*}} read-only location 'cv{{\[\[0\]\]}}'
  cv[[3]] = 1;
// CHECK: :[[@LINE-1]]:{{.*}} read-only location 'cv{{\[\[3\]\]}}'
  cv[[i]]++;
// CHECK: :[[@LINE-1]]:{{.*}} read-only location 'cv{{\[\[\.\.\.\]\]}}'
}
