/* SPDX-License-Identifier: MIT */
/* generate.h - random programs that are well-formed and have one outcome. */
#ifndef ERBIUM_GENERATE_H
#define ERBIUM_GENERATE_H

#include <string>

namespace er {

struct Size
{
  int processes = 6;  /* approximate number */
  int elements = 40;  /* the largest number of elements in most records */
  int depth = 3;      /* of expressions */
};

/* Returns the text of a program, which is the same for the same seed and size. */
std::string generate (uint64_t seed, const Size &size);

} // namespace er
#endif
