/* SPDX-License-Identifier: MIT */
/* passes.c - the passes for each number of lanes.
 *
 * One text for all: lanes.h and butterflies.h are read once for each.  Which number a
 * vector is worked on with follows from its size alone (plan.c), so that a build gives
 * the same bytes for it wherever it is transformed.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "fft.h"

#define INLINE static inline __attribute__ ((always_inline))

#define LANES 4
#define N(name) name##_4
#include "lanes.h"
#include "butterflies.h"
#undef LANES
#undef N

#define LANES 8
#define N(name) name##_8
#include "lanes.h"
#include "butterflies.h"
#undef LANES
#undef N

#define LANES 16
#define N(name) name##_16
#include "lanes.h"
#include "butterflies.h"

void
pass_run (const struct plan *p, int pass, const float *from, float *to)
{
  if (p->lanes == 4)
    run_4 (p, pass, from, to);
  else if (p->lanes == 8)
    run_8 (p, pass, from, to);
  else
    run_16 (p, pass, from, to);
}
