/* SPDX-License-Identifier: MIT */
/* models_and_observers.c - the list of the observers, in their order, and the table of the task
 * models.
 *
 * The order matters if several observe one event: a process that leaves is searched for deadlocks
 * before its counts are kept; workers are released before joiners; a new space is sealed before its
 * log begins, and enters pages after that; replay answers first.
 */
#include "life/life.h"

/* Each program has the descriptor, though nothing in it uses that. */
__attribute__ ((used)) static const struct erb_top_descriptor *const shown = &erb_top_descriptor;

const struct erb_observer *const erb_observers[] = {
  &erb_life_observer,          /* lifetime.c */
  &erb_space_model_observer,   /* space_model/space_model.c */
  &erb_space_observer,         /* space/space_life.c */
  &erb_seal_observer,          /* seal/seal.c */
  &erb_replay_observer,        /* replay/replay.c */
  &erb_replay_space_observer,  /* replay/space_steps.c */
  &erb_replay_port_observer,   /* replay/port_steps.c */
  &erb_replay_page_observer,   /* replay/page_steps.c */
  &erb_replay_record_observer, /* replay/record_steps.c */
  &erb_pages_observer,         /* pages/space_pages.c */
  &erb_channel_observer,       /* channel/channel.c */
  &erb_rank_observer,        /* rank/remote_run.c */
  &erb_record_observer,      /* record/view.c */
  &erb_guard_observer,       /* guard/paged_backend.c */
  &erb_private_observer,     /* private/arrivals.c */
  &erb_deadlock_observer,    /* deadlock/detect.c */
  &erb_checks_observer,      /* observe/checks.c */
  &erb_writes_observer,      /* observe/write_checks.c */
  &erb_claims_observer,      /* observe/claim_checks.c */
  &erb_unchecked_observer,   /* observe/unchecked_files.c */
  &erb_run_times_observer,   /* observe/run_times.c */
  &erb_statistics_observer,  /* observe/statistics.c */
  &erb_busy_observer,        /* observe/busy_times.c */
  &erb_on_signal_observer,   /* observe/on_signal.c */
  &erb_record_table_observer, /* observe/record_table.c */
  &erb_trace_observer,       /* trace/trace.c */
  &erb_partition_observer,   /* partition/partition_model.c */
  &erb_fiber_observer,       /* fiber/worker_pool.c */
  &erb_sync_observer,        /* sync/wait_queue.c */
  NULL
};

const struct erb_task_model *const erb_task_models[] = {
  &erb_task_thread, /* task/thread_model.c */
  &erb_task_fiber,  /* fiber/fiber_model.c */
  &erb_task_auto,   /* task/auto_model.c */
  &erb_task_space,  /* space_model/space_model.c */
  &erb_task_partition, /* partition/partition_model.c */
  &erb_task_rank,   /* rank/remote_run.c */
  NULL
};
