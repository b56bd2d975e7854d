/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages.h - what the files of the messages share: messages.cc changes what GCC
 * prints, messages_doubled.cc holds back what our own checks say better. */
#ifndef ERBIUM_MESSAGES_H
#define ERBIUM_MESSAGES_H

#include "plugin.h"

struct diagnostic_context;

namespace erbium {

void watch_doubled ();
/* A message that is being made names this type. */
void see_type (tree type);
/* A message and its notes are complete: whether they were dropped. */
bool drop_doubled (diagnostic_context *);

} // namespace erbium
#endif
