/* SPDX-License-Identifier: MIT */
/* calls.c - functions that change arrays (emit/calls.er). */
#include <stdint.h>

int32_t
bump (int64_t *b)
{
  b[0]++;
  return 7;
}

int32_t
mix (int32_t *a, int32_t *b)
{
  a[0] += 1;
  b[0] += 10;
  return a[0] * 100 + b[0];
}

int32_t
both (int64_t *b, int32_t *a, int64_t n)
{
  b[0] = 2;
  a[0] = (int32_t) n;
  return a[0] + 1;
}
