/* What a process is: parameters that are known, no result.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * One message for a value that is returned, whatever GCC is asked for.
 * RUN: not env LC_ALL=C %plugin -Wall -Wextra -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=WALL --implicit-check-not="in function returning"
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=WALL --implicit-check-not="in function returning"
 * RUN: not env LC_ALL=C %plugin -DFUNCTION -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=FUNCTION
 * WALL: 'return' with a value in process
 * FUNCTION: {{warning|error}}: 'return' with a value, in function returning void
 */
process many (int n, ...);
// CHECK-DAG: :[[@LINE-1]]:1: error: process declared with '...'; a process has a fixed number of parameters
int typed (int) __attribute__ ((__erbium_process__));
// CHECK-DAG: :[[@LINE-1]]:1: error: process declared to return 'int'; a process returns nothing
process variable;
// CHECK-DAG: :[[@LINE-1]]:1: error: expected the parameters of a process: 'process p (...)' or 'process (*p) (...)'
process returns (int n) { if (n) return; return n; }
// CHECK-DAG: :[[@LINE-1]]:49: error: 'return' with a value in process 'returns', which returns nothing
// CHECK-DAG: :[[@LINE-2]]:9: note: 'returns' declared here
process address (int n) { return &n; }
// CHECK-DAG: :[[@LINE-1]]:34: error: 'return' with a value in process 'address', which returns nothing
// CHECK-DAG: :[[@LINE-2]]:9: note: 'address' declared here
process none () { }
// CHECK-DAG: :[[@LINE-1]]:9: note: 'none' declared here
process old (a, b) long a; int b; { (void) a; (void) b; }
// CHECK-DAG: :[[@LINE-1]]:9: error: old-style definition of process 'old'; declare its parameters in the parentheses: 'process old (int n)'
void runs_old (void) { run old (1, 2); }
process unnamed (int n) { (void) n; return (void) n; }
process main (void) { }
// CHECK-DAG: :[[@LINE-1]]:9: error: cannot declare 'main' as a process; a program starts with a function
void f (void) { run none (1); run none (); }
// CHECK-DAG: :[[@LINE-1]]:17: error: too many arguments to function 'none'
#ifdef FUNCTION
void within (int n) { process local (int); return n; }
#endif
