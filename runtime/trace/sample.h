/* SPDX-License-Identifier: MIT */
/* sample.h - how far the records of all programs have come. */
#ifndef ERB_TRACE_SAMPLE_H
#define ERB_TRACE_SAMPLE_H

#include "trace/tracks.h"

/* Takes samples of all records.  Returns their number, and stores them in *samples, which stay
 * until the next call.  Takes the lock of each program in turn, for some 100 ns a record. */
extern size_t erb_sample_records (const struct erb_sample **samples);
/* Samples r, under no lock; r has an owner that keeps it. */
extern struct erb_sample erb_sample_of (const erbium_record *r);

#endif
