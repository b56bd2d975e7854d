/* SPDX-License-Identifier: MIT */
/* writer.h - the thread that writes the trace. */
#ifndef ERB_TRACE_WRITER_H
#define ERB_TRACE_WRITER_H

#include "trace/sample.h"

/* What the writer was asked for. */
struct erb_trace_request
{
  const char *file;   /* the setting */
  int level;          /* 1 waits, 2 switches, 3 all */
  int64_t most;       /* bytes of the file */
  int64_t rate;       /* details a second that a thread may store; 0: any */
};

/* Whether events are stored. */
extern bool erb_tracing;

/* Opens the file and starts the writer; if that is not possible, ends the program with a
 * message. */
extern void erb_writer_begin (const struct erb_trace_request *request);
/* Writes what was stored so far.  haste: the program dies, so it allocates no memory, and waits for
 * the writer for a moment only. */
extern void erb_writer_flush (bool haste);
/* Ends the trace. */
extern void erb_writer_end (void);
/* Goes on in a child of fork, with a writer of its own. */
extern void erb_writer_in_new_space (void);

#endif
