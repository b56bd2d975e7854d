/* SPDX-License-Identifier: MIT */
/* replay.h - record and replay of spaces.
 *
 * A space learns of others in few places only: the words of pages, ports, updates of views, its
 * parent and its children.  Recording, each of these places is a step: steps are counted, and one in
 * which the space learnt something leaves an event in its log.  Replaying, nobody else is there: at
 * each step the events that the log has of it are brought about, so that all other code of the
 * runtime finds what it found.  docs/internals/replay.md.
 *
 * Nothing calls this folder.  It observes events; where it replays it answers questions.
 */
#ifndef ERB_REPLAY_H
#define ERB_REPLAY_H

#include "event/event.h"

extern const struct erb_observer erb_replay_observer, erb_replay_space_observer, erb_replay_port_observer,
  erb_replay_page_observer, erb_replay_record_observer;

#endif
