/* SPDX-License-Identifier: MIT */
/* job.h - what both programs of this kind, masked and stencil, have in common.
 *
 * A program takes items of one size from a file, as from a device; computes each; and writes the
 * results in the same order.  main.c has the command line and items.c the files.  The ways to have
 * items computed differ in how an item gets from one process to another: sequential.c,
 * processes.c, lc.c, openmp.c, tbb.cc.  The computation itself is in kernel.c, which is compiled
 * once, so that each way writes the same bytes.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_WORKERS = 64 };

struct job
{
  int workers;         /* 1 to MAX_WORKERS */
  int width, height;   /* pixels of a frame, or points of a matrix; height 0: a vector */
  int rounds;          /* of a stencil, at most */
  size_t size;         /* bytes of an item */
  size_t burst;        /* bytes that are passed on at a time (-b); 0: a whole item */
  int64_t items;
  bool sums;           /* write a sum of each item instead of the item */
  const char *in_name, *out_name;
  const char *in;      /* the file, mapped */
  int64_t items_there; /* in the file */
  FILE *out;
};

/* ---- What differs between the programs --------------------------------------------------- */

extern const char program[];      /* the name */
extern const char program_help[]; /* more lines of the usage */

/* Sets width, height and size.  Returns false if the text is no shape of an item. */
bool set_shape (struct job *j, const char *text);
/* Makes item i of an input. */
void generate_item (const struct job *j, int64_t i, void *to);

struct method { const char *name; void (*run) (const struct job *j); };
extern const struct method methods[]; /* the first is the default; NULL ends the list */

/* ---- main.c ------------------------------------------------------------------------------ */

/* Ends the program with "PROGRAM: NAME: error: ..." and status 1; name may be NULL. */
void fail (const char *name, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
/* Memory for n items. */
void *new_items (const struct job *j, size_t n);

/* ---- items.c ----------------------------------------------------------------------------- */

void open_items (struct job *j);
void close_items (struct job *j);
/* Item i of the input, which begins again if it is shorter; and the same as a copy. */
const void *item_at (const struct job *j, int64_t i);
void read_item (const struct job *j, int64_t i, void *to);
/* Writes the next item of the output; the same in parts, each of whole words if another follows. */
void write_item (const struct job *j, const void *item);
void write_part (const struct job *j, const void *part, size_t size);
/* Called at the end by a process that has written, which may have buffers of its own. */
void flush_output (const struct job *j);

/* ---- bursts.c ---------------------------------------------------------------------------- */

/* A part of an item. */
struct burst { int64_t item; size_t at, size; };

/* Bytes of the largest burst; how many bursts all items have; and burst n of these. */
size_t burst_size (const struct job *j);
int64_t all_bursts (const struct job *j);
struct burst burst_at (const struct job *j, int64_t n);
/* Memory for n bursts. */
void *new_bursts (const struct job *j, size_t n);
/* Burst n of the input as a copy; writes a burst as the next part of the output. */
void read_burst (const struct job *j, int64_t n, void *to);
void write_burst (const struct job *j, int64_t n, const void *from);

/* ---- places.c ---------------------------------------------------------------------------- */

/* Where there are more processors than workers, each worker has one, and the others share the
 * rest; elsewhere, the system places them. */
void go_to_worker_place (const struct job *j, int worker);
void go_to_other_place (const struct job *j);
/* The processor of the communicator of a worker, for each processor where the worker may be; or
 * NULL: anywhere. */
const int *communicator_place (const struct job *j, int worker);

#ifdef __cplusplus
}
#endif
#endif
