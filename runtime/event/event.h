/* SPDX-License-Identifier: MIT */
/* event.h - what happens in the runtime, for those who want to know of it.
 *
 * The folders that do the work (records, synchronisation, processes, pages) do not know who is
 * interested in it: checks, statistics, deadlock detection, record and replay, sealed programs.
 * They emit events, one line at the place where something happens; an observer is a struct with a
 * function for each event that it wants.  events.def is the table of all events.
 *
 * Which observers there are is said in one place, life/composition.c.  They are called in the order
 * of that list.  An event that nobody observes costs a load and a branch.
 *
 * An observer that is wanted only sometimes (replay) says so before main.
 */
#ifndef ERB_EVENT_H
#define ERB_EVENT_H

#include "core/core.h"

struct erb_process;
struct erb_spmc_map;
struct erb_view;
struct erb_wait;

/* Values that a space learns of others (the event 'value').  Recordings have these numbers. */
enum erb_value
{
  ERB_VALUE_CHANNEL, ERB_VALUE_ALIVE, ERB_VALUE_COUNTS, ERB_VALUE_USE, ERB_VALUE_COSTS,
  ERB_VALUE_MISSED, ERB_VALUE_ADDRESS, ERB_VALUE_CLAIM,
  ERB_VALUE_STATUS = 64
};

struct erb_observer
{
  bool (*wanted) (void); /* asked once, before main; NULL: always */
#define EVENT(name, parameters, arguments) void (*name) parameters;
#define ASK(name, parameters, arguments) bool (*name) parameters;
#include "event/events.def"
#undef EVENT
#undef ASK
};

enum { ERB_OBSERVERS = 15 };

/* For each event the functions that observe it, and NULL. */
struct erb_event_table
{
#define EVENT(name, parameters, arguments) void (*name[ERB_OBSERVERS + 1]) parameters;
#define ASK(name, parameters, arguments) bool (*name[ERB_OBSERVERS + 1]) parameters;
#include "event/events.def"
#undef EVENT
#undef ASK
};

extern struct erb_event_table erb_event_table;

/* Observers that are always there: defined by life/composition.c, with NULL at the end. */
extern const struct erb_observer *const erb_observers[];

#define EVENT(name, parameters, arguments)                  \
  ERBIUM_INLINE void erb_event_##name parameters            \
  {                                                         \
    for (int n = 0; erb_event_table.name[n]; n++)           \
      erb_event_table.name[n] arguments;                    \
  }
#define ASK(name, parameters, arguments)                    \
  ERBIUM_INLINE bool erb_ask_##name parameters              \
  {                                                         \
    for (int n = 0; erb_event_table.name[n]; n++)           \
      if (erb_event_table.name[n] arguments)                \
        return true;                                        \
    return false;                                           \
  }
#include "event/events.def"
#undef EVENT
#undef ASK

#endif
