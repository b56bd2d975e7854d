/* run of a process that is declared further down, and of one that is not.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -fsyntax-only %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not %plugin -fdiagnostics-plain-output -DHEADER -x c-header %s -o %t.gch 2>&1 | FileCheck --check-prefix=HEADER %s
 */
#ifdef HEADER
static inline void f (void) { run below (1); }
// HEADER: :[[@LINE-1]]:35: error: 'below' is not declared; 'run' of a precompiled header starts a process that is declared above it
#else
struct pair { int x; };
view float w;
view int u;
record int r;
// CHECK-LABEL: In function 'main':
int main (void)
{
  struct pair s = { 1 };
  run fine (1);
  run few (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to function 'few'
  run many (1, 2);
// CHECK-DAG: :[[@LINE-1]]:3: error: too many arguments to function 'many'
  run type (s);
// CHECK-DAG: :[[@LINE-1]]:13: error: incompatible type for argument 1 of 'type'
  run elements (w);
// CHECK-DAG: :[[@LINE-1]]:17: error: 'view float' is no 'view int': the elements differ
  run elements (r);
// CHECK-DAG: :[[@LINE-1]]:17: error: 'record int' is no 'view int'; 'new_read_view' connects a view to a record
  run elements (7);
// CHECK-DAG: :[[@LINE-1]]:17: error: 'view int' cannot be made from an integer
  run elements (u);
  run function (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'function' is no process, and 'run' starts a process
  run variable (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'variable' is no process, and 'run' starts a process
  run table[1] (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'table' is not declared; 'run' of an element of an array starts a process that is declared above it
  run elemnts (u);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'elemnts' is run, and no process of that name is declared in this file; did you mean 'elements'?
  run elemnts (u); /* said once */
  run nowhere_at_all (u);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'nowhere_at_all' is run, and no process of that name is declared in this file; where it is in another one: 'process nowhere_at_all (...);'
}
process fine (int n);
process few (int m, int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: declared here
process many (int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: declared here
process type (int n);
// CHECK-DAG: :[[@LINE-1]]:19: note: expected 'int' but argument is of type 'struct pair'
process elements (view int v);
void function (int n) { (void) n; }
// CHECK-DAG: :[[@LINE-1]]:6: note: 'function' is declared here
int variable;
// CHECK-DAG: :[[@LINE-1]]:5: note: 'variable' is declared here
process (*table[2]) (int);
#endif
