/* A process is started by run, not called.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
process p (view int v, int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: 'p' declared here
process (*choose (int n)) (int);
process one (int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: 'one' declared here
static process twice (int n) { (void) n; }
// CHECK-DAG: :[[@LINE-1]]:16: note: 'twice' declared here
typedef process (*starter) (int);
void
f (view int v, starter s)
{
  starter table[2] = { one, twice };
  p (v, 1);
// CHECK-DAG: :[[@LINE-1]]:3: error: process 'p' called as a function; use 'run' to start it
  twice (2);
// CHECK-DAG: :[[@LINE-1]]:3: error: process 'twice' called as a function; use 'run' to start it
  s (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: process called as a function; use 'run' to start it
  (*s) (1);
// CHECK-DAG: :[[@LINE-1]]:4: error: process called as a function; use 'run' to start it
  table[1] (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: process called as a function; use 'run' to start it
  choose (1) (2);
// CHECK-DAG: :[[@LINE-1]]:3: error: process called as a function; use 'run' to start it
  (&one) (3);
// CHECK-DAG: :[[@LINE-1]]:4: error: process 'one' called as a function; use 'run' to start it
  void (*function) (int) = one;
// CHECK-DAG: :[[@LINE-1]]:28: error: cannot convert {{.*}}; a process cannot be called as a function
  starter wrong = (starter) function;
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert {{.*}}; a function cannot be started as a process
  (void) function, (void) wrong;
  /* Right: */
  void *any = (void *) one;
  (void) any;
  s = v ? one : twice;
  run s (1);
  run table[1] (2);
  run twice (3);
  starter t = choose (1);
  run t (4);
}
