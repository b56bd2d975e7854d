/* SPDX-License-Identifier: MIT */
/* methods.c - the ways of ferret: processes, channels, one loop. */
#include "ferret.h"

const struct method methods[] = {
  { "processes", run_processes }, { "channels", run_channels }, { "sequential", run_sequential },
  { NULL, NULL }
};
