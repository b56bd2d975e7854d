/* SPDX-License-Identifier: MIT */
/* variant.h - one kernel, compiled in one way. */
#ifndef VARIANT_H
#define VARIANT_H
#include <stdint.h>

struct variant
{
  void (*make) (void);     /* its data */
  void (*times) (long n);  /* n calls */
  uint64_t (*hash) (void); /* of all results so far */
};
#endif
