/* SPDX-License-Identifier: MIT */
/* methods_sequential.c - the one way of dedup-sequential, which has nothing of Erbium in it. */
#include "dedup.h"

const struct method methods[] = { { "sequential", compress_sequential }, { NULL, NULL } };
