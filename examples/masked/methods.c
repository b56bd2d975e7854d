/* SPDX-License-Identifier: MIT */
#include "methods.h"

const struct method methods[] = {
  { "shared", run_shared }, { "private", run_private }, { "lc", run_lc },
  { "lc-masked", run_lc_masked }, { "sequential", run_sequential }, { NULL, NULL }
};
