/* SPDX-License-Identifier: MIT */
/* draw_streams.h - prints the streams of a StreamIt program as input for Graphviz.
 *
 *   subgraph cluster1 { label="splitjoin Bands";
 *     s1 [label="duplicate", shape=trapezium];  f2 [label="Band\npop 1 peek 64 push 1"];  ... }
 *   s1 -> f2;
 *
 * A pipeline, splitjoin or feedbackloop is a frame around its streams.  Splitters and joiners are
 * drawn as the program has them, although they become positions on records (elaborate.h).
 */
#ifndef ERBIUM_STREAMIT_DRAW_H
#define ERBIUM_STREAMIT_DRAW_H

#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

struct Picture
{
  std::string text;    /* in the language of Graphviz */
  size_t filters = 0; /* that it contains */
};

/* Draws a program after connect_messages ().  If fold is true, or if there are more filters than
 * `most', streams that follow each other and are equal are drawn once, with their number. */
Picture drawn (const Program &program, bool legend, bool fold, size_t most);

} // namespace er::streamit
#endif
