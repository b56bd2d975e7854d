/* SPDX-License-Identifier: MIT */
/* trace_file.h - the events of a trace, in the order of their times. */
#ifndef ERBIUM_TRACE_FILE_H
#define ERBIUM_TRACE_FILE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/report.h"

namespace er::report {

enum class Type { BEGIN = 1, END = 2, INSTANT = 3, COUNTER = 4 };

struct Event
{
  int64_t at = 0; /* ns */
  Type type = Type::INSTANT;
  uint64_t track = 0;
  int64_t value = 0; /* of a counter */
  std::string category, name;
  std::map<std::string, int64_t> numbers;
  std::map<std::string, std::string> texts;

  int64_t number (const char *word) const; /* 0: it has none */
  std::string text (const char *word) const;
};

/* Reads as many whole packets as there are.  Throws Wrong if the first one is none. */
std::vector<Event> read_events (const std::string &bytes);

} // namespace er::report
#endif
