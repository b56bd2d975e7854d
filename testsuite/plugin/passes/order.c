// What may move over a primitive, and what not: in the code, where both kinds of order
// are seen, of the processor (the store is a release) and of the compiler.
// REQUIRES: x86_64
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=expand
// RUN: cat %t.d/*.erbium_expand* | FileCheck %s --check-prefix=DUMP
// RUN: %oldplugin -O2 -c %s -o %t.d/y.o -dumpdir %t.d/11- -fplugin-arg-erbium-dump=expand
// RUN: cat %t.d/11-*.erbium_expand* | FileCheck %s --check-prefix=DUMP
// RUN: %plugin -O2 -S %s -o - | FileCheck %s
// RUN: %oldplugin -O2 -S %s -o - | FileCheck %s
// RUN: %plugin -O2 -S %s -o - -fplugin-arg-erbium-no-inline | FileCheck %s
// RUN: %oldplugin -O2 -S %s -o - -fplugin-arg-erbium-no-inline | FileCheck %s

// What is published is stored with release (3), then nothing of the compiler crosses
// the signal fence (5): erbium_publish_fast of hot.h.  What is read is relaxed (0).
// DUMP-LABEL: ;; Function gives
// DUMP: __atomic_load_8 ({{.*}}, 0);
// DUMP: __atomic_store_8 ({{.*}}, 3);
// DUMP-NEXT: __atomic_signal_fence (5);
// DUMP: __atomic_load_8 ({{.*}}, 0);
// DUMP: erbium_wake_slow
void gives (view int v, long i) { commit (v, i); }

// DUMP-LABEL: ;; Function frees
// DUMP: __atomic_load_8 ({{.*}}, 0);
// DUMP: __atomic_store_8 ({{.*}}, 3);
// DUMP-NEXT: __atomic_signal_fence (5);
// DUMP: __atomic_load_8 ({{.*}}, 0);
// DUMP: erbium_wake_slow
void frees (view int v, long i) { release (v, i); }

// Another process of this unit may read `seen' as soon as commit has published, and write
// it until update has said that it did: the first store is not dead, nor is the value kept.
static int seen;
int look (void) { return seen; }
void set (int n) { seen = n; }

// CHECK-LABEL: {{^}}over_commit:
// CHECK-DAG: movl	$1001, seen(%rip)
// CHECK-DAG: erbium_commit_slow
// CHECK-DAG: movl	$1002, seen(%rip)
void over_commit (view int v, long i) { seen = 1001; commit (v, i); seen = 1002; }

// CHECK-LABEL: {{^}}over_update:
// CHECK-DAG: movl	$2001, seen(%rip)
// CHECK-DAG: erbium_update_slow
// CHECK-DAG: movl	$2002, seen(%rip)
void over_update (view int v, long i) { seen = 2001; update (v, i); seen = 2002; }

// CHECK-LABEL: {{^}}read_again:
// CHECK-DAG: movl	$3001, seen(%rip)
// CHECK-DAG: erbium_update_slow
// CHECK-DAG: movl	seen(%rip), %eax
int read_again (view int v, long i) { seen = 3001; update (v, i); return seen; }

// Nobody of this unit comes in between in a stall or a release: one store is enough.
// CHECK-LABEL: {{^}}over_stall:
// CHECK-NOT: $4001, seen(%rip)
// CHECK: movl	$4002, seen(%rip)
// CHECK-NOT: $4001, seen(%rip)
// CHECK-LABEL: {{^}}over_release:
// CHECK-NOT: $5001, seen(%rip)
// CHECK: movl	$5002, seen(%rip)
// CHECK-NOT: $5001, seen(%rip)
// CHECK-LABEL: {{^}}end:
void over_stall (view int v, long i) { seen = 4001; stall (v, i); seen = 4002; }
void over_release (view int v, long i) { seen = 5001; release (v, i); seen = 5002; }
void end (void) { }
