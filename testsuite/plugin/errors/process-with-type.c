/* A process has no return type; one that is written is reported once, at its place.
 *
 * RUN: not env LC_ALL=C %plugin -Wall -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 * RUN: not env LC_ALL=C %oldplugin -Wall -fdiagnostics-plain-output -c -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
 */
typedef struct s { int x; } row;
process int p (int n) { return n; }
// CHECK-DAG: :[[@LINE-1]]:9: error: return type specified for process 'p'; a process returns nothing
extern process unsigned long q (void);
// CHECK-DAG: :[[@LINE-1]]:16: error: return type specified for process 'q'; a process returns nothing
process struct s *r (view int v);
// CHECK-DAG: :[[@LINE-1]]:9: error: return type specified for process 'r'; a process returns nothing
process row s ();
// CHECK-DAG: :[[@LINE-1]]:9: error: return type specified for process 's'; a process returns nothing
process void t (int n) { run p (n); }
// CHECK-DAG: :[[@LINE-1]]:9: error: return type specified for process 't'; a process returns nothing
int main (void) { run p (1); run q (); run r (0); run s (); run t (2); }
