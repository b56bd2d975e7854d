/* SPDX-License-Identifier: MIT */
/* erbium_wide: a 32-bit index becomes the 64-bit one nearest to where the view
 * is; a 64-bit one stays. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs -lcmocka
// RUN: %timed %t
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include "test.h"

static void
wide_stays (void **state)
{
  (void) state;
  assert_int_equal (erbium_wide (5, 0, INT64_C (1) << 40), 5);
  assert_int_equal (erbium_wide (-1, 0, 7), -1);
}

static void
narrow_is_nearest (void **state)
{
  (void) state;
  const erbium_index offsets[] = { 0, 1, 2, 1000, 0x7fffffff, -1, -1000, -0x7fffffff };
  uint64_t seed = 3;
  for (int n = 0; n < 10000; n++)
    {
      erbium_index at = ((erbium_index) chance (&seed) << (chance (&seed) % 30))
                        + (n % 2 ? 0 : (INT64_C (1) << 32) - n);
      for (size_t k = 0; k < sizeof offsets / sizeof offsets[0]; k++)
        {
          erbium_index i = at + offsets[k];
          assert_int_equal (erbium_wide ((erbium_index) (uint32_t) i, 1, at), i);
          assert_int_equal (erbium_wide ((erbium_index) (int32_t) i, 1, at), i);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (wide_stays), cmocka_unit_test (narrow_is_nearest),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
