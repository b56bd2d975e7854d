/* SPDX-License-Identifier: MIT */
/* tasks.h - what a task of tasks.c knows, and the horizons that follow from it. */
#ifndef JPEG_TASKS_H
#define JPEG_TASKS_H

#include "jpeg.h"

/* Processes are given copies; the frame is read by all, and changed by none.  horizon: the
 * elements that a task may be ahead of the next one of its component. */
struct task { const struct frame *frame; const struct component *component; long burst, horizon; };

struct task task_of (const struct frame *f, const struct component *c, long burst);

enum { WRITTEN_AT_ONCE = 1 << 17 };  /* bytes */

/* MCUs that the source sends at a time. */
int mcus_at_once (const struct frame *f, long burst);
/* Coefficients of so many MCUs. */
long coefficients_of (const struct component *c, long mcus);
/* Of what lies at `from`, up to `end`, so much is worked on at a time: with a burst beside it
 * it still fits into the window. */
static inline long
taken (const struct task *t, long from, long end)
{
  long most = t->horizon - t->burst;
  return end - from > most ? from + most : end;
}

/* Rows that raster may be ahead, of `row` samples. */
long rows_of_lines (const struct task *t, long row);
/* Bytes of pixels that colour makes at a time. */
long pixels_at_once (const struct frame *f, long burst);

#endif
