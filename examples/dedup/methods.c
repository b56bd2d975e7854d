/* SPDX-License-Identifier: MIT */
/* methods.c - the ways of dedup: processes, spaces, one loop. */
#include "dedup.h"

const struct method methods[] = {
  { "processes", compress_processes }, { "spaces", compress_spaces }, { "sequential", compress_sequential },
  { NULL, NULL }
};
