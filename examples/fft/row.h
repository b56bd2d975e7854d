/* SPDX-License-Identifier: MIT */
/* row.h - a row of processes: stages, of which the first reads and the last writes. */
#ifndef FFT_ROW_H
#define FFT_ROW_H

#include "fft.h"

/* The turns of the rows to read, and to write. */
struct turns { record char read, write; };

extern struct turns new_turns (int rows);

/* Starts stage n, of j->groups, of row k.  from[k] is the record out of which it reads, and
 * becomes the one that it writes. */
extern void run_in_row (const struct job *j, struct turns t, int n, int k, record float *from);

/* Settings for rows, where the user has none: the processes of a row are fibers of one
 * worker, and each worker stays on a processor. */
extern void prefer_fibers (const struct job *j);

#endif
