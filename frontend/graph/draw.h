/* SPDX-License-Identifier: MIT */
/* draw.h - a network as a text for Graphviz.
 *
 *   p0 [label="squares"];  r0 [label="r\ni64", shape=cylinder];  p0 -> r0 [label="1 a turn\nwindow 1024"];
 */
#ifndef ERBIUM_DRAW_H
#define ERBIUM_DRAW_H

#include "graph/link.h"

namespace er {
namespace graph {

/* Names may contain any valid UTF-8. */
std::string drawn (const Network &network, bool legend);

} // namespace graph
} // namespace er
#endif
