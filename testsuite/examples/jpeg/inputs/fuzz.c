/* SPDX-License-Identifier: MIT */
/* fuzz.c - bytes that libFuzzer makes, decoded in one loop. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdlib.h>

#include "jpeg.h"

enum { PIXELS = 1 << 20 };

static jmp_buf failed;

static void
give_up (void)
{
  longjmp (failed, 1);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t n)
{
  static struct decoder d;
  static struct output o;
  struct how h = { BLOCK, 1 };
  failure_handler = give_up;
  if (!o.name)
    o = (struct output) { "/dev/null", open ("/dev/null", O_WRONLY) };
  if (!setjmp (failed))
    {
      open_bytes (&d, bytes, n, PIXELS);
      prepare (&d);
      run_sequential (&d, &o, &h);
    }
  close_decoder (&d);
  return 0;
}
