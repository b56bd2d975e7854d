// With `check' the program looks at each element by itself, unless ERBIUM_CHECK=0.
// RUN: %plugin -O2 -c %s -S -o - -fplugin-arg-erbium-check -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=ON
// RUN: %plugin -O2 -c %s -S -o - -fplugin-arg-erbium-verify | FileCheck %s --check-prefix=OFF
// RUN: %plugin -O2 %s -o %t %libs -fplugin-arg-erbium-check -fplugin-arg-erbium-verify
// RUN: env ERBIUM_CHECK=0 %t
// RUN: env ERBIUM_CHECK=1 not %t 2>&1 | FileCheck %s
// RUN: not %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_CHECK= not %t 2>&1 | FileCheck %s
// RUN: %oldplugin -O3 %s -o %t %libs -fplugin-arg-erbium-check -fplugin-arg-erbium-verify
// RUN: env ERBIUM_CHECK=0 %t
// RUN: not %t 2>&1 | FileCheck %s

// So it does where the unit is linked with -flto, and sections that nobody names
// are left out.
// RUN: %plugin -O2 -flto %s -o %t %libs -fplugin-arg-erbium-check -ffunction-sections -Wl,--gc-sections
// RUN: not %t 2>&1 | FileCheck %s
// RUN: %oldplugin -O2 -flto -fwhole-program %s -o %t %libs -fplugin-arg-erbium-check
// RUN: not %t 2>&1 | FileCheck %s

// Without `check' nothing looks, and a record made before main is seen all the same.
// RUN: %plugin -O2 %s -o %t %libs
// RUN: %t
// RUN: %plugin -O2 -DEARLY %s -o %t %libs -fplugin-arg-erbium-check
// RUN: not %t 2>&1 | FileCheck %s

// A precompiled header with a function that is lowered leaves it to its user.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/all.h
// RUN: %plugin -O2 -fplugin-arg-erbium-check -x c-header %t.d/all.h -o %t.d/all.h.gch
// RUN: echo "int other; process more (view int v) { update (v, 1); }" > %t.d/user.c
// RUN: %plugin -O2 -Winvalid-pch -Werror -fplugin-arg-erbium-check -include %t.d/all.h %t.d/user.c -o %t %libs
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: error: access to element 4 of read view

// ON: .init_array.00101
// ON: erbium_element_check
// OFF-NOT: erbium_element_check
// OFF-NOT: .init_array
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
static record int made;
#ifdef EARLY
__attribute__ ((constructor)) static void early (void) { made = new_record (1, 1); }
#endif
int main (void)
{
  record int r = made ? made : new_record (1, 1);
  run reader (r);
  view int v = new_write_view (r);
  register (v);
  alloc (v, 100);
  stall (v, 10);
  for (int i = 0; i < 10; i++)
    v[[i]] = i;
  commit (v, 10);
}
