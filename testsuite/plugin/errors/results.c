/* What a primitive returns is of the type that it makes.
 *
 * RUN: not env LC_ALL=C %plugin -Wno-error=int-conversion -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -Wno-error=int-conversion -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
void takes (record int r);
void
f (record int r, view int v, int n)
{
  view float a = new_read_view (r);
// CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert a view of 'record int' to 'view float'; their element types differ
  view float b = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:18: error: expected 'view float' but 'new_record' returns a record
  record int c = new_read_view (r);
// CHECK-DAG: :[[@LINE-1]]:18: error: expected 'record int' but 'new_read_view' returns a view
  int *d = new_read_view (r);
// CHECK-DAG: :[[@LINE-1]]:12: error: expected 'int *' but 'new_read_view' returns a view
  void *e = new_write_view (r);
// CHECK-DAG: :[[@LINE-1]]:13: error: expected 'void *' but 'new_write_view' returns a view
  void *g = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:13: error: expected 'void *' but 'new_record' returns a record
  new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:3: error: cannot determine the element type of 'new_record'; assign its result to a 'record T'
  record int h = n ? new_record (1, 1) : 0;
  view const int i = new_read_view (r);
  takes (new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:10: error: expected 'record int' but 'new_read_view' returns a view
  v = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:7: error: expected 'view int' but 'new_record' returns a record
  int j = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: expected 'int' but 'new_record' returns a record
  v = new_read_view (new_record (1, 1));
// CHECK-DAG: :[[@LINE-1]]:22: error: cannot determine the element type of 'new_record'; assign its result to a 'record T'
  v = new_read_view (new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:22: error: 'new_read_view' expects a record, but the argument is the result of 'new_read_view'
  alloc (new_read_view (r), 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot determine the element type of 'new_read_view'; assign its result to a 'view T'
  alloc (new_record (1, 1), 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot determine the element type of 'new_record'; assign its result to a 'record T'
  alloc (v, new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:13: error: 'alloc' expects an integer, but the argument is the result of 'new_read_view'
  n = commit (v, 1);
// CHECK-DAG: :[[@LINE-1]]:5: error: {{void value not ignored as it ought to be|invalid use of void expression}}
  /* Right: */
  takes (new_record (1, 1));
  n = (int) update (v, 1) + done (v) + (int) missed (v);
  (void) new_read_view (r);
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g, (void) h, (void) i, (void) j;
}
