/* SPDX-License-Identifier: MIT */
/* pin.cc - oneTBB's workers, one a core. */
#include "../tbb.h"

extern "C" void
pin_workers (const bench_options *o)
{
  static pinning *pins = new pinning (o);
  (void) pins;
}
