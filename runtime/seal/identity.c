/* SPDX-License-Identifier: MIT */
/* identity.c - the identity and the machine of a sealed program: the same in each run.
 *
 * The process id and the random numbers of a space are computed from its path and from
 * ERBIUM_SEAL_SEED, so they differ between spaces and are the same in each run.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

static int32_t own_id, parent_id;
static uint64_t random_state;
/* Hashes of the whole path, without and with the seed. */
static uint64_t path_number, seeded_number;

/* ---- Hashes of paths ----------------------------------------------------------- */

/* Performs a step of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom
 * Number Generators, OOPSLA 2014). */
static uint64_t
mix (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Hashes the first n characters of text; before is the hash of the preceding text. */
static uint64_t
number_of (const char *text, size_t n, uint64_t before)
{
  uint64_t state = before;
  for (size_t k = 0; k < n; k++)
    {
      state ^= (uint8_t) text[k];
      state = mix (&state);
    }
  return state;
}

static void
go_down (const char *element)
{
  size_t n = strlen (element);
  path_number = number_of (element, n, path_number);
  seeded_number = number_of (element, n, seeded_number);
  own_id = (int32_t) (path_number & 0x3fffffff) + 2;
  random_state = seeded_number;
}

void
erb_seal_identify_first (const char *seed)
{
  parent_id = 1;
  path_number = 0;
  seeded_number = number_of (seed, strlen (seed), 1);
  go_down ("0");
}

void
erb_seal_identify_child (int id)
{
  char element[16];
  snprintf (element, sizeof element, ".%s%d", id < 0 ? "p" : "", abs (id));
  parent_id = own_id;
  go_down (element);
}

/* ---- System calls ----------------------------------------------------------------- */

long
erb_seal_getpid (const struct erb_seal_trap *t)
{
  (void) t;
  return own_id;
}

long
erb_seal_getppid (const struct erb_seal_trap *t)
{
  (void) t;
  return parent_id;
}

/* The address belongs to the C library; the kernel clears the word at the end of the thread. */
long
erb_seal_set_tid_address (const struct erb_seal_trap *t)
{
  erb_kernel_pass (t->number, t->argument[0], 0, 0, 0, 0);
  return own_id;
}

/* Returns the same id for users and groups. */
long
erb_seal_user (const struct erb_seal_trap *t)
{
  (void) t;
  return 1000;
}

long
erb_seal_uname (const struct erb_seal_trap *t)
{
  static const struct utsname machine = { "Linux", "sealed", "6.0.0", "#1", "x86_64", "" };
  memcpy ((void *) t->argument[0], &machine, sizeof machine);
  return 0;
}

long
erb_seal_getrandom (const struct erb_seal_trap *t)
{
  uint8_t *to = (uint8_t *) t->argument[0];
  for (long n = 0; n < t->argument[1]; n++)
    to[n] = (uint8_t) mix (&random_state);
  return t->argument[1];
}

/* Reports one processor, the first. */
long
erb_seal_affinity (const struct erb_seal_trap *t)
{
  if (t->argument[1] < 8)
    return -EINVAL;
  memset ((void *) t->argument[2], 0, 8);
  *(uint8_t *) t->argument[2] = 1;
  return 8;
}

long
erb_seal_getcpu (const struct erb_seal_trap *t)
{
  unsigned *cpu = (unsigned *) t->argument[0], *node = (unsigned *) t->argument[1];
  if (cpu)
    *cpu = 0;
  if (node)
    *node = 0;
  return 0;
}

/* Reports 8 GiB of memory, half of it free.  A refusal would not do: the C library would return
 * uninitialised memory. */
long
erb_seal_sysinfo (const struct erb_seal_trap *t)
{
  *(struct sysinfo *) t->argument[0] = (struct sysinfo){
    .uptime = erb_seal_now () / 1000000000,
    .totalram = UINT64_C (8) << 30,
    .freeram = UINT64_C (4) << 30,
    .procs = 1,
    .mem_unit = 1,
  };
  return 0;
}

/* Reports no limits except those on the stack and on open files, which seal.c has set.  Limits
 * cannot be changed. */
long
erb_seal_prlimit (const struct erb_seal_trap *t)
{
  struct rlimit *to = (struct rlimit *) t->argument[3];
  bool files = t->argument[1] == RLIMIT_NOFILE;
  rlim_t limit = t->argument[1] == RLIMIT_STACK ? 8 << 20
                 : files                        ? ERB_SEALED_FILES
                                                : RLIM_INFINITY;
  if (t->argument[2])
    return -EPERM;
  if (to)
    *to = (struct rlimit) { limit, limit };
  return 0;
}

/* Permits the names of threads and of memory, which have no effect on other programs. */
long
erb_seal_prctl (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  if (a[0] == PR_SET_NAME || a[0] == PR_GET_NAME || a[0] == PR_SET_VMA)
    return erb_kernel_pass (SYS_prctl, a[0], a[1], a[2], a[3], a[4]);
  erb_seal_warn ("the system call", "prctl", "");
  return -EPERM;
}

#endif
