/* SPDX-License-Identifier: MIT */
/* mpi_job.c - the memory that all ranks of a job share. */
#define _GNU_SOURCE
#include "mpi/base/mpi_base.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

/* Before a job is there, calls that are permitted at any time note themselves here. */
static struct detmpi_job nothing;
struct detmpi_job *detmpi_job = &nothing;
int detmpi_self;
const char *detmpi_started_by;

void *
detmpi_share (size_t size, const char *what)
{
  erb_kernel_begin_privileged ();
  void *at = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
  erb_kernel_end_privileged ();
  if (at == MAP_FAILED)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, NULL, NULL,
                  "raise the limit (ulimit -v), or take fewer ranks",
                  "no %zu bytes for the %s: %s", size, what, strerror (errno));
  return at;
}

static bool
is_ordered (void)
{
  const char *any = getenv ("DETMPI_ANY");
  if (any && *any && strcmp (any, "ordered") != 0 && strcmp (any, "error") != 0)
    erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL, "set it to 'error' (the default) or 'ordered'",
                  "'DETMPI_ANY' is '%s'", any);
  return any && strcmp (any, "ordered") == 0;
}

void
detmpi_make_job (int ranks)
{
  cpu_set_t mine;
  detmpi_job = detmpi_share (sizeof *detmpi_job, "job");
  detmpi_job->ranks = ranks;
  detmpi_job->ordered = is_ordered ();
  detmpi_job->processors = sched_getaffinity (0, sizeof mine, &mine) == 0 ? CPU_COUNT (&mine) : 1;
}

void
detmpi_become (int rank)
{
  detmpi_self = rank;
  erbium_store_relaxed (&detmpi_me ()->pid, erb_kernel_getpid ());
}

void *
detmpi_alloc (size_t size)
{
  return detmpi_grow (NULL, size);
}

void *
detmpi_grow (void *old, size_t size)
{
  void *at = realloc (old, size ? size : 1);
  if (!at)
    detmpi_die (ERBIUM_EXIT_RESOURCE, "free memory, or raise the limit (ulimit -v)",
                "no memory: %zu bytes", size);
  return at;
}
