/* A process within a function: its frame may be gone while the process runs.
 *
 * RUN: not env LC_ALL=C %plugin -O2 -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not="internal compiler"
 * RUN: not env LC_ALL=C %plugin -O0 -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not="internal compiler"
 * RUN: not env LC_ALL=C %oldplugin -O2 -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not="internal compiler"
 */
int f (view int v)
{
  process g (int x) { v[[x]] = 3; }
// CHECK-DAG: :[[@LINE-1]]:11: error: process 'g' defined inside function 'f', whose variables it may outlive; define it outside and pass values as arguments
  join (run g (3));
  return 0;
}
/* One that uses nothing of the function is no other: it may yet, with the next line. */
void plain (void)
{
  process alone (int x) { (void) x; }
// CHECK-DAG: :[[@LINE-1]]:11: error: process 'alone' defined inside function 'plain', whose
  run alone (3);
}
process outer (int n)
{
  process inner (void) { n++; }
// CHECK-DAG: :[[@LINE-1]]:11: error: process 'inner' defined inside process 'outer', whose
  run inner ();
}
/* Declared before, as nested functions may be, and started through a pointer. */
void twice (int n)
{
  auto process later (int);
  process (*q) (int) = later;
  run q (1);
  run later (2);
  process later (int x) { n += x; }
// CHECK-DAG: :[[@LINE-1]]:11: error: process 'later' defined inside function 'twice', whose
}
/* A declaration is none of it, nor a plain function within a process. */
process elsewhere (int);
void starts (void) { process elsewhere (int); run elsewhere (1); }
process helped (int n) { int one (void) { return n + 1; } (void) one (); }
