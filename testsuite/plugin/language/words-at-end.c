/* A word as the last token of a file, or of a header that ends with a macro.
RUN: printf 'process p (void);\n#define M(x) x\nM (view)' | not %plugin -xc -fsyntax-only - 2>&1 | FileCheck %s
RUN: printf 'process p (void);\n#define M(x) x\nM (record int)\n' | not %oldplugin -xc -fsyntax-only - 2>&1 | FileCheck %s
RUN: printf 'process p (void);\nview' | not %plugin -xc -fsyntax-only - 2>&1 | FileCheck %s
RUN: printf 'process p (void);\nrun' | not %oldplugin -xc -fsyntax-only - 2>&1 | FileCheck %s
RUN: printf 'process p (void);\nview const' | not %plugin -xc -fsyntax-only - 2>&1 | FileCheck %s
CHECK-NOT: internal
CHECK: error:
CHECK-NOT: internal */
