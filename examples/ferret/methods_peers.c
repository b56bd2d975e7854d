/* SPDX-License-Identifier: MIT */
/* methods_peers.c - the ways of ferret-peers, which does not use Erbium. */
#include "ferret.h"

const struct method methods[] = {
  { "pthreads", run_pthreads }, { "merged", run_merged }, { "tbb", run_tbb },
  { "tbb-merged", run_tbb_merged }, { "sequential", run_sequential }, { NULL, NULL }
};
