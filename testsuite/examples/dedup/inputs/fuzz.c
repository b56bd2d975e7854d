/* SPDX-License-Identifier: MIT */
/* fuzz.c - bytes that libFuzzer makes, unpacked.  Digests are not compared (unpack.c), so that it
 * gets behind them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dedup.h"

enum { LIMIT = 4 << 20 };

static jmp_buf failed;

static void
back_out (const char *line)
{
  (void) line;
  longjmp (failed, 1);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t n);

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t n)
{
  static struct job j;
  j = (struct job) { .in_name = "in", .out_name = "out", .in = memfd_create ("in", 0),
                     .out = memfd_create ("out", 0), .remove = true, .limit = LIMIT };
  failure_handler = back_out;
  if (write (j.in, bytes, n) != (ssize_t) n || lseek (j.in, 0, SEEK_SET))
    __builtin_trap ();
  struct unpacker *u = unpacker_open (&j);
  if (!setjmp (failed))
    unpack (u);
  unpacker_close (u);
  if (lseek (j.out, 0, SEEK_END) > LIMIT)
    __builtin_trap ();
  close (j.in);
  close (j.out);
  return 0;
}
