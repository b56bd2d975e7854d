/* SPDX-License-Identifier: MIT */
/* event.c - the table of observers, which is filled before main. */
#include "event/event.h"

#include <stdio.h>
#include <stdlib.h>

struct erb_event_table erb_event_table;

static void
too_many (void)
{
  fputs ("erbium: more than ERB_OBSERVERS (event.h) observers of one event\n", stderr);
  abort ();
}

/* Adds function, unless it is NULL, to a row of the table. */
#define ADD(row, function)              \
  do                                    \
    {                                   \
      int n = 0;                        \
      while ((row)[n])                  \
        n++;                            \
      if ((function) && n == ERB_OBSERVERS) \
        too_many ();                    \
      if (function)                     \
        (row)[n] = (function);          \
    }                                   \
  while (0)

static void
observe (const struct erb_observer *observer)
{
#define EVENT(name, parameters, arguments) ADD (erb_event_table.name, observer->name);
#define ASK(name, parameters, arguments) ADD (erb_event_table.name, observer->name);
#include "event/events.def"
#undef EVENT
#undef ASK
}

/* Constructors of other files may emit events, so this one comes first. */
__attribute__ ((constructor (101))) static void
add_observers (void)
{
  for (const struct erb_observer *const *at = erb_observers; *at; at++)
    if (!(*at)->wanted || (*at)->wanted ())
      observe (*at);
}
