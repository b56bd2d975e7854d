/* SPDX-License-Identifier: MIT */
/* methods_sequential.c - the one way of jpegdec-sequential, which has nothing of Erbium in it. */
#include "jpeg.h"

const struct method methods[] = { { "sequential", run_sequential }, { NULL, NULL } };
