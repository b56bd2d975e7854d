/* SPDX-License-Identifier: MIT */
/* task.h - where the processes of our own programs live: --mode thread or fiber.
 *
 * Both run on the CPUs of the list and no others: as many workers as CPUs, or
 * threads that the kernel places.  A model that the library does not have is no
 * failure: the harness says so in the row.
 */
#ifndef BENCH_TASK_H
#define BENCH_TASK_H
#include "common.h"

#ifndef ERBIUM_H /* programs in the plugin's syntax have no need of erbium.h */
int erbium_set (const char *name, const char *value);
#endif

/* Comes before the first record. */
BENCH_API void
bench_task (struct bench_options *o)
{
  static const char *const models[] = { "thread", "fiber" };
  const char *model = models[bench_mode (o, "thread fiber")];
  char workers[16];
  bench_confine (o);
  if (erbium_set ("TASK", model))
    bench_unavailable (o, "the library has no such task model");
  snprintf (workers, sizeof workers, "%d", o->cpu_count);
  if (!strcmp (model, "fiber") && erbium_set ("WORKERS", workers))
    bench_unavailable (o, "the library has no ERBIUM_WORKERS");
}

#endif
