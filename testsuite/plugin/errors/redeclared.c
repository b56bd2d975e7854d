/* Declarations of one name have views, records and processes in the same places.
 *
 * RUN: not env LC_ALL=C %plugin -I%root/runtime/include -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -I%root/runtime/include -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
int f (view int v);
// CHECK-DAG: :[[@LINE-1]]:5: note: previous declaration of 'f' with type 'int (view int)'
int f (int *v) { return *v; }
// CHECK-DAG: :[[@LINE-1]]:5: error: conflicting types for 'f'; have 'int (int *)'
int g (int *v);
int g (record int v);
// CHECK-DAG: :[[@LINE-1]]:5: error: conflicting types for 'g'; have 'int (record int)'
// CHECK-DAG: :[[@LINE-3]]:5: note: previous declaration of 'g' with type 'int (int *)'
view int h (record int);
int *h (record int r) { (void) r; return 0; }
// CHECK-DAG: :[[@LINE-1]]:6: error: conflicting types for 'h'; have 'int *(record int)'
process p (view int v);
process p (int *v) { (void) v; }
// CHECK-DAG: :[[@LINE-1]]:9: error: conflicting types for 'p'; have 'process (int *)'
// CHECK-DAG: :[[@LINE-3]]:9: note: previous declaration of 'p' with type 'process (view int)'
extern view int x;
record int x;
// CHECK-DAG: :[[@LINE-1]]:12: error: conflicting types for 'x'; have 'record int'
// CHECK-DAG: :[[@LINE-3]]:17: note: previous declaration of 'x' with type 'view int'
extern view int y;
int *y;
// CHECK-DAG: :[[@LINE-1]]:6: error: conflicting types for 'y'; have 'int *'
extern int **z;
extern view int *z;
// CHECK-DAG: :[[@LINE-1]]:18: error: conflicting types for 'z'; have 'view int *'
typedef view int t;
typedef int *t;
// CHECK-DAG: :[[@LINE-1]]:14: error: conflicting types for 't'; have 'int *'
// CHECK-DAG: :[[@LINE-3]]:18: note: previous declaration of 't' with type 'view int'
void within (void) { extern int *local; (void) local; }
extern view int local;
// CHECK-DAG: :[[@LINE-1]]:17: error: conflicting types for 'local'; have 'view int'

process q (int x);
// CHECK-DAG: :[[@LINE-1]]:9: note: previous declaration of 'q' with type 'process (int)'
void q (int x) { (void) x; }
// CHECK-DAG: :[[@LINE-1]]:6: error: process 'q' redeclared as a function
void r (int x);
// CHECK-DAG: :[[@LINE-1]]:6: note: previous declaration of 'r' with type 'void (int)'
process r (int x) { (void) x; }
// CHECK-DAG: :[[@LINE-1]]:9: error: 'r' redeclared as a process

#include "erbium.h"
ERBIUM_PROCESS (wrong, ERBIUM_VIEW (int), int);
void wrong (int *v, int n) { (void) v, (void) n; }
// CHECK-DAG: :[[@LINE-1]]:6: error: conflicting types for 'wrong'; have 'void (int *, int)'
// CHECK-DAG: :[[@LINE-3]]:17: note: previous declaration of 'wrong' with type 'process (view int, int)'

/* Right: */
ERBIUM_PROCESS (either, ERBIUM_VIEW (int), int);
void either (view int v, int n) { (void) v, (void) n; }
extern view int same, other;
view int same;
extern view const int twice;
extern view const int twice;
int old ();
int old (view int v);
process again (record int r, view int v[2]);
process again (record int r, view int *v) { (void) r, (void) v; }
typedef view int u;
typedef view int u;
view int other;
