/* `run' of what is no process, as the first word of the language in a file.
RUN: not %plugin -c %s -o %t.o 2>&1 | FileCheck %s
RUN: not %oldplugin -c %s -o %t.o 2>&1 | FileCheck %s
 */
void worker (int x) { (void) x; }
// CHECK: run-first.c:[[@LINE+3]]:7: error: 'run' expects a process, but 'worker' is a function; declare it with 'process'
int main (void)
{
  run worker (3);
}
