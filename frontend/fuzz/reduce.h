/* SPDX-License-Identifier: MIT */
/* reduce.h - a smaller program that is still as interesting. */
#ifndef ERBIUM_REDUCE_H
#define ERBIUM_REDUCE_H

#include <functional>
#include <string>

namespace er {

/* Returns whether a program, given as text, is still interesting.  It is called only for
 * well-formed programs. */
typedef std::function<bool (const std::string &text)> Interesting;

/* Returns a smaller program.  The text must be well-formed and interesting; so is the result, and
 * no single edit makes it smaller. */
std::string reduce (const std::string &text, const Interesting &interesting);

} // namespace er
#endif
