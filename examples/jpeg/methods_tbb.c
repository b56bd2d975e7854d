/* SPDX-License-Identifier: MIT */
/* methods_tbb.c - the one way of jpegdec-tbb. */
#include "jpeg.h"

const struct method methods[] = { { "tbb", run_tbb }, { NULL, NULL } };
