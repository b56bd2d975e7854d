/* SPDX-License-Identifier: MIT */
/* methods.c - the ways of jpegdec: rows shared by workers, tasks, one loop. */
#include "jpeg.h"

const struct method methods[] = {
  { "shared", run_shared }, { "tasks", run_tasks }, { "sequential", run_sequential }, { NULL, NULL }
};
