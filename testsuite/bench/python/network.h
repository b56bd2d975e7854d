/* SPDX-License-Identifier: MIT */
/* network.h - the processes in C of this benchmark: each network has `smooth', and that in C and the
 * one that is fed from an array have `add'. */
#ifndef BENCH_PYTHON_NETWORK_H
#define BENCH_PYTHON_NETWORK_H

#include "erbium.h"

enum { TAPS = 16 };

/* Each element is the sum of TAPS elements. */
ERBIUM_PROCESS (smooth, ERBIUM_RECORD (uint32_t), ERBIUM_RECORD (uint32_t), int64_t);
void smooth (ERBIUM_RECORD (uint32_t) in, ERBIUM_RECORD (uint32_t) out, int64_t burst);

/* Adds all elements up. */
ERBIUM_PROCESS (add, ERBIUM_RECORD (uint32_t), uint32_t *, int64_t);
void add (ERBIUM_RECORD (uint32_t) in, uint32_t *sum, int64_t burst);

#endif
