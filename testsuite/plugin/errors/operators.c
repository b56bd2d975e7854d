/* The only operator of a view is v[[i]]; a record has none.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error:
 */
struct pair { int x; };
#define FIRST(v) v[0]
// CHECK-DAG: :[[@LINE-1]]:19: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
#define ELEMENT(v, i) v[[i]]
typedef view int vector_of_views[4];

void
views (view int v, view int w, view struct pair s, view int *p, int i)
{
  v[i] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  v[0] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  i = v[i + 1];
// CHECK-DAG: :[[@LINE-1]]:8: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  *v = 2;
// CHECK-DAG: :[[@LINE-1]]:3: error: invalid dereference of 'view int'; use 'v{{\[\[}}i]]' for an element
  *(v + i) = 3;
// CHECK-DAG: :[[@LINE-1]]:7: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  s->x = 4;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid dereference of 'view struct pair'; use 's{{\[\[}}i]]' for an element
  (*s).x = 4;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid dereference of 'view struct pair'; use 's{{\[\[}}i]]' for an element
  s[i].x = 4;
// CHECK-DAG: :[[@LINE-1]]:4: error: subscript of 'view struct pair' in single brackets; use 's{{\[\[}}i]]' for an element
  v++;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  --v;
// CHECK-DAG: :[[@LINE-1]]:3: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  v += i;
// CHECK-DAG: :[[@LINE-1]]:5: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  v -= 1;
// CHECK-DAG: :[[@LINE-1]]:5: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  i = *v++;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  int *a = v + 1;
// CHECK-DAG: :[[@LINE-1]]:12: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  int *b = &v[i];
// CHECK-DAG: :[[@LINE-1]]:14: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  b = &v[0];
// CHECK-DAG: :[[@LINE-1]]:7: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  b = v + 0;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  b = &v[i] - i;
// CHECK-DAG: :[[@LINE-1]]:9: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
  i = (i ? v : w)[i + 1];
// CHECK-DAG: :[[@LINE-1]]:18: error: subscript of 'view int' in single brackets; use 'v{{\[\[}}i]]' for an element
// CHECK-DAG: :[[@LINE-2]]:18: error: subscript of 'view int' in single brackets; use 'w{{\[\[}}i]]' for an element
  i = (i ? v + 2 : w)[[i + 1]];
// CHECK-DAG: :[[@LINE-1]]:14: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  i = v - w;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid arithmetic on 'view int'; use 'v{{\[\[}}i]]' for an element
  i = v < w;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid comparison of 'view int'; use 'v{{\[\[}}i]]' for an element
  i = v >= w;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid comparison of 'view int'; use 'v{{\[\[}}i]]' for an element
  i = FIRST (v);
  /* Right: */
  int *c = &v[[i]] + 1;
  i = v[[i]] + (&v[[i]])[2] + *&v[[i]] + (v)[[i]] + ELEMENT (v, ELEMENT (w, i));
  (&s[[i]])->x = (&(s[[0]]))->x + s[[i - i]].x + s[[3]].x;
  p[1] = p[0];
  p[i][[2]] = (*p)[[i]] + p [i] [[ v [[ i ]] ]];
  p++;
  (void) a, (void) b, (void) c;
}

void
records (record int r, record int q, int i)
{
  r[[i]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  r[[0]] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  record int e = &r[[0]], f = i ? &r[[i - i]] : r;
// CHECK-DAG: :[[@LINE-1]]:18: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
// CHECK-DAG: :[[@LINE-2]]:35: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  int *g = &r[[0]];
// CHECK-DAG: :[[@LINE-1]]:12: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  (void) e, (void) f, (void) g;
  r[i] = 1;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid subscript of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  *r = 1;
// CHECK-DAG: :[[@LINE-1]]:3: error: invalid dereference of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  r++;
// CHECK-DAG: :[[@LINE-1]]:4: error: invalid arithmetic on 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  r += 1;
// CHECK-DAG: :[[@LINE-1]]:5: error: invalid arithmetic on 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  i = r - q;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid arithmetic on 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  i = r < q;
// CHECK-DAG: :[[@LINE-1]]:9: error: invalid comparison of 'record int'; connect a view to it with 'new_read_view' or 'new_write_view'
  i = r == q || !r;
}
