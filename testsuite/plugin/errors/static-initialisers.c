/* Initialisers of the file, and of static variables.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
static int object;
view int a = &object;
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert 'int *' to 'view int'
view int b = (view int) &object;
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert 'int *' to 'view int'
view int c = (view int) 16;
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert an integer to 'view int'
struct { int n; view int v; } d = { 1, &object };
// CHECK-DAG: :[[@LINE-1]]:35: error: cannot convert 'int *' to 'view int'
view int e[2] = { 0, (view int) &object };
// CHECK-DAG: :[[@LINE-1]]:17: error: cannot convert 'int *' to 'view int'
struct { view int v[2]; } g = { .v[1] = (view int) &object };
// CHECK-DAG: :[[@LINE-1]]:31: error: cannot convert 'int *' to 'view int'
view float h = (view float) (view int) 0;
view int none = 0, nothing = (void *) 0, all[3] = { 0 };
int f (void) { static view int s = (view int) &object; return s != 0; }
// CHECK-DAG: :[[@LINE-1]]:36: error: cannot convert 'int *' to 'view int'
