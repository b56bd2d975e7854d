/* SPDX-License-Identifier: MIT */
/* Run from the IR; C with the plugin. */
#include <stdint.h>

process squares (record int64_t r, int64_t n)
{
  view int64_t v = new_write_view (r);
  register (v, 1);
  alloc (v, 16);
  for (int64_t i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i * i;
      commit (v, i + 1);
    }
}
