/* SPDX-License-Identifier: MIT */
#include "methods.h"

const struct method methods[] = {
  { "openmp", run_openmp }, { "tbb", run_tbb }, { NULL, NULL }
};
