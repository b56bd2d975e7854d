/* SPDX-License-Identifier: MIT */
/* report.h - what a trace (ERBIUM_TRACE) says of a program, as one page of HTML.
 *
 * A trace has too many events to read.  The report adds them up: which process works and which one
 * waits, for what, and how long; how much flows through each record; and what follows from it.  The
 * page needs no other file and no network.
 *
 *   trace_file.cc   reads packets of Perfetto's protobuf format
 *   history.cc      the events of a trace: when each process did what
 *   summary.cc      sums; processes and records of one name together, if there are many
 *   advice.cc       the bottleneck, and suggestions
 *   page.cc         the page: page.html with the summary as JSON
 */
#ifndef ERBIUM_REPORT_H
#define ERBIUM_REPORT_H

#include <string>

namespace er::report {

struct Options
{
  size_t most = 40; /* processes that are shown one by one; more are shown by name */
};

/* Thrown if a file is no trace of Erbium. */
struct Wrong
{
  std::string what, hint;
};

/* Returns the page for the trace in `bytes'; `name' is that of the file. */
std::string page_of (const std::string &bytes, const std::string &name, const Options &options);

} // namespace er::report
#endif
