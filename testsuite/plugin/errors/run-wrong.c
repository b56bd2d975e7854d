/* run of a process whose definition, further down, has an error: that is told, and nothing else.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
int main (void)
{
  run p (1);
}
process p (undefined_t x)
// CHECK: :[[@LINE-1]]:12: error: unknown type name 'undefined_t'
{
  (void) x;
}
