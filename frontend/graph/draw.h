/* SPDX-License-Identifier: MIT */
/* draw.h - reads the files that describe a network, and prints it as input for Graphviz.
 *
 *   p0 [label="squares"];  r0 [label="r\ni64", shape=cylinder];
 *   p0 -> r0 [label="1 a turn\nwindow 1024"];
 */
#ifndef ERBIUM_DRAW_H
#define ERBIUM_DRAW_H

#include "graph/link.h"

namespace er {
namespace graph {

/* Reads files of the plugin and programs of the IR.  Reports errors and returns false if a file is
 * wrong; ends the program with status 2 if it cannot be read. */
bool read_units (const std::vector<std::string> &paths, std::vector<Unit> &units);

/* Returns the network in the language of Graphviz; names may contain any valid UTF-8. */
std::string drawn (const Network &network, bool legend);

} // namespace graph
} // namespace er
#endif
