/* SPDX-License-Identifier: MIT */
/* connect.h - how the processes of our networks come to their views: connected,
 * registered, with a horizon.
 *
 * Who includes it has the types record and view, of its elements.
 */
#ifndef BENCH_CONNECT_H
#define BENCH_CONNECT_H
#include "common.h"

#include <erbium.h>

BENCH_API view
connect_to (record r, int id, long horizon)
{
  view v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_alloc (v, horizon);
  return v;
}

BENCH_API view
connect_from (record r, int id, long horizon)
{
  view v = erbium_new_read_view (r);
  erbium_register (v, id);
  erbium_alloc (v, horizon);
  return v;
}

#endif
