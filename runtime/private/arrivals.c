/* SPDX-License-Identifier: MIT */
/* arrivals.c - the table of private windows.
 *
 * The producers' window, its growth and its rights are as the backend of the record has them
 * (record/shared_backend.c, guard/paged_backend.c), which also knows how to copy.
 */
#include "private/private.h"

static const struct erb_arrivals private_windows = {
  .name = "private", .prose = "a window for the producers, and one for each registered reader",
  .arrive = erb_arrive, .receive = erb_arrival_receive, .released = erb_arrival_released,
  .stop = erb_communicator_stop,
};

static void
record_made (erbium_record *r)
{
  if (r->program->set.windows == ERB_WINDOWS_PRIVATE)
    r->arrivals = &private_windows;
}

const struct erb_observer erb_private_observer = {
  .record_made = record_made, .process_ends = erb_communicator_process_ends,
  .program_ends = erb_communicators_end, .moves_by_itself = erb_communicator_moves,
};
