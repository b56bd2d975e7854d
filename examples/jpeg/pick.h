/* SPDX-License-Identifier: MIT */
/* pick.h - lanes of two vectors. */
#ifndef JPEG_PICK_H
#define JPEG_PICK_H

/* A vector of the type of a and b, of integers.  Its lanes are those of a and b that are named,
 * counted through both; -1 is any.  GCC 11 has no __builtin_shufflevector. */
#define PICK(a, b, ...) __builtin_shuffle (a, b, (__typeof__ (a)) { __VA_ARGS__ })

#endif
