// Which warnings are given: with -Wall, with their own switches, as errors, with -w.
// RUN: %plugin -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %plugin -Wextra -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %plugin -Wall -Wno-all -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %plugin -Wall -w -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %plugin -Wall -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=ALLOC,FREE
// RUN: %oldplugin -Wall -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=ALLOC,FREE
// RUN: %plugin -Wall -Wno-unused -flto -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=ALLOC,FREE
// RUN: %plugin -Wall -fplugin-arg-erbium-no-warn=before-alloc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FREE --implicit-check-not=before-alloc
// RUN: %plugin -Wall -fplugin-arg-erbium-no-warn=before-alloc -fplugin-arg-erbium-no-warn=after-free -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %plugin -fplugin-arg-erbium-warn=after-free -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FREE --implicit-check-not=before-alloc
// RUN: not %plugin -Wall -Werror -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %plugin -fplugin-arg-erbium-warn=everything -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not %plugin -fplugin-arg-erbium-no-warn -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=EMPTY
// NONE-NOT: {{warning|error}}

process p (record int r)
{
  view int v = new_write_view (r);
  register (v);
  stall (v, 1);
// ALLOC: [[@LINE-1]]:{{[0-9]+}}: warning: 'stall' of 'v' before 'alloc' {{\[}}-fplugin-arg-erbium-warn=before-alloc]
// ERROR: error: 'stall' of 'v' before 'alloc' {{\[}}-fplugin-arg-erbium-warn=before-alloc] {{\[}}-Werror]
  free_view (v);
  commit (v, 1);
// FREE: [[@LINE-1]]:{{[0-9]+}}: warning: 'commit' of 'v' after 'free_view' {{\[}}-fplugin-arg-erbium-warn=after-free]
}
// NAME: error: unrecognized argument in option '-fplugin-arg-erbium-warn=everything'
// NAME-NEXT: note: valid arguments to '-fplugin-arg-erbium-warn=' are: before-update, before-stall, before-alloc, after-release, after-commit, after-free, after-run, unused-update, kept-address, backwards, narrow-index, beyond-update, beyond-stall, observer, before-register, claim-state, never-released, never-committed, local-address
// EMPTY: error: unrecognized argument in option '-fplugin-arg-erbium-no-warn='
// EMPTY-NEXT: note: valid arguments to '-fplugin-arg-erbium-no-warn=' are: before-update,
