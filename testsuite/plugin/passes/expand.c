// What other passes have left becomes the fast paths of hot.h.
// RUN: %plugin -O2 -S %s -o - -fplugin-arg-erbium-verify | FileCheck %s
// RUN: %oldplugin -O2 -S %s -o - -fplugin-arg-erbium-verify | FileCheck %s
// RUN: %plugin -O2 -S %s -o - -fplugin-arg-erbium-verify -fplugin-arg-erbium-no-inline | FileCheck %s --check-prefix=CALLS
// RUN: %plugin -Os -S %s -o - -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=CALLS
// RUN: %plugin -O0 -S %s -o - -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=CALLS
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=expand -fplugin-arg-erbium-verify
// RUN: cat %t.d/*.erbium_expand* | FileCheck %s --check-prefix=DUMP
// DUMP: verified after erbium_expand
// CALLS-NOT: erbium_element_slow
// CALLS-NOT: erbium_wake_slow

// An update is a comparison before the call.
// CHECK-LABEL: {{^}}ask:
// CHECK: cmp
// CHECK: erbium_update_slow
// CALLS-LABEL: {{^}}ask:
// CALLS: erbium_update_slow
long ask (view int v, long i) { return update (v, i); }

// A commit is a load, a comparison, a store, and who sleeps is woken.  No locked
// instruction, no fence.
// CHECK-LABEL: {{^}}give:
// CHECK-NOT: {{lock|mfence|xchg}}
// CHECK-DAG: erbium_wake_slow
// CHECK-DAG: erbium_commit_slow
// CALLS-LABEL: {{^}}give:
// CALLS: erbium_commit_slow
void give (view int v, long i) { commit (v, i); }

// CHECK-LABEL: {{^}}free_to:
// CHECK-DAG: erbium_wake_slow
// CHECK-DAG: erbium_release_slow
void free_to (view int v, long i) { release (v, i); }

// CHECK-LABEL: {{^}}room:
// CHECK: cmp
// CHECK: erbium_stall_slow
void room (view int v, unsigned i) { stall (v, i); }

// An element is an addition.
// CHECK-LABEL: {{^}}element:
// CHECK-NOT: call
// CHECK-NOT: jmp
// CHECK: ret
int element (view int v, long i) { return v[[i]]; }
// CHECK-LABEL: {{^}}narrow:
// CHECK-NOT: call
// CHECK-NOT: jmp
// CHECK: ret
struct s12 { int a[3]; };
int narrow (view struct s12 v, unsigned i) { return v[[i]].a[2]; }
