/* SPDX-License-Identifier: MIT */
/* fuzz.h - generates random programs, and reduces programs.
 *
 *   generate.h  programs that are well-formed and have one outcome
 *   reduce.h    a program that is smaller and still as interesting
 */
#ifndef ERBIUM_FUZZ_H
#define ERBIUM_FUZZ_H

#include "fuzz/generate.h"
#include "fuzz/reduce.h"

#endif
