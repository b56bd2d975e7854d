/* SPDX-License-Identifier: MIT */
/* engines.c - which engines a program has: wifi those of records, wifi-openmp and
 * wifi-tbb one of a peer.  The first is the default. */
#include <string.h>

#include "wifi.h"

const struct engine engines[] = {
#if defined WIFI_OPENMP
  { "openmp", receive_openmp, send_openmp },
#elif defined WIFI_TBB
  { "tbb", receive_tbb, send_tbb },
#else
  { "shared", receive_shared, send_shared },
  { "combined", receive_combined, send_combined },
  { "pipeline", receive_pipeline, send_pipeline },
#endif
  { "sequential", receive_sequential, send_sequential },
  { 0 },
};

const struct engine *
find_engine (const char *name)
{
  for (const struct engine *e = engines; e->name; e++)
    if (!strcmp (e->name, name))
      return e;
  return NULL;
}
