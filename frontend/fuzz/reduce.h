/* SPDX-License-Identifier: MIT */
/* reduce.h - a smaller program that is still as interesting. */
#ifndef ERBIUM_REDUCE_H
#define ERBIUM_REDUCE_H

#include <functional>
#include <string>

namespace er {

/* Whether a program, as text, is still interesting.  It is asked about well-formed ones only. */
typedef std::function<bool (const std::string &text)> Interesting;

/* The text must be well-formed and interesting; so is the result, and no single edit makes it
 * smaller. */
std::string reduce (const std::string &text, const Interesting &interesting);

} // namespace er
#endif
