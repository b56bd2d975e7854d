/* SPDX-License-Identifier: MIT */
/* element_blocks.c - map, zip, split, join, decimate. */
#include "blocks/blocks.h"

void
erbium_block_map_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                      void (*function) (const float *x, float *y, size_t n, void *state),
                      void *state)
{
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int64_t n; (n = erb_block_next (&x, 0, 1, ERB_BLOCK_BURST)) > 0;)
    {
      function (x.at, erb_block_room (y, n), (size_t) n, state);
      erbium_burst_commit (y, n);
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

/* What one input has more than the other is in its next burst again. */
void
erbium_block_zip_f32 (ERBIUM_RECORD (float) a, int id_a, ERBIUM_RECORD (float) b, int id_b,
                      ERBIUM_RECORD (float) out,
                      void (*function) (const float *a, const float *b, float *y, size_t n,
                                        void *state),
                      void *state)
{
  struct erb_block_in x = erb_block_read (__func__, a, id_a, 0);
  struct erb_block_in z = erb_block_read (__func__, b, id_b, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  while (erb_block_next (&x, 0, 1, ERB_BLOCK_BURST) > 0
         && erb_block_next (&z, 0, 1, ERB_BLOCK_BURST) > 0)
    {
      int64_t n = x.n < z.n ? x.n : z.n;
      function (x.at, z.at, erb_block_room (y, n), (size_t) n, state);
      erbium_burst_commit (y, n);
      x.n = z.n = n;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (z.end);
  erbium_burst_close (y);
}

/* ---- Split and join ---------------------------------------------------- */

static void *
array_of (const char *block, int n, size_t size)
{
  void *array = calloc ((size_t) n, size);
  if (!array)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "no memory");
  return array;
}

void
erbium_block_split_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) *outs, int n,
                        int each)
{
  erb_block_expect (__func__, "the number of outputs", n);
  erb_block_expect (__func__, "the part of each output", each);
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst **y = array_of (__func__, n, sizeof *y);
  for (int k = 0; k < n; k++)
    y[k] = erb_block_write (__func__, outs[k]);
  int64_t got = 0;
  for (int64_t part = 0, k = 0; (got = erb_block_next (&x, 0, 1, each - part)) > 0;)
    {
      memcpy (erb_block_room (y[k], got), x.at, (size_t) got * sizeof (float));
      erbium_burst_commit (y[k], got);
      part = (part + got) % each;
      k = part ? k : (k + 1) % n;
    }
  for (int k = 0; k < n; k++)
    erbium_burst_close (y[k]);
  erbium_burst_close (x.end);
  free (y);
}

void
erbium_block_join_f32 (ERBIUM_RECORD (float) *ins, int id, int n, int each,
                       ERBIUM_RECORD (float) out)
{
  erb_block_expect (__func__, "the number of inputs", n);
  erb_block_expect (__func__, "the part of each input", each);
  struct erb_block_in *x = array_of (__func__, n, sizeof *x);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int k = 0; k < n; k++)
    x[k] = erb_block_read (__func__, ins[k], id, 0);
  int64_t got;
  for (int64_t part = 0, k = 0; (got = erb_block_next (&x[k], 0, 1, each - part)) > 0;)
    {
      memcpy (erb_block_room (y, got), x[k].at, (size_t) got * sizeof (float));
      erbium_burst_commit (y, got);
      part = (part + got) % each;
      k = part ? k : (k + 1) % n;
    }
  for (int k = 0; k < n; k++)
    erbium_burst_close (x[k].end);
  erbium_burst_close (y);
  free (x);
}

void
erbium_block_decimate_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out, int n)
{
  erb_block_expect (__func__, "the factor", n);
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int64_t skip = 0; erb_block_next (&x, 0, 1, ERB_BLOCK_BURST) > 0;)
    {
      int64_t results = x.n > skip ? (x.n - skip + n - 1) / n : 0;
      float *to = results ? erb_block_room (y, results) : NULL;
      for (int64_t k = 0; k < results; k++)
        to[k] = ((const float *) x.at)[skip + k * n];
      erbium_burst_commit (y, results);
      skip += results * n - x.n;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}
