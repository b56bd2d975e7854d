/* A primitive takes a view or record, and integers, as many as it says.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %plugin11 -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct pair { int x; };
enum number { ZERO };
void
wrong (view int v, view int w, record int r, int n, double d, int *p, struct pair s)
{
  commit (v);
// CHECK-DAG: :[[@LINE-1]]:3: error: 'commit' takes 2 arguments, and has 1
  commit (v, 1, 2);
// CHECK-DAG: :[[@LINE-1]]:17: error: 'commit' takes 2 arguments, and has 3
  register (v, 1, 2);
// CHECK-DAG: :[[@LINE-1]]:19: error: 'register' takes 1 or 2 arguments, and has 3
  free_view (v, 0, 0);
// CHECK-DAG: :[[@LINE-1]]:20: error: 'free_view' takes 1 or 2 arguments, and has 3
  new_record (1);
// CHECK-DAG: :[[@LINE-1]]:3: error: 'new_record' takes 2 arguments, and has 1
  update (r, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this is a 'record int'; 'new_read_view' connects a view to it
  stall (r, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'stall' needs a view, and this is a 'record int'; 'new_write_view' connects a view to it
  new_read_view (v);
// CHECK-DAG: :[[@LINE-1]]:18: error: 'new_read_view' needs a record, and this has the type 'view int'
  new_write_view (p);
// CHECK-DAG: :[[@LINE-1]]:19: error: 'new_write_view' needs a record, and this has the type 'int *'
  update (p, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this has the type 'int *'
  update (n, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this has the type 'int'
  update (s, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this has the type 'struct pair'
  update (0, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this has the type 'int'
  update (&v[[n]], 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this is the address of an element
  update (v[[n]], 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'update' needs a view, and this has the type 'int'
  commit (v, d);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' is an integer, and this has the type 'double'
  commit (v, p);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' is an integer, and this has the type 'int *'
  commit (v, s);
// CHECK-DAG: :[[@LINE-1]]:14: error: the index of 'commit' is an integer, and this has the type 'struct pair'
  commit (v,
          v);
// CHECK-DAG: :[[@LINE-1]]:11: error: the index of 'commit' is an integer, and this has the type 'view int'
  receive_range (w, n, 1.5);
// CHECK-DAG: :[[@LINE-1]]:24: error: the end index of 'receive_range' is an integer, and this has the type 'double'
  claim (v);
// CHECK-DAG: :[[@LINE-1]]:3: error: 'claim' takes 2 or 3 arguments, and has 1
  claim (r, 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'claim' needs a view, and this is a 'record int'; 'new_read_view' connects a view to it
  claim (v, d);
// CHECK-DAG: :[[@LINE-1]]:13: error: the number of elements of 'claim' is an integer, and this has the type 'double'
  claim (v, 1, p);
// CHECK-DAG: :[[@LINE-1]]:16: error: the group of 'claim' is an integer, and this has the type 'int *'
  alloc (v, "8");
// CHECK-DAG: :[[@LINE-1]]:13: error: the horizon of 'alloc' is an integer, and this has the type 'char *'
  join (d);
// CHECK-DAG: :[[@LINE-1]]:9: error: 'join' needs what 'run' returned, and this has the type 'double'
  done (r);
// CHECK-DAG: :[[@LINE-1]]:9: error: 'done' needs a view, and this is a 'record int'; 'new_read_view' connects a view to it
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
