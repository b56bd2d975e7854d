/* SPDX-License-Identifier: MIT */
/* methods_omp.c - the one way of jpegdec-omp. */
#include "jpeg.h"

const struct method methods[] = { { "omp", run_omp }, { NULL, NULL } };
