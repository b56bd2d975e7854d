/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages.h - what the files of the messages share: messages.cc changes what GCC
 * prints, messages_doubled.cc holds back what our own checks say better, messages_void.cc
 * says what a process is that is called. */
#ifndef ERBIUM_MESSAGES_H
#define ERBIUM_MESSAGES_H

#include "plugin.h"

struct diagnostic_context;
struct diagnostic_info;

namespace erbium {

void watch_doubled ();
/* A message that is being made names this type. */
void see_type (tree type);
/* A message and its notes are complete: whether they were dropped. */
bool drop_doubled (diagnostic_context *);
/* A message is being made: whether it is of a process whose value is used. */
void see_void (const diagnostic_info *);
/* It is complete: what there is to say of it. */
void explain_void ();

} // namespace erbium
#endif
