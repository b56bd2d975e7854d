/* run starts a process, with the arguments that it declares.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
process p (view int v, int n);
// CHECK-DAG: :[[@LINE-1]]:9: note: 'p' declared here
process none ();
// CHECK-DAG: :[[@LINE-1]]:9: note: 'none' declared here
struct operations { process (*go) (int n); };
process q (int n);
process (*table[2]) (int) = { q, q };
// CHECK-DAG: :[[@LINE-1]]:11: note: 'table' declared here
typedef process maker (int);
int function (int n);
// CHECK-DAG: :[[@LINE-1]]:5: note: 'function' declared here
int variable;
// CHECK-DAG: :[[@LINE-1]]:5: note: 'variable' declared here
void (*pointer) (int);
// CHECK-DAG: :[[@LINE-1]]:8: note: 'pointer' declared here
typedef int type;
struct pair { int x; };
void
f (view int v, view int x, view int y, view float w, record int r, struct pair s, int *q,
   struct operations *o, maker *m, struct operations member)
{
  run function (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process, but 'function' is a function; declare it with 'process', or call it without 'run'
  run variable (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process, but 'variable' is not a process
  run pointer (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process, but 'pointer' is not a process
  run missing (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: process 'missing' undeclared in this file; if another file defines it, declare it: 'process missing (...);'
  run missing (2); /* said once */
  run later (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to function 'later'
  run p;
// CHECK-DAG: :[[@LINE-1]]:7: error: expected '(' after 'run p'
  run p (v);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to function 'p'
  run p (v, 1, 2);
// CHECK-DAG: :[[@LINE-1]]:3: error: too many arguments to function 'p'
  run p (v, s);
// CHECK-DAG: :[[@LINE-1]]:13: error: incompatible type for argument 2 of 'p'
  run p (1.0, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: incompatible type for argument 1 of 'p'
  run p (q, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'int *' to 'view int'
  run p (w, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'view float' to 'view int'; their element types differ
  run p (r, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'record int' to 'view int'; connect a view with 'new_read_view' or 'new_write_view'
  run none (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: too many arguments to function 'none'
  run p (&v[[1]], 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'int *' to 'view int'; the address of an element is not a view
  int result = run function (2);
// CHECK-DAG: :[[@LINE-1]]:20: error: 'run' expects a process, but 'function' is a function; declare it with 'process', or call it without 'run'
  struct pair none = run p (x, 1);
// CHECK-DAG: :[[@LINE-1]]:22: error: invalid initializer
  run o->go (1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process, or of a variable that points to one; copy the member to a variable: 'process (*p) (...) = o->...; run p (...)'
  run (p) (y, 1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process without parentheses: 'run p (...)'
  run (*m) (2);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process, or of a variable that points to one, without parentheses: 'run p (...)'
  run (p (y, 3));
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects a process and its arguments without parentheses around them: 'run p (...)'
  int handle = run (o->go) (2) + 1;
// CHECK-DAG: :[[@LINE-1]]:20: error: 'run' expects the name of a process, or of a variable that points to one, without parentheses: 'run p (...)'
  run ((*o).go) ();
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process, or of a variable that points to one, without parentheses: 'run p (...)'
  run o->go ();
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process, or of a variable that points to one; copy the member to a variable: 'process (*p) (...) = o->...; run p (...)'
  run member.go (2);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'run' expects the name of a process, or of a variable that points to one; copy the member to a variable: 'process (*p) (...) = member....; run p (...)'
  run table[1] (s);
// CHECK-DAG: :[[@LINE-1]]:17: error: incompatible type for argument 1 of 'table'
  /* Right: */
  run p (y, 'x');
  run table[0] (1);
  run m (2);
  (void) result, (void) none, (void) handle;
}
static process later (int n, view const int v, struct pair *s)
// CHECK-DAG: :[[@LINE-1]]:16: note: declared here
{
  (void) n, (void) v, (void) s;
}
