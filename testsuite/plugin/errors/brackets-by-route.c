/* Single brackets of a view and double ones of an array are errors by each route: text
 * that is preprocessed, #line, no places of macros.
 *
 * RUN: not %plugin -c -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not %plugin -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s
 * RUN: not %plugin -ftrack-macro-expansion=0 -c -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not %plugin -DLINES -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefixes=CHECK,LINE
 * RUN: not %plugin -DLINES -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s --check-prefixes=CHECK,LINE
 * RUN: not %oldplugin -c -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not %oldplugin -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s
 * RUN: not %oldplugin -ftrack-macro-expansion=0 -c -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not %oldplugin -DLINES -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefixes=CHECK,LINE
 * RUN: not %oldplugin -DLINES -save-temps=obj -c -o %t.o %s 2>&1 | FileCheck %s --check-prefixes=CHECK,LINE
 */
#define AT(x, i) ((x)[[i]])
#define FIRST(x) ((x)[0])
#if 0
#line 700 "never"
#endif
#define BEGIN 5
#ifdef LINES
#line BEGIN "x.e"
#endif
process p (view int v) { int a[10] = {0}; v[0] = 1; a[[1]] = 2; }
// LINE: x.e:6:{{[0-9]+}}: error:
// CHECK: in single brackets; use {{.}}v{{.*}}i
// LINE: x.e:6:{{[0-9]+}}: error:
// CHECK: requires a view, but {{.}}a{{.}} is of type
process q (view int v, int *a, int i) { v[[0]] = AT (v, i) + a[0] + FIRST (a) + a[i] + AT (v, 0); }
#ifdef LINES
#line 9
#endif
process r (view int v, int i) { int a[10]; v[i] = 1; a[[0]] = v[[i]] + AT (v, 2); }
// LINE: x.e:10:{{[0-9]+}}: error:
// CHECK: in single brackets; use {{.}}v{{.*}}i
// LINE: x.e:10:{{[0-9]+}}: error:
// CHECK: requires a view, but {{.}}a{{.}} is of type
// CHECK-NOT: error:
