/* SPDX-License-Identifier: MIT */
/* methods_pthreads.c - the one way of dedup-pthreads and dedup-jemalloc. */
#include "dedup.h"

const struct method methods[] = { { "pthreads", compress_pthreads }, { NULL, NULL } };
