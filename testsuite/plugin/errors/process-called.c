/* A process is started by run, not called.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
process p (view int v, int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: 'p' is declared here
process (*choose (int n)) (int);
process one (int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: 'one' is declared here
static process twice (int n) { (void) n; }
// CHECK-DAG: :[[@LINE-1]]:16: note: 'twice' is declared here
typedef process (*starter) (int);
void
f (view int v, starter s)
{
  starter table[2] = { one, twice };
  p (v, 1);
// CHECK-DAG: :[[@LINE-1]]:3: error: 'p' is a process, and is called like a function; 'run' starts it
  twice (2);
// CHECK-DAG: :[[@LINE-1]]:3: error: 'twice' is a process, and is called like a function; 'run' starts it
  s (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: a process is called like a function; 'run' starts it
  (*s) (1);
// CHECK-DAG: :[[@LINE-1]]:4: error: a process is called like a function; 'run' starts it
  table[1] (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: a process is called like a function; 'run' starts it
  choose (1) (2);
// CHECK-DAG: :[[@LINE-1]]:3: error: a process is called like a function; 'run' starts it
  (&one) (3);
// CHECK-DAG: :[[@LINE-1]]:4: error: 'one' is a process, and is called like a function; 'run' starts it
  void (*function) (int) = one;
// CHECK-DAG: :[[@LINE-1]]:28: error: a process is no function, and cannot be called through a pointer to one
  starter wrong = (starter) function;
// CHECK-DAG: :[[@LINE-1]]:19: error: a function is no process, and cannot be started through a pointer to one
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
