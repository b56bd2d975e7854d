/* SPDX-License-Identifier: MIT */
/* replay.h - record and replay of spaces.
 *
 * A space learns of others in few places only: the words of pages, ports, updates of views, its
 * parent and its children.  Each of these places is a step.  A recording counts the steps of a
 * space; each step in which the space has learnt something leaves an event in its log.  In a replay
 * the space runs alone: each step takes its events from the log and produces their effects, so that
 * all other code of the runtime behaves as in the recording. docs/internals/replay.md has the
 * details.
 *
 * The folder observes events, and in a replay answers the questions of the event table; no other
 * folder calls it.  The files of the folder are listed in replay_steps.h.
 */
#ifndef ERB_REPLAY_H
#define ERB_REPLAY_H

#include "event/event.h"

extern const struct erb_observer erb_replay_observer, erb_replay_space_observer,
  erb_replay_port_observer, erb_replay_page_observer, erb_replay_record_observer;

#endif
