// With `check' each element is looked at when the program runs with ERBIUM_CHECK=1.
// RUN: %plugin -O2 -c %s -S -o - -fplugin-arg-erbium-check -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=ON
// RUN: %plugin -O2 -c %s -S -o - -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=OFF
// RUN: %plugin -O2 %s -o %t %libs -fplugin-arg-erbium-check -fplugin-arg-erbium-verify
// RUN: %t
// RUN: env ERBIUM_CHECK=1 not %t 2>&1 | FileCheck %s
// RUN: %plugin11 -O3 %s -o %t %libs -fplugin-arg-erbium-check -fplugin-arg-erbium-verify
// RUN: %t
// RUN: env ERBIUM_CHECK=1 not %t 2>&1 | FileCheck %s
// ON: erbium_element_look
// OFF-NOT: erbium_element_look
volatile int sink;
process reader (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 100);
  update (v, 10);
  release (v, 5);
  for (long i = 9; i >= 4; i--)
    // CHECK: check.c:[[@LINE+1]]: error: access to element 4 of read view
    sink = v[[i]];
}
int main (void)
{
  record int r = new_record (1, 1);
  run reader (r);
  view int v = new_write_view (r);
  register (v);
  alloc (v, 100);
  stall (v, 10);
  for (int i = 0; i < 10; i++)
    v[[i]] = i;
  commit (v, 10);
}
