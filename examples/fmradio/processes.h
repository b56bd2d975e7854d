/* SPDX-License-Identifier: MIT */
/* processes.h - the processes of the receiver; network.c connects them.
 *
 * Those with a struct part share their work: the inputs go in blocks, and worker k
 * of n takes the blocks k, k + n, ...  A consumer id is that of worker 0; the
 * others have those behind it.
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include "fmradio.h"

struct frame { float i, q; };
struct part { int k, of; };    /* worker k of so many */

/* Before processes are run that get the radio, or part of it. */
extern void carry_radio (const struct radio *r);

process source (struct capture *in, int64_t piece, record unsigned char raw);
process channel (const struct radio *r, enum format format, struct part p, record unsigned char raw,
                 record struct frame iq);
process demodulator (float turn, record struct frame iq, record float mpx);
/* Of floats, with one filter: any of the four in the middle. */
process ffd (const struct filter *f, struct part p, record float from, int reader, record float to);
process side_band (const struct radio *r, record float mpx, int reader, record float cosine,
                   record float sine, record float side);
process matrix (record float sum, record float difference, record struct stereo sound);
process equaliser (const struct filter *f, struct part p, record struct stereo sound,
                   record struct stereo equalised);
/* Closes the sound in the end, and says in `heard` what it has become: where processes are spaces,
 * main has another copy of it. */
process writer (struct sound *out, record struct stereo equalised, record struct sound heard);
extern struct sound sound_of (record struct sound heard);

#endif
