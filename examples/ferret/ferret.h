/* SPDX-License-Identifier: MIT */
/* ferret.h - the parts of the program, in the order in which a query meets them.
 *
 *   load.c       a JPEG file becomes a small picture
 *   segment.c    the picture becomes regions of similar colour
 *   extract.c    a region becomes a vector of features, and a weight
 *   index.c      the pictures of a collection: their vectors, and tables to look these up
 *   vectorise.c  vectors become keys of the tables, and keys candidates
 *   distance.c   how far two pictures are from each other: earth mover's distance
 *   rank.c       the nearest of the candidates
 *   output.c     the answer as text, in the order of the queries
 *
 * and the ways to have all that done: sequential.c, processes.c, channels.c, pthreads.c, tbb.cc.
 * They share the above, and differ in how a query gets from one stage to the next.
 *
 * All results are exact integers, or come from the same operations in the same order, so that each
 * way writes the same bytes.
 */
#ifndef FERRET_H
#define FERRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  EDGE = 192,                /* pixels: the longest of a picture */
  PIXELS = EDGE * EDGE,
  REGIONS = 12,              /* of a picture, at most */
  FEATURES = 14,
  WHOLE = 1 << 14,           /* the weights of a picture's regions add up to this */
  TABLES = 8,                /* of the index */
  BUCKETS = 1 << 12,         /* of a table */
  CANDIDATES = 256,          /* pictures that are ranked, at most */
  MAX_TOP = 64,              /* pictures of an answer */
  MAX_WORKERS = 64
};

/* ---- What is being done -------------------------------------------------- */

struct list { char *text; const char **name; int count; }; /* names of pictures, one a line */

struct job
{
  const struct index *index;
  struct list queries;
  int workers, top;          /* top: pictures of an answer */
  const char *out_name;
  FILE *out;
};

/* Ends the program with "ferret: NAME: error: ..." and status 1; name may be NULL. */
void fail (const char *name, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
void *allocate (size_t n); /* zeros; never NULL */
/* How fail ends the program, after its message: exit, or what a version needs instead. */
extern void (*leave) (int status);

/* ---- load.c ---------------------------------------------------------------- */

/* Rows of pixels without gaps. */
struct picture { int width, height; uint8_t rgb[3 * PIXELS]; };

/* Reads a JPEG file; a larger picture is reduced to EDGE pixels. */
void load_picture (const char *name, struct picture *to);

/* ---- segment.c ------------------------------------------------------------- */

/* The region of each pixel, 0 to count - 1, by their first pixels. */
struct segments
{
  int width, height, count;
  uint8_t region[PIXELS], luma[PIXELS], cb[PIXELS], cr[PIXELS];
};

/* The memory that a worker needs to segment one picture after the other. */
struct segmenter;
struct segmenter *segmenter_new (void);
void segmenter_free (struct segmenter *s);
void segment_picture (struct segmenter *s, const struct picture *p, struct segments *to);

/* ---- extract.c --------------------------------------------------------------- */

struct feature { float f[FEATURES]; };

/* A picture as a set of weighted vectors: its signature. */
struct signature { int count; int32_t weight[REGIONS]; struct feature feature[REGIONS]; };

void extract_features (const struct segments *s, struct signature *to);

/* ---- index.c ------------------------------------------------------------------- */

/* A collection as its file has it, in memory that nobody changes. */
struct index
{
  int pictures;
  const struct signature *signature; /* by picture */
  const int32_t *start[TABLES];      /* by bucket: its first entry; and the end of the last */
  const int32_t *entry[TABLES];      /* pictures, in ascending order in each bucket */
  const int32_t *name_at;            /* by picture: in names */
  const char *names;
  void *file;
  size_t bytes;
};

/* Makes the file of a collection; maps it. */
void write_index (const char *file, const struct list *pictures);
void open_index (struct index *x, const char *file);
void close_index (struct index *x);

/* ---- vectorise.c --------------------------------------------------------------- */

/* The bucket of a vector in a table: near vectors often have the same one (p-stable hashing:
 * M. Datar, N. Immorlica, P. Indyk, V. Mirrokni, "Locality-Sensitive Hashing Scheme Based on
 * p-Stable Distributions", SCG 2004). */
int bucket_of (const struct feature *f, int table);

/* Pictures in the order of their numbers. */
struct candidates { int count; int32_t picture[CANDIDATES]; };

/* What a worker needs to count how often each picture is found: zeros between two calls. */
struct votes { uint16_t *of; int32_t *found; };
void votes_open (struct votes *v, const struct index *x);
void votes_close (struct votes *v);
/* The pictures that share most buckets with the query; of equal ones the first. */
void find_candidates (const struct index *x, struct votes *v, const struct signature *query,
                      struct candidates *to);

/* ---- distance.c, rank.c --------------------------------------------------------- */

/* The least sum of weight times distance by which the regions of a become those of b; distances of
 * vectors are whole numbers up to FARTHEST. */
enum { FARTHEST = 4095 };
int64_t picture_distance (const struct signature *a, const struct signature *b);

struct hit { int64_t distance; int32_t picture; };
struct answer { int count; struct hit hit[MAX_TOP]; }; /* the nearest first */

void rank_candidates (const struct index *x, const struct signature *query,
                      const struct candidates *c, int top, struct answer *to);

/* ---- output.c ---------------------------------------------------------------------- */

void print_answer (const struct job *j, int query, const struct answer *a);

/* ---- All stages between load and output ------------------------------------------------ */

/* A worker's memory. */
struct worker
{
  struct segmenter *segmenter;
  struct votes votes;
  struct picture picture;
  struct segments segments;
};

struct worker *worker_new (const struct index *x);
void worker_free (struct worker *w);
/* segment, extract, vectorise, rank. */
void answer_picture (const struct job *j, struct worker *w, const struct picture *p,
                     struct answer *to);

/* ---- The ways ------------------------------------------------------------------------ */

struct method { const char *name; void (*run) (const struct job *j); };
extern const struct method methods[]; /* the first is the default; NULL ends the list */

void run_sequential (const struct job *j);
void run_processes (const struct job *j);
void run_channels (const struct job *j);
void run_pthreads (const struct job *j);
void run_merged (const struct job *j);
void run_tbb (const struct job *j);
void run_tbb_merged (const struct job *j);

#ifdef __cplusplus
}
#endif
#endif
