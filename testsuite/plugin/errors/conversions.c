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
// CHECK-DAG: :[[@LINE-1]]:12: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int b = p;
// CHECK-DAG: :[[@LINE-1]]:16: error: 'view int' cannot be made from 'int *'
  view int c = f;
// CHECK-DAG: :[[@LINE-1]]:16: error: 'view float' is no 'view int': the elements differ
  record int d = rf;
// CHECK-DAG: :[[@LINE-1]]:18: error: 'record float' is no 'record int': the elements differ
  view _Atomic int atomic = v;
// CHECK-DAG: :[[@LINE-1]]:29: error: 'view int' is no 'view _Atomic int': the elements differ
  int *x = f;
// CHECK-DAG: :[[@LINE-1]]:12: error: a 'view float' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int e = r;
// CHECK-DAG: :[[@LINE-1]]:16: error: 'record int' is no 'view int'; 'new_read_view' connects a view to a record
  record int g = v;
// CHECK-DAG: :[[@LINE-1]]:18: error: 'view int' is no 'record int'; 'new_read_view' connects a view to a record
  takes_pointer (v);
// CHECK-DAG: :[[@LINE-1]]:18: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  takes_any (v);
// CHECK-DAG: :[[@LINE-1]]:14: error: a 'view int' is no 'const void *'; the address of element 'i' is '&v{{\[\[}}i]]'
  takes (p);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'view int' cannot be made from 'int *'
  takes (f);
// CHECK-DAG: :[[@LINE-1]]:10: error: 'view float' is no 'view int': the elements differ
  several (n, w,
           p);
// CHECK-DAG: :[[@LINE-1]]:12: error: 'view int' cannot be made from 'int *'
  several (n, /* , */ r, w);
// CHECK-DAG: :[[@LINE-1]]:23: error: 'record int' is no 'view int'; 'new_read_view' connects a view to a record
  v = p;
// CHECK-DAG: :[[@LINE-1]]:5: error: 'view int' cannot be made from 'int *'
  p = v;
// CHECK-DAG: :[[@LINE-1]]:5: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = (view int) p;
// CHECK-DAG: :[[@LINE-1]]:7: error: 'view int' cannot be made from 'int *'
  p = (int *) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  n = (int) (long) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: a 'view int' is no 'int'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = (view int) 5;
// CHECK-DAG: :[[@LINE-1]]:5: error: 'view int' cannot be made from an integer
  v = 5;
// CHECK-DAG: :[[@LINE-1]]:5: error: 'view int' cannot be made from an integer
  f = (view float) w;
// CHECK-DAG: :[[@LINE-1]]:7: error: 'int_view' is no 'view float': the elements differ
  v = n ? w : p;
// CHECK-DAG: :[[@LINE-1]]:13: error: 'view int' cannot be made from 'int *'
  v = n ? w : f;
// CHECK-DAG: :[[@LINE-1]]:13: {{warning|error}}: pointer type mismatch in conditional expression{{( \[-Wincompatible-pointer-types\])?$}}
// CHECK-DAG: :[[@LINE-2]]:13: error: 'view float' is no 'view int': the elements differ
  struct pair h = { p, 1 };
// CHECK-DAG: :[[@LINE-1]]:19: error: 'view int' cannot be made from 'int *'
  h = (struct pair) { p, 2 };
// CHECK-DAG: :[[@LINE-1]]:21: error: 'view int' cannot be made from 'int *'
  view int i[2] = { w, p };
// CHECK-DAG: :[[@LINE-1]]:19: error: 'view int' cannot be made from 'int *'
  h.v = r;
// CHECK-DAG: :[[@LINE-1]]:7: error: 'record int' is no 'view int'; 'new_read_view' connects a view to a record
  p = (int *) (void *) v;
// CHECK-DAG: :[[@LINE-1]]:7: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  printf ("%p", v);
// CHECK-DAG: :[[@LINE-1]]:17: error: a 'view int' is passed for '...', where nothing takes it as one; pass it to a parameter of that type
  printf ("%d %p", n, r);
// CHECK-DAG: :[[@LINE-1]]:23: error: a 'record int' is passed for '...', where nothing takes it as one; pass it to a parameter of that type
  printf ("%d %p", v[[n]], (void *) &v[[n]]); /* right */
  if (v == p)
// CHECK-DAG: :[[@LINE-1]]:9: error: 'view int' cannot be made from 'int *'
    n++;
  n = v;
// CHECK-DAG: :[[@LINE-1]]:5: error: a 'view int' is no 'int'; the address of element 'i' is '&v{{\[\[}}i]]'
  v = n;
// CHECK-DAG: :[[@LINE-1]]:5: error: 'view int' cannot be made from 'int'
  short j[1] = { v };
// CHECK-DAG: :[[@LINE-1]]:16: error: a 'view int' is no 'short int'; the address of element 'i' is '&v{{\[\[}}i]]'
  w = &v;
// CHECK-DAG: :[[@LINE-1]]:7: error: 'int_view' cannot be made from 'view int *'
  view int (*k)[3] = v;
// CHECK-DAG: :[[@LINE-1]]:22: error: a 'view int' is no 'view int (*)[3]'; the address of element 'i' is '&v{{\[\[}}i]]'
  view int *(*m)[2] = w;
// CHECK-DAG: :[[@LINE-1]]:23: error: a 'int_view' is no 'view int *(*)[2]'; the address of element 'i' is '&v{{\[\[}}i]]'
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g, (void) i, (void) x, (void) j, (void) k, (void) m;
  return v;
// CHECK-DAG: :[[@LINE-1]]:10: error: a 'view int' is no 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
}

view int
address_is_no_view (view int v, int_view w, int n)
{
  view int a = &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:16: error: the address of an element is a 'int *', and no 'view int'
  w = &w[[n]];
// CHECK-DAG: :[[@LINE-1]]:7: error: the address of an element is a 'int *', and no 'int_view'
  takes (&v[[n + 1]]);
// CHECK-DAG: :[[@LINE-1]]:10: error: the address of an element is a 'int *', and no 'view int'
  w = n ? &v[[0]] : &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:19: error: the address of an element is a 'int *', and no 'int_view'
  (void) a;
  return &v[[n]];
// CHECK-DAG: :[[@LINE-1]]:10: error: the address of an element is a 'int *', and no 'view int'
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
