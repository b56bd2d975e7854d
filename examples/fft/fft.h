/* SPDX-License-Identifier: MIT */
/* fft.h - the parts of the example, in the order in which a vector meets them.
 *
 *   stream.c       where vectors come from and go to
 *   plan.c         which butterflies a size takes, and their twiddle factors
 *   passes.c       the butterflies: passes over a vector (lanes.h, butterflies.h)
 *   transform.c    passes after each other, over vector after vector
 *   main.c         fft -n POINTS IN OUT, for each of the versions
 *
 * and the versions, each with a function run_stream:
 *
 *   sequential.c   one loop
 *   pipeline.c     a process for each group of passes: a row (row.c) } in the words
 *   shared.c       processes that share the vectors                  } of the plugin
 *   combined.c     both: rows that share the vectors                 }
 *   openmp.c, tbb.cc
 *
 * All versions call the same passes on the same vectors, so all write the same bytes.
 */
#ifndef FFT_H
#define FFT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  LEAST_POINTS = 1 << 4,
  MOST_POINTS = 1 << 16,
  MOST_PASSES = 6,     /* of the largest size, with 4 or 8 lanes */
  MOST_WORKERS = 64
};

/* ---- plan.c -------------------------------------------------------------- */

/* A pass over a vector of `blocks` blocks: butterflies of `radix` blocks that lie
 * blocks / radix apart; `stride` neighbours have the same twiddle factors. */
struct pass
{
  int radix;       /* 4 or 8; of the last pass: the number of lanes */
  int stride;
  const float *twiddles;
};

struct plan
{
  int points;
  int lanes;       /* numbers that are worked on at a time: 4, 8 or 16 */
  int blocks;      /* points / lanes */
  bool inverse;
  int passes;
  struct pass pass[MOST_PASSES];
};

/* NULL where there is no memory.  Points is a power of two, within the bounds above. */
extern struct plan *plan_new (int points, bool inverse);
extern void plan_free (struct plan *p);

/* ---- passes.c ------------------------------------------------------------ */

/* One pass over one vector.  The first reads complex numbers, the last writes them;
 * between passes a vector stands in blocks: so many real parts as there are lanes,
 * then as many imaginary ones.  from and to must not overlap. */
extern void pass_run (const struct plan *p, int pass, const float *from, float *to);

/* ---- transform.c --------------------------------------------------------- */

/* The passes [first, end) over so many vectors.  scratch has room for one vector;
 * none is needed (NULL) for a single pass.  Between its passes it uses `to`, too. */
extern void transform (const struct plan *p, int first, int end, int64_t vectors,
                       const float *from, float *to, float *scratch);

/* Memory for floats, at the boundary that vectors like; ends the program if there is none. */
extern float *new_floats (int64_t count);

/* Where the passes are cut into `groups` groups of about the same work: group k has
 * the passes from group_begin (p, k, groups) up to group_begin (p, k + 1, groups). */
extern int group_begin (const struct plan *p, int k, int groups);

/* ---- stream.c ------------------------------------------------------------ */

/* The two ends of a stream of vectors: files, pipes, or (for the benchmark) memory.
 * Each is used by one process or thread at a time, in order; both end the program
 * with a message where something goes wrong. */
struct ends
{
  void *from, *to;
  /* Up to so many vectors; fewer at the end of the stream only. */
  int64_t (*read) (void *from, float *vectors, int64_t count);
  void (*write) (void *to, const float *vectors, int64_t count);
  bool read_waits, write_waits; /* for somebody outside: a pipe, a terminal */
};

/* "-" is standard input, or output. */
extern struct ends open_files (const char *in, const char *out, int points);
extern void close_files (void);

/* ---- The versions -------------------------------------------------------- */

struct job
{
  const struct plan *plan;
  struct ends ends;
  int burst;    /* vectors between two synchronisations */
  int window;   /* bursts that a record has room for */
  int workers;  /* processes, or threads, that share the vectors */
  int groups;   /* of passes, in a pipeline */
  int way;      /* which of a version's ways to do it, from 0 */
};

/* Reads all vectors, transforms them and writes them, in order. */
extern void run_stream (const struct job *j);

extern const char version_name[];        /* for messages */
extern const char *const version_ways[]; /* their names; ends with NULL */

#ifdef __cplusplus
}
#endif
#endif
