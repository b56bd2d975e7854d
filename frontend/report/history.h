/* SPDX-License-Identifier: MIT */
/* history.h - when each process of a trace did what, and how far its records have come. */
#ifndef ERBIUM_HISTORY_H
#define ERBIUM_HISTORY_H

#include "report/trace_file.h"

namespace er::report {

enum Doing { RUN, READY, NO_DATA, NO_ROOM, OTHER, DOINGS };

/* A stretch of the life of a process in which it does not run. */
struct Stretch
{
  int64_t from = 0, to = 0;
  Doing doing = OTHER;
  int64_t record = 0, elements = 0; /* of a wait: for how many more elements */
};

struct Life
{
  std::string name, place;
  int64_t begin = 0, end = 0;
  std::vector<Stretch> stretches;
  std::vector<Stretch> runs; /* of a fiber: when a worker has run it */
};

struct End /* of a record: a process that has had an id of one side */
{
  int64_t process = 0;
  bool writes = false;
};

struct Sample { int64_t at, live; };

struct Stream
{
  std::string name, place;
  int64_t bytes = 0, committed = 0, horizon = 0, window = 0, most_live = 0;
  int64_t first = 0, last = 0; /* ns: of samples with elements */
  std::vector<End> ends;
  std::vector<Sample> samples;
};

struct History
{
  std::string program;
  int64_t begin = 0, end = 0, level = 0, lost = 0, switches = 0, moves = 0;
  std::map<int64_t, Life> lives;
  std::map<int64_t, Stream> streams;
  std::vector<Stretch> pauses; /* from and to: not traced in detail */
  int workers = 0;
};

History history_of (const std::vector<Event> &events);

} // namespace er::report
#endif
