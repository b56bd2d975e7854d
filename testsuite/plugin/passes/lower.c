// What lowering leaves, in C: dump=lower.
// RUN: rm -rf %t.d %t.e && mkdir %t.d %t.e
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=lower -fplugin-arg-erbium-verify
// RUN: cat %t.d/*.erbium_lower | FileCheck %s
// RUN: %oldplugin -O0 -c %s -o %t.e/x.o -dumpdir %t.e/ -fplugin-arg-erbium-dump=lower
// RUN: cat %t.e/*.erbium_lower | FileCheck %s

// CHECK: ;; Function taker
process taker (view int v, int n)
{
  // CHECK: erbium_update_slow {{.*}}(long int) n, 1, {{.*}}lower.c:[[@LINE+1]]
  update (v, n);
  // CHECK: erbium_release_slow {{.*}}7, 1, {{.*}}lower.c:[[@LINE+1]]
  release (v, 7);
}

// CHECK: ;; Function ends
// CHECK: erbium_join {{.*}}erbium_pass_view {{.*}}erbium_start {{.*}}"taker"
void ends (view int v) { join (run taker (v, 3)); }

// What stands in several places of a tree is looked at once: each += here has its
// element twice, in which the next one is.
// CHECK: ;; Function deep
// CHECK: ;; {{[0-9][0-9]?[0-9]?}} nodes
#define L(x) ({ v[[x]] += 1; })
void deep (view int v, int n) { stall (v, n); L (L (L (L (L (L (L (L (L (L (L (L (n++)))))))))))); }
