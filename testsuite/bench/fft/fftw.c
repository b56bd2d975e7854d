/* SPDX-License-Identifier: MIT */
/* fftw.c - in place of examples/fft/transform.c: whole vectors by FFTW. */
#include <fftw3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../examples/fft/fft.h"

static fftwf_plan plan;
static pthread_once_t planned = PTHREAD_ONCE_INIT;
static int points;

static void
make_plan (void)
{
  fftwf_complex *in = fftwf_alloc_complex ((size_t) points), *out = fftwf_alloc_complex ((size_t) points);
  plan = fftwf_plan_dft_1d (points, in, out, FFTW_FORWARD, FFTW_MEASURE);
  if (!plan)
    abort ();
  fftwf_free (in);
  fftwf_free (out);
}

void
transform (const struct plan *p, int first, int end, int64_t vectors, const float *from, float *to,
           float *scratch)
{
  (void) first, (void) end, (void) scratch;
  points = p->points;
  pthread_once (&planned, make_plan);
  for (int64_t k = 0, length = 2 * points; k < vectors; k++)
    fftwf_execute_dft (plan, (fftwf_complex *) (uintptr_t) (from + k * length),
                       (fftwf_complex *) (to + k * length));
}

float *
new_floats (int64_t count)
{
  size_t bytes = (size_t) count * sizeof (float);
  float *p = aligned_alloc (64, (bytes + 63) / 64 * 64);
  if (!p)
    abort ();
  return memset (p, 0, bytes);
}

int
group_begin (const struct plan *p, int k, int groups)
{
  return p->passes * k / groups;
}
