/* A primitive takes a view or record, and integers, as many as it says.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct pair { int x; };
enum number { ZERO };
void
wrong (view int v, view int w, record int r, int n, double d, int *p, struct pair s)
{
  commit (v);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to 'commit'; expected 2, have 1
  commit (v, 1, 2);
// CHECK-DAG: :[[@LINE-1]]:17: error: too many arguments to 'commit'; expected 2, have 3
  register (v, 1, 2);
// CHECK-DAG: :[[@LINE-1]]:19: error: too many arguments to 'register'; expected 1 or 2, have 3
  free_view (v, 0, 0);
// CHECK-DAG: :[[@LINE-1]]:20: error: too many arguments to 'free_view'; expected 1 or 2, have 3
  new_record (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to 'new_record'; expected 2, have 1
  update (r, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'record int'; connect a view to it with 'new_read_view'
  stall (r, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'stall' expects a view, but the argument is of type 'record int'; connect a view to it with 'new_write_view'
  new_read_view (v);
// CHECK-DAG: :[[@LINE-1]]:18: error: 'new_read_view' expects a record, but the argument is of type 'view int'
  new_write_view (p);
// CHECK-DAG: :[[@LINE-1]]:19: error: 'new_write_view' expects a record, but the argument is of type 'int *'
  update (p, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'int *'
  update (n, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'int'
  update (s, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'struct pair'
  update (0, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'int'
  update (&v[[n]], 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is the address of an element
  update (v[[n]], 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' expects a view, but the argument is of type 'int'
  commit (v, d);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' must be an integer, but is of type 'double'
  commit (v, p);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' must be an integer, but is of type 'int *'
  commit (v, s);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' must be an integer, but is of type 'struct pair'
  commit (v,
          v);
// CHECK-DAG: :[[@LINE-1]]:11: error: the index of 'commit' must be an integer, but is of type 'view int'
  receive_range (w, n, 1.5);
// CHECK-DAG: :[[@LINE-1]]:24: error: the end index of 'receive_range' must be an integer, but is of type 'double'
  claim (v);
// CHECK-DAG: :[[@LINE-1]]:3: error: too few arguments to 'claim'; expected 2 or 3, have 1
  claim (r, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'claim' expects a view, but the argument is of type 'record int'; connect a view to it with 'new_read_view'
  claim (v, d);
// CHECK-DAG: :[[@LINE-1]]:13: error: the number of elements of 'claim' must be an integer, but is of type 'double'
  claim (v, 1, p);
// CHECK-DAG: :[[@LINE-1]]:16: error: the group of 'claim' must be an integer, but is of type 'int *'
  alloc (v, "8");
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' must be an integer, but is of type 'char *'
  join (d);
// CHECK-DAG: :[[@LINE-1]]:9: error: 'join' expects a process handle, but the argument is of type 'double'
  done (r);
// CHECK-DAG: :[[@LINE-1]]:9: error: 'done' expects a view, but the argument is of type 'record int'; connect a view to it with 'new_read_view'
}

/* Right: */
void
right (view int v, enum number e, char c, unsigned long long u, _Bool b)
{
  update (v, e);
  update (v, c);
  update (v, u);
  update (v, b);
  update (v, 'x');
  register (v);
  register (v, 2);
  claim (v, c);
  claim (v, 8, e);
  free_view (v);
  free_view (v, HANDOVER);
}
