/* SPDX-License-Identifier: MIT */
/* workload.h - the seven workloads of Phoenix, each in three versions that print the same.
 *
 * A workload is a file: its generator, what all versions share, a sequential loop, threads, and
 * MapReduce, in this order.  word_count has its threads in a file of its own.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A run: the input, mapped, and the options of the command line. */
struct run
{
  const char *name, *data;
  size_t size;
  FILE *out;
  int workers, reduce_workers;  /* 0: as many as processors */
  size_t memory_limit;
};

struct workload
{
  const char *name, *what; /* what its size counts */
  void (*generate) (FILE *out, long size);
  void (*sequential) (struct run *r);
  void (*threads) (struct run *r);
  void (*mapreduce) (struct run *r);
};

extern const struct workload histogram, kmeans, linear_regression, matrix_multiply, pca,
  string_match, word_count;

/* Ends the program: the input is not what the workload expects. */
void bad_input (const struct run *r, const char *what) __attribute__ ((noreturn));
void *allocate (size_t count, size_t size); /* zeros */

/* Calls work (state, t) for 0 <= t < r->workers, each in a thread of its own, and waits. */
void run_threads (const struct run *r, void (*work) (void *state, int thread), void *state);
int threads_of (const struct run *r);

/* The begin of the nth of so many parts of a range. */
static inline size_t
part (size_t whole, int n, int parts)
{
  return whole * (size_t) n / (size_t) parts;
}

/* A fixed sequence of numbers, for generators (SplitMix64). */
static inline uint64_t
next_random (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* ---- MapReduce ----------------------------------------------------------------- */

struct erbium_map_reduce;
/* Sets what the options of the command line say. */
void set_options (const struct run *r, struct erbium_map_reduce *job);

#endif
