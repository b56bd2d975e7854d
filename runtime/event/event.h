/* SPDX-License-Identifier: MIT */
/* event.h - what happens in the runtime, for the folders that observe it.
 *
 * The folders that do the work (records, synchronisation, processes, pages) do not know their
 * observers: checks, statistics, deadlock detection, record and replay, sealed programs.  They emit
 * events, with one line at the place where something happens.  An observer is a struct with a
 * function for each event that it observes.  events.def is the table of all events.
 *
 * life/models_and_observers.c lists the observers; they are called in the order of that list.  An
 * event without observers costs a load and a branch.
 *
 * An observer that only some runs need (replay) decides before main whether this run needs it.
 */
#ifndef ERB_EVENT_H
#define ERB_EVENT_H

#include "core/core.h"

struct erb_findings;
struct erb_process;
struct erb_sheet;
struct erb_spmc_map;
struct erb_view;
struct erb_wait;

/* Values that a space learns from others (the event `value').  Recordings contain these numbers. */
enum erb_value
{
  ERB_VALUE_CHANNEL, ERB_VALUE_ALIVE, ERB_VALUE_COUNTS, ERB_VALUE_USE, ERB_VALUE_COSTS,
  ERB_VALUE_MISSED, ERB_VALUE_ADDRESS, ERB_VALUE_CLAIM,
  ERB_VALUE_STATUS = 64
};

struct erb_observer
{
  bool (*wanted) (void); /* called once, before main; NULL: always needed */
#define EVENT(name, parameters, arguments) void (*name) parameters;
#define ASK(name, parameters, arguments) bool (*name) parameters;
#include "event/events.def"
#undef EVENT
#undef ASK
};

enum { ERB_OBSERVERS = 15 };

/* The functions that observe each event, followed by NULL. */
struct erb_event_table
{
#define EVENT(name, parameters, arguments) void (*name[ERB_OBSERVERS + 1]) parameters;
#define ASK(name, parameters, arguments) bool (*name[ERB_OBSERVERS + 1]) parameters;
#include "event/events.def"
#undef EVENT
#undef ASK
};

extern struct erb_event_table erb_event_table;

/* All observers, followed by NULL: defined by life/models_and_observers.c. */
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
