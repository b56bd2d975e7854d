/* SPDX-License-Identifier: MIT */
/* fourier_block.c - transforms, by FFTW, which is loaded when it is needed.
 *
 * M. Frigo, S. G. Johnson: "The Design and Implementation of FFTW3", Proceedings of the IEEE 93(2),
 * 2005.  The constants are those of its header, which belong to its binary interface.
 */
#include "blocks/blocks.h"

#include <dlfcn.h>
#include <pthread.h>

enum { FORWARD = -1, BACKWARD = 1, UNALIGNED = 1 << 1, ESTIMATE = 1 << 6 };

static const char library_name[] = "libfftw3f.so.3";

/* The functions of FFTW; only `execute' may be called by several threads at a time. */
static struct
{
  void *(*plan) (int n, struct erbium_cf32 *in, struct erbium_cf32 *out, int sign, unsigned flags);
  void (*execute) (void *plan, struct erbium_cf32 *in, struct erbium_cf32 *out);
  void (*destroy) (void *plan);
} fftw;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock. */
static void
load (const char *block)
{
  if (fftw.plan)
    return;
  void *library = dlopen (library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block,
                    "there is no %s: install libfftw3-single3 (its name on Debian)", library_name);
  *(void **) &fftw.execute = dlsym (library, "fftwf_execute_dft");
  *(void **) &fftw.destroy = dlsym (library, "fftwf_destroy_plan");
  *(void **) &fftw.plan = dlsym (library, "fftwf_plan_dft_1d");
  if (!fftw.execute || !fftw.destroy || !fftw.plan)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "%s lacks functions of FFTW 3", library_name);
}

/* The plan fits arrays at any address. */
static void *
new_plan (const char *block, int n, struct erbium_cf32 *in, struct erbium_cf32 *out, int sign)
{
  pthread_mutex_lock (&lock);
  load (block);
  void *plan = fftw.plan (n, in, out, sign, ESTIMATE | UNALIGNED);
  pthread_mutex_unlock (&lock);
  if (!plan)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "FFTW has no plan for %d points", n);
  return plan;
}

static void
free_plan (void *plan)
{
  pthread_mutex_lock (&lock);
  fftw.destroy (plan);
  pthread_mutex_unlock (&lock);
}

static void
fill (struct erbium_cf32 *frame, const struct erbium_cf32 *x, const float *window, int n)
{
  for (int i = 0; i < n; i++)
    {
      float w = window ? window[i] : 1;
      frame[i] = (struct erbium_cf32) { x[i].re * w, x[i].im * w };
    }
}

void
erbium_block_fft_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                       ERBIUM_RECORD (struct erbium_cf32) out, int n, int hop, const float *window,
                       int inverse)
{
  erb_block_expect (__func__, "the number of points", n);
  erb_block_expect (__func__, "the hop", hop);
  int history = n > hop ? n - hop : 0;
  struct erb_block_in x = erb_block_read (__func__, in, id, n);
  struct erbium_burst *y = erb_block_write (__func__, out);
  struct erbium_cf32 *frame = calloc (2 * (size_t) n, sizeof *frame);
  if (!frame)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, __func__, "no memory for %d points", n);
  void *plan = new_plan (__func__, n, frame, frame + n, inverse ? BACKWARD : FORWARD);
  int64_t gap = 0; /* elements between two frames that are still to come */
  for (;;)
    {
      for (int64_t got; gap > 0; gap -= got) /* hop > n */
        if ((got = erb_block_next (&x, 0, 1, gap)) == 0)
          goto end;
      int64_t keep = x.n < history ? x.n : history;
      if (erb_block_next (&x, keep, n - keep, n - keep) < n - keep)
        break;
      fill (frame, x.at, window, n);
      fftw.execute (plan, frame, erb_block_room (y, n));
      erbium_burst_commit (y, n);
      gap = hop > n ? hop - n : 0;
    }
end:
  free_plan (plan);
  free (frame);
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}
