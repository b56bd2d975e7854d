/* C allows i[p] for p[i]; a view stands before its brackets.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct s { view int v; view int a[2]; };
view int made (int);
#define AT(v, i) v[[i]]
int
f (view int v, view int w, struct s *s, int i)
{
  i = 0[[v]];
// CHECK-DAG: :[[@LINE-1]]:8: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  i = i[[ (v) ]];
// CHECK-DAG: :[[@LINE-1]]:8: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  i = (i + 1)[[v]];
// CHECK-DAG: :[[@LINE-1]]:14: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  int *p = &1[[v]];
// CHECK-DAG: :[[@LINE-1]]:14: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  i = i[[s->v]];
// CHECK-DAG: :[[@LINE-1]]:8: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  i = i[[made (1)]];
// CHECK-DAG: :[[@LINE-1]]:8: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  i = v[[1]][[w]];
// CHECK-DAG: :[[@LINE-1]]:13: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  2[[v]] = i;
// CHECK-DAG: :[[@LINE-1]]:4: error: the view must precede the brackets: 'v{{\[\[}}i]]'
  /* Right: */
  i += v[[v[[i]]]] + s->v[[i]] + s->a[1][[i]] + s->a[i][[w[[0]]]] + made (i)[[i]] + (v)[[i]];
  i += AT (v, i) + AT ((v), AT (w, i)) + AT (s->v, 0) + AT (made (0), 0);
  return i + *p + (i ? v : w)[[i]];
}
