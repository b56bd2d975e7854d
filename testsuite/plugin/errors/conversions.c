/* A view or record converts to nothing, and from nothing but null.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=incompatible --implicit-check-not=cast
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=incompatible --implicit-check-not=cast
 */
typedef view int int_view;
typedef struct erbium_view erbium_view;
typedef struct erbium_record erbium_record;
struct pair { view int v; int n; };
void takes (view int v);
void takes_pointer (int *p);
void takes_any (const void *p);
void takes_const (view const int v);
void several (int, view int,
              view int);
extern int printf (const char *, ...);

int *
returns (view int v, int *p, int_view w, view float f, record int r, record float rf, int n)
{
  int *a = v;
// CHECK-DAG: :[[@LINE-1]]:12: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int b = p;
// CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'int *' to 'view int'
  view int c = f;
// CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'view float' to 'view int'; their element types differ
  record int d = rf;
// CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert 'record float' to 'record int'; their element types differ
  view _Atomic int atomic = v;
// CHECK-DAG: :[[@LINE-1]]:29: error: cannot convert 'view int' to 'view _Atomic int'; their element types differ
  int *x = f;
// CHECK-DAG: :[[@LINE-1]]:12: error: cannot convert 'view float' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int e = r;
// CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'record int' to 'view int'; connect a view with 'new_read_view' or 'new_write_view'
  record int g = v;
// CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert 'view int' to 'record int'
  takes_pointer (v);
// CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  takes_any (v);
// CHECK-DAG: :[[@LINE-1]]:14: error: cannot convert 'view int' to 'const void *'; the address of element 'i' is '&v{{\[\[}}i]]'
  takes (p);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'int *' to 'view int'
  takes (f);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'view float' to 'view int'; their element types differ
  several (n, w,
           p);
// CHECK-DAG: :[[@LINE-1]]:12: error: cannot convert 'int *' to 'view int'
  several (n, /* , */ r, w);
// CHECK-DAG: :[[@LINE-1]]:23: error: cannot convert 'record int' to 'view int'; connect a view with 'new_read_view' or 'new_write_view'
  v = p;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'int *' to 'view int'
  p = v;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = (view int) p;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'int *' to 'view int'
  p = (int *) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  n = (int) (long) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'view int' to 'int'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = (view int) 5;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert an integer to 'view int'
  v = 5;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert an integer to 'view int'
  f = (view float) w;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'int_view' to 'view float'; their element types differ
  v = n ? w : p;
// CHECK-DAG: :[[@LINE-1]]:13: error: cannot convert 'int *' to 'view int'
  v = n ? w : f;
// CHECK-DAG: :[[@LINE-1]]:13: {{warning|error}}: pointer type mismatch in conditional expression{{( \[-Wincompatible-pointer-types\])?$}}
// CHECK-DAG: :[[@LINE-2]]:13: error: cannot convert 'view float' to 'view int'; their element types differ
  struct pair h = { p, 1 };
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert 'int *' to 'view int'
  h = (struct pair) { p, 2 };
// CHECK-DAG: :[[@LINE-1]]:21: error: cannot convert 'int *' to 'view int'
  view int i[2] = { w, p };
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert 'int *' to 'view int'
  h.v = r;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'record int' to 'view int'; connect a view with 'new_read_view' or 'new_write_view'
  p = (int *) (void *) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  printf ("%p", v);
// CHECK-DAG: :[[@LINE-1]]:17: error: cannot pass 'view int' through '...'; pass it to a parameter of that type
  printf ("%d %p", n, r);
// CHECK-DAG: :[[@LINE-1]]:23: error: cannot pass 'record int' through '...'; pass it to a parameter of that type
  printf ("%d %p", v[[n]], (void *) &v[[n]]); /* right */
  if (v == p)
// CHECK-DAG: :[[@LINE-1]]:9: error: cannot convert 'int *' to 'view int'
    n++;
  n = v;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'view int' to 'int'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = n;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'int' to 'view int'
  short j[1] = { v };
// CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'view int' to 'short int'; the address of element 'i' is '&v{{\[\[}}i]]'
  w = &v;
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'view int *' to 'int_view'
  view int (*k)[3] = v;
// CHECK-DAG: :[[@LINE-1]]:22: error: cannot convert 'view int' to 'view int (*)[3]'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int *(*m)[2] = w;
// CHECK-DAG: :[[@LINE-1]]:23: error: cannot convert 'int_view' to 'view int *(*)[2]'; the address of element 'i' is '&v{{\[\[}}i]]'
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g, (void) i, (void) x, (void) j, (void) k, (void) m;
  return v;
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'view int' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
}

view int
address_is_no_view (view int v, int_view w, int n)
{
  view int a = &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'int *' to 'view int'; the address of an element is not a view
  w = &w[[n]];
// CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'int *' to 'int_view'; the address of an element is not a view
  takes (&v[[n + 1]]);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'int *' to 'view int'; the address of an element is not a view
  w = n ? &v[[0]] : &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert 'int *' to 'int_view'; the address of an element is not a view
  (void) a;
  return &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'int *' to 'view int'; the address of an element is not a view
}

/* Right: */
view int
right (view int v, int_view w, view const int c, record int r, int n)
{
  int *p = &v[[n]], *q = n ? &v[[n]] : p;
  const void *any = &v[[0]];
  c = v;
  takes_const (v);
  takes_any (&v[[n]]);
  takes_any (&(v[[n]]));
  takes_any ((&v[[n]]));
  v = w ? w : 0;
  v = (void *) 0;
  v = new_read_view (r);
  v = n ? new_read_view (r) : new_write_view (r);
  erbium_view *behind = (erbium_view *) v;
  erbium_record *record_behind = (erbium_record *) r;
  (void) v, (void) q, (void) any, (void) behind, (void) record_behind;
  _Bool b = v;
  n = b && v && !w && v != 0 && v == w && &v[[1]] - &v[[n]] && &v[[1]] < p && &v[[1]] == p;
  n += *(n ? &v[[1]] : &v[[2]]);
  return w;
}

int table[10], grid[3][4];
void arrays (void)
{
  view int v = table;
  // CHECK-DAG: :[[@LINE-1]]:16: error: cannot convert 'int[10]' to 'view int'
  record int r = grid[1];
  // CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert 'int[4]' to 'record int'
  v = table + 1;
  // CHECK-DAG: :[[@LINE-1]]:13: error: cannot convert 'int[10]' to 'view int'
  v = &table;
  // CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'int (*)[10]' to 'view int'
  v = &table[1];
  // CHECK-DAG: :[[@LINE-1]]:7: error: cannot convert 'int *' to 'view int'
  (void) r;
}
