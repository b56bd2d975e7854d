/* [[ ]] is for views: of a pointer or an array it is an error, in macros and
 * preprocessed text, too; (i) in single brackets is plain C.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-parseable-fixits -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=FIX
 * RUN: not env LC_ALL=C %plugin -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=COUNT
 * RUN: not env LC_ALL=C %oldplugin -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=COUNT
 */
// COUNT-COUNT-17: {{requires a view|expected single}}
extern view int first; /* from here on */
#define ZERO 0
#define AT(x, i) ((x)[[i]])
// CHECK-DAG: :[[@LINE-1]]:22: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
// CHECK-DAG: :[[@LINE-2]]:22: error: '{{.. ..}}' requires a view, but 'a' is of type 'int[4]'; use 'a[i]' for an element
typedef int row[4], *pointer;
int bound[[3]], right[3], also [(2)];
// CHECK-DAG: :[[@LINE-1]]:10: error: expected single brackets around the bound of array 'bound'
typedef int type[[2]];
// CHECK-DAG: :[[@LINE-1]]:17: error: expected single brackets around the bound of array 'type'
struct s { int *p; int a[3]; };
int f (int *p, int i, view int v, view row w, struct s *s, int **q, view pointer u)
{
  int a[4] = { p[[i]], 2 };
// CHECK-DAG: :[[@LINE-1]]:17: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
// FIX: {[[@LINE-2]]:18-[[@LINE-2]]:19}:""
// FIX: {[[@LINE-3]]:20-[[@LINE-3]]:21}:""
  a[[i]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' requires a view, but 'a' is of type 'int[4]'; use 'a[i]' for an element
  a[[0]]++;
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' requires a view, but 'a' is of type 'int[4]'; use 'a[i]' for an element
  int *r = &p[[1]], *t = &a[[i]];
// CHECK-DAG: :[[@LINE-1]]:12: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
// CHECK-DAG: :[[@LINE-2]]:28: error: '{{.. ..}}' requires a view, but 'a' is of type 'int[4]'; use 'a[i]' for an element
  r = p + v[[i]]; t = &w[[i]][1];
  s->p[[ v[[i]] ]] = *t + *r + w[[0]][1] + (w[[i]])[i];
// CHECK-DAG: :[[@LINE-1]]:7: error: '{{.. ..}}' requires a view, but the operand is of type 'int *'; use single brackets
  int local[[2]][2] = { { 1 } }, (other)[2];
// CHECK-DAG: :[[@LINE-1]]:12: error: expected single brackets around the bound of array 'local'
  s->a[[1]] = other[0] + local[1][1];
// CHECK-DAG: :[[@LINE-1]]:7: error: '{{.. ..}}' requires a view, but the operand is of type 'int[3]'; use single brackets
  int x = AT (p, 1) + AT (a, i) + AT (v, 2);
  x += p[[ZERO]] + *w[[0]] + **&u[[0]] + *u[[ZERO]];
// CHECK-DAG: :[[@LINE-1]]:9: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
  p[[0]] = *q[[0]] + *u[[0]];
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
// CHECK-DAG: :[[@LINE-2]]:14: error: '{{.. ..}}' requires a view, but 'q' is of type 'int **'; use 'q[i]' for an element
  return p[(i)] + a[(0)] + x + i[[p]] + w[[i]][[1]] + a[ (1) ];
// CHECK-DAG: :[[@LINE-1]]:33: error: '{{.. ..}}' requires a view, but 'p' is of type 'int *'; use 'p[i]' for an element
// CHECK-DAG: :[[@LINE-2]]:47: error: '{{.. ..}}' requires a view, but the operand is of type 'row'; use single brackets
}
