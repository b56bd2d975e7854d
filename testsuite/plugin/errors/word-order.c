/* view and record stand before the type of their elements; behind it is an error that
 * says so, and the declaration means what was meant.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %plugin -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=COUNT
 */
// COUNT-COUNT-7: must precede the element type
typedef double sample;
struct pair { int a, b; };
int view a;
// CHECK-DAG: :[[@LINE-1]]:5: error: 'view' must precede the element type: 'view T a'
unsigned long record b;
// CHECK-DAG: :[[@LINE-1]]:15: error: 'record' must precede the element type: 'record T b'
static struct pair view c;
// CHECK-DAG: :[[@LINE-1]]:20: error: 'view' must precede the element type: 'view T c'
sample
  view d;
// CHECK-DAG: :[[@LINE-1]]:3: error: 'view' must precede the element type: 'view T d'
void f (int view e, int n)
// CHECK-DAG: :[[@LINE-1]]:13: error: 'view' must precede the element type: 'view T e'
{
  struct { double view field; } s = { d };
// CHECK-DAG: :[[@LINE-1]]:19: error: 'view' must precede the element type: 'view T field'
  n += e[[n]] + (int) s.field[[n]] + c[[n]].a;
  for (int view i = e;;)
// CHECK-DAG: :[[@LINE-1]]:12: error: 'view' must precede the element type: 'view T i'
    n += i[[n]];
}
/* Right: other specifiers may stand before. */
const view int right1;
static view long right2;
long view int right3;
view int static right4;
/* Plain C: */
int view;
int g (int record, int);
