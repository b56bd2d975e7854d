/* SPDX-License-Identifier: MIT */
/* racey.h - what the network and the threads compute alike.
 *
 * After racey (Hill and Xu, 2009): a signature into which each value goes together with its
 * place, so that two runs in which anything has happened in another order end with two
 * signatures, all but surely.
 */
#ifndef RACEY_H
#define RACEY_H

#include <stdint.h>

enum { WORKERS = 6, LOOK_BACK = 4, PICKS = 3 };   /* rounds a worker looks back; values it takes a round */

/* Every bit of a and b reaches every bit of what comes out, and a and b are not alike. */
static inline uint64_t
mix (uint64_t a, uint64_t b)
{
  uint64_t z = a * UINT64_C (0x9e3779b97f4a7c15) + b + 1;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

#endif
