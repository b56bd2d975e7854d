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
// COUNT-COUNT-17: {{wants a view|is for elements}}
extern view int first; /* from here on */
#define ZERO 0
#define AT(x, i) ((x)[[i]])
// CHECK-DAG: :[[@LINE-1]]:22: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
// CHECK-DAG: :[[@LINE-2]]:22: error: '{{.. ..}}' wants a view, and 'a' is a 'int[4]'; its elements are 'a[i]'
typedef int row[4], *pointer;
int bound[[3]], right[3], also [(2)];
// CHECK-DAG: :[[@LINE-1]]:10: error: '{{.. ..}}' is for elements of views; the bound of the array 'bound' has single brackets
typedef int type[[2]];
// CHECK-DAG: :[[@LINE-1]]:17: error: '{{.. ..}}' is for elements of views; the bound of the array 'type' has single brackets
struct s { int *p; int a[3]; };
int f (int *p, int i, view int v, view row w, struct s *s, int **q, view pointer u)
{
  int a[4] = { p[[i]], 2 };
// CHECK-DAG: :[[@LINE-1]]:17: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
// FIX: {[[@LINE-2]]:18-[[@LINE-2]]:19}:""
// FIX: {[[@LINE-3]]:20-[[@LINE-3]]:21}:""
  a[[i]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' wants a view, and 'a' is a 'int[4]'; its elements are 'a[i]'
  a[[0]]++;
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' wants a view, and 'a' is a 'int[4]'; its elements are 'a[i]'
  int *r = &p[[1]], *t = &a[[i]];
// CHECK-DAG: :[[@LINE-1]]:12: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
// CHECK-DAG: :[[@LINE-2]]:28: error: '{{.. ..}}' wants a view, and 'a' is a 'int[4]'; its elements are 'a[i]'
  r = p + v[[i]]; t = &w[[i]][1];
  s->p[[ v[[i]] ]] = *t + *r + w[[0]][1] + (w[[i]])[i];
// CHECK-DAG: :[[@LINE-1]]:7: error: '{{.. ..}}' wants a view, and this is a 'int *'; its elements have single brackets
  int local[[2]][2] = { { 1 } }, (other)[2];
// CHECK-DAG: :[[@LINE-1]]:12: error: '{{.. ..}}' is for elements of views; the bound of the array 'local' has single brackets
  s->a[[1]] = other[0] + local[1][1];
// CHECK-DAG: :[[@LINE-1]]:7: error: '{{.. ..}}' wants a view, and this is a 'int[3]'; its elements have single brackets
  int x = AT (p, 1) + AT (a, i) + AT (v, 2);
  x += p[[ZERO]] + *w[[0]] + **&u[[0]] + *u[[ZERO]];
// CHECK-DAG: :[[@LINE-1]]:9: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
  p[[0]] = *q[[0]] + *u[[0]];
// CHECK-DAG: :[[@LINE-1]]:4: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
// CHECK-DAG: :[[@LINE-2]]:14: error: '{{.. ..}}' wants a view, and 'q' is a 'int **'; its elements are 'q[i]'
  return p[(i)] + a[(0)] + x + i[[p]] + w[[i]][[1]] + a[ (1) ];
// CHECK-DAG: :[[@LINE-1]]:33: error: '{{.. ..}}' wants a view, and 'p' is a 'int *'; its elements are 'p[i]'
// CHECK-DAG: :[[@LINE-2]]:47: error: '{{.. ..}}' wants a view, and this is a 'row'; its elements have single brackets
}
