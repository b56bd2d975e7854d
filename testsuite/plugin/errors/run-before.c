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
// HEADER: :[[@LINE-1]]:35: error: 'below' undeclared; 'run' in a precompiled header requires an earlier declaration
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
// CHECK-DAG: :[[@LINE-1]]:17: error: cannot convert 'view float' to 'view int'; their element types differ
  run elements (r);
// CHECK-DAG: :[[@LINE-1]]:17: error: cannot convert 'record int' to 'view int'; connect a view with 'new_read_view' or 'new_write_view'
  run elements (7);
// CHECK-DAG: :[[@LINE-1]]:17: error: cannot convert an integer to 'view int'
  run elements (u);
  run function (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process, but 'function' is a function
  run variable (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process, but 'variable' is not a process
  run table[1] (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'table' undeclared; 'run' of an array element requires an earlier declaration
  run elemnts (u);
// CHECK-DAG: :[[@LINE-1]]:7: error: process 'elemnts' undeclared in this file; did you mean 'elements'?
  run elemnts (u); /* said once */
  run nowhere_at_all (u);
// CHECK-DAG: :[[@LINE-1]]:7: error: process 'nowhere_at_all' undeclared in this file; if another file defines it, declare it: 'process nowhere_at_all (...);'
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
// CHECK-DAG: :[[@LINE-1]]:6: note: 'function' declared here
int variable;
// CHECK-DAG: :[[@LINE-1]]:5: note: 'variable' declared here
process (*table[2]) (int);
#endif
