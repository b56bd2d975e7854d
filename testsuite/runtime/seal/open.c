/* SPDX-License-Identifier: MIT */
/* Not covered: what the processor tells about itself, which one it is, and its own random numbers. */
// RUN: %build -D_GNU_SOURCE
// RUN: env ERBIUM_SEAL=1 %t
#include <cpuid.h>
#include "erbium/papers.h"
#include "test.h"

int
main (void)
{
  unsigned a = 0, b = 0, c = 0, d = 0;
  space_alloc (0);
  expect (__get_cpuid (1, &a, &b, &c, &d));
  expect (a != 0);
  unsigned long x = 0;
  unsigned char ok = 1;
  if (c & bit_RDRND)
    __asm__ volatile ("rdrand %0; setc %1" : "=r" (x), "=qm" (ok));
  expect (ok);
  unsigned long limit = ~0ul, cpu = 0x7b; /* the segment in whose limit the kernel keeps the number */
  __asm__ volatile ("lsl %1, %0" : "+r" (limit) : "r" (cpu) : "cc");
  expect (limit != ~0ul);
}
