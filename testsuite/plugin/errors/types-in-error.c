/* A message prints a type that contains an error.
RUN: not %plugin -fsyntax-only %s 2>&1 | FileCheck %s
RUN: not %oldplugin -fsyntax-only %s 2>&1 | FileCheck %s
CHECK-NOT: confused by earlier errors
 */
int plain (void) { return 0; }
int plain (void[]);
/*
CHECK: types-in-error.c:[[@LINE-2]]:{{[0-9]+}}: error: declaration of {{.*}} as array of voids
CHECK: types-in-error.c:[[@LINE-3]]:5: error: conflicting types for {{.*}}plain{{.*}}; have {{.*}}int(<type-error>){{.}}
 */
int viewed (view int v) { return v == 0; }
int viewed (view int v, void[]);
/*
CHECK: types-in-error.c:[[@LINE-2]]:{{[0-9]+}}: error: declaration of {{.*}} as array of voids
CHECK: types-in-error.c:[[@LINE-3]]:5: error: conflicting types for {{.*}}viewed{{.*}}; have {{.*}}int (view int, <type-error>){{.}}
CHECK-NOT: confused by earlier errors
 */
