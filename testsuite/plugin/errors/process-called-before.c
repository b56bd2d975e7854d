/* A process is started by run, not called, also above its declaration, where C would take it for a
 * function.
 *
 * RUN: not env LC_ALL=C %plugin -Wno-error=implicit-function-declaration -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -std=gnu89 -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
void
before_any_word (int n)
{
  early (n);
// CHECK-DAG: :[[@LINE-1]]:3: error: process 'early' called as a function; use 'run' to start it
}
int
main (void)
{
  record int r = new_record (1, 1);
  producer (r);
// CHECK-DAG: :[[@LINE-1]]:3: error: process 'producer' called as a function; use 'run' to start it
  run consumer (r);
  if (helper (1))
    early (2), early (3), run early (4);
// CHECK-DAG: :[[@LINE-1]]:5: error: process 'early' called as a function; use 'run' to start it
// CHECK-DAG: :[[@LINE-2]]:16: error: process 'early' called as a function; use 'run' to start it
  return 0;
}
process early (int n) { (void) n; }
// CHECK-DAG: :[[@LINE-1]]:9: note: 'early' declared here
process producer (record int r) { (void) r; }
// CHECK-DAG: :[[@LINE-1]]:9: note: 'producer' declared here
process consumer (record int r) { (void) r; }
int helper (int n) { return n; }
