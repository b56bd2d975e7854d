/* A declaration in a block is none for other functions: they run a process that is not declared.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
void first (void)
{
  process p (int);
  run p (2);
}
void second (void)
{
  run p (2);
// CHECK: :[[@LINE-1]]:7: error: process 'p' undeclared in this file
}
