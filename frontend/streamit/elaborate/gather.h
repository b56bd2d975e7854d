/* SPDX-License-Identifier: MIT */
/* gather.h - streams that only move elements.
 *
 *   splitjoin { split roundrobin (1); add Identity<T>; add Identity<T>; join roundrobin (2); }
 *
 * pops elements 0, 1, 2, 3 and pushes 0, 2, 1, 3.  Identities, filters that push what they pop, and
 * pipelines and splitjoins of such streams become one process, which moves elements by index.
 */
#ifndef ERBIUM_STREAMIT_GATHER_H
#define ERBIUM_STREAMIT_GATHER_H

#include <cstdint>
#include <optional>
#include <vector>

namespace er::streamit {

struct Node;

/* A firing pops so many elements, and then pushes those with these numbers. */
struct Gather
{
  int64_t pops = 0;
  std::vector<int64_t> from;
};

/* Returns what a stream does if it only moves elements, at most 4096 in a firing. */
std::optional<Gather> gather_of (const Node &n);

/* Loops within each other, the inner one first, of which the positions are sums: in iteration k of
 * this loop, k times the steps are added. */
struct Nested
{
  int64_t turns, in_step, out_step;
};

/* Returns loops that visit the pairs of positions in their order, at most `most` of them, or none
 * if these loops do not exist. */
std::optional<std::vector<Nested>> nested (const std::vector<int64_t> &in,
                                           const std::vector<int64_t> &out, size_t most);

} // namespace er::streamit
#endif
