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
// CHECK-DAG: :[[@LINE-1]]:18: error: 'new_read_view' of a 'record int' makes no 'view float'
  view float b = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:18: error: 'new_record' makes a record, and 'view float' is expected
  record int c = new_read_view (r);
// CHECK-DAG: :[[@LINE-1]]:18: error: 'new_read_view' makes a view, and 'record int' is expected
  int *d = new_read_view (r);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'new_read_view' makes a view, and 'int *' is expected
  void *e = new_write_view (r);
// CHECK-DAG: :[[@LINE-1]]:13: error: 'new_write_view' makes a view, and 'void *' is expected
  void *g = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:13: error: 'new_record' makes a record, and 'void *' is expected
  new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:3: error: of what type the elements of this 'new_record' are cannot be told; assign it to a 'record T'
  record int h = n ? new_record (1, 1) : 0;
  view const int i = new_read_view (r);
  takes (new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:10: error: 'new_read_view' makes a view, and 'record int' is expected
  v = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:7: error: 'new_record' makes a record, and 'view int' is expected
  int j = new_record (1, 1);
// CHECK-DAG: :[[@LINE-1]]:11: error: 'new_record' makes a record, and 'int' is expected
  v = new_read_view (new_record (1, 1));
// CHECK-DAG: :[[@LINE-1]]:22: error: of what type the elements of this 'new_record' are cannot be told; assign it to a 'record T'
  v = new_read_view (new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:22: error: 'new_read_view' needs a record, and this is what 'new_read_view' returned
  alloc (new_read_view (r), 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: of what type the elements of this 'new_read_view' are cannot be told; assign it to a 'view T'
  alloc (new_record (1, 1), 1);
// CHECK-DAG: :[[@LINE-1]]:10: error: of what type the elements of this 'new_record' are cannot be told; assign it to a 'record T'
  alloc (v, new_read_view (r));
// CHECK-DAG: :[[@LINE-1]]:13: error: 'alloc' needs an integer, and this is what 'new_read_view' returned
  n = commit (v, 1);
// CHECK-DAG: :[[@LINE-1]]:5: error: {{void value not ignored as it ought to be|invalid use of void expression}}
  /* Right: */
  takes (new_record (1, 1));
  n = (int) update (v, 1) + done (v) + (int) missed (v);
  (void) new_read_view (r);
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g, (void) h, (void) i, (void) j;
}
