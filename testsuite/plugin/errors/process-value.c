/* A process is called as a function, and its value is used: GCC's error, and what p is.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=note:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=note:
 */
process p (int n);
int f (int);
void nothing (void);
int g (int c, process (*s) (int))
{
  int z = p (2);
// CHECK: :[[@LINE-1]]:11: error: {{void value not ignored as it ought to be|invalid use of void expression}}
// CHECK-NEXT: :[[@LINE-2]]:11: note: process 'p' called as a function; use 'run' to start it
// CHECK-NEXT: :8:9: note: 'p' declared here
  if (p (2))
    z = 0 + p (3);
// CHECK: :[[@LINE-2]]:7: note: process 'p' called as a function
// CHECK: :8:9: note:
// CHECK: :[[@LINE-3]]:13: note: process 'p' called as a function
// CHECK: :8:9: note:
  z = c ? f (1) : 0, z = p (7);
// CHECK: :[[@LINE-1]]:26: note: process 'p' called as a function
// CHECK: :8:9: note:
  z += f (p (5));
// CHECK: :[[@LINE-1]]:11: note: process 'p' called as a function
// CHECK: :8:9: note:
  z = s (8);
// CHECK: :[[@LINE-1]]:7: note: process 's' called as a function
// CHECK: :11:25: note: 's' declared here
  z = nothing (); run p (1);
// CHECK: :[[@LINE-1]]:5: error: {{void value not ignored as it ought to be|invalid use of void expression}}
  return z;
}
