/* SPDX-License-Identifier: MIT */
/* methods_tbb.c - the one way of dedup-tbb. */
#include "dedup.h"

const struct method methods[] = { { "tbb", compress_tbb }, { NULL, NULL } };
