/* SPDX-License-Identifier: MIT */
/* clock.c - time in a sealed program: a logical clock.
 *
 * Each space has a clock.  It starts at the time of its parent's clock, and at 2000-01-01 in the
 * first space.  Each query advances it by a microsecond.  A sleep advances it by the requested time
 * and returns at once.  erbium_space_sync advances it to the clock of the child if that is later.
 * All clocks of the system return this clock; those of processor time begin at 0.
 *
 * The C library reads some clocks without a system call, through functions of the vDSO, code that
 * the kernel maps into each process.  A system call overwrites the first instructions of these
 * functions.  The instructions rdtsc and rdtscp are made to fault (PR_SET_TSC), and the fault
 * handler emulates them.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const int64_t second = 1000000000, epoch = 946684800; /* s, 2000-01-01 */

static int64_t clock_ns;

int64_t
erb_seal_clock (void)
{
  return clock_ns;
}

int64_t
erb_seal_now (void)
{
  return clock_ns += 1000;
}

void
erb_seal_clock_catch_up (int64_t clock)
{
  if (clock > clock_ns)
    clock_ns = clock;
}

/* ---- System calls -------------------------------------------------------------- */

static bool
has_epoch (long clock)
{
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI
         || clock == CLOCK_REALTIME_ALARM;
}

long
erb_seal_clock_gettime (const struct erb_seal_trap *t)
{
  struct timespec *to = (struct timespec *) t->argument[1];
  int64_t now = erb_seal_now ();
  to->tv_sec = now / second + (has_epoch (t->argument[0]) ? epoch : 0);
  to->tv_nsec = now % second;
  return 0;
}

long
erb_seal_gettimeofday (const struct erb_seal_trap *t)
{
  struct timeval *to = (struct timeval *) t->argument[0];
  struct timezone *zone = (struct timezone *) t->argument[1];
  int64_t now = erb_seal_now ();
  if (to)
    *to = (struct timeval) { now / second + epoch, now % second / 1000 };
  if (zone)
    memset (zone, 0, sizeof *zone);
  return 0;
}

long
erb_seal_time (const struct erb_seal_trap *t)
{
  time_t *to = (time_t *) t->argument[0], now = erb_seal_now () / second + epoch;
  if (to)
    *to = now;
  return now;
}

long
erb_seal_clock_getres (const struct erb_seal_trap *t)
{
  struct timespec *to = (struct timespec *) t->argument[1];
  if (to)
    *to = (struct timespec) { 0, 1000 };
  return 0;
}

long
erb_seal_times (const struct erb_seal_trap *t)
{
  struct tms *to = (struct tms *) t->argument[0];
  clock_t ticks = erb_seal_now () / (second / 100);
  if (to)
    *to = (struct tms) { .tms_utime = ticks };
  return ticks;
}

long
erb_seal_getrusage (const struct erb_seal_trap *t)
{
  struct rusage *to = (struct rusage *) t->argument[1];
  int64_t now = erb_seal_now ();
  memset (to, 0, sizeof *to);
  to->ru_utime = (struct timeval) { now / second, now % second / 1000 };
  return 0;
}

static long
advance (const struct timespec *time, int64_t from)
{
  if (time->tv_nsec < 0 || time->tv_nsec >= second || time->tv_sec < 0)
    return -EINVAL;
  erb_seal_clock_catch_up (from + time->tv_sec * second + time->tv_nsec);
  return 0;
}

long
erb_seal_sleep (const struct erb_seal_trap *t)
{
  return advance ((const struct timespec *) t->argument[0], clock_ns);
}

long
erb_seal_clock_sleep (const struct erb_seal_trap *t)
{
  const struct timespec *time = (const struct timespec *) t->argument[2];
  if (!(t->argument[1] & TIMER_ABSTIME))
    return advance (time, clock_ns);
  return advance (time, has_epoch (t->argument[0]) ? -epoch * second : 0);
}

/* ---- The vDSO --------------------------------------------------------------------- */

struct image
{
  char *base;
  const ElfW (Sym) *symbols;
  const char *names;
};

static void
read_dynamic (struct image *vdso, const ElfW (Dyn) *d)
{
  for (; d->d_tag; d++)
    {
      if (d->d_tag == DT_SYMTAB)
        vdso->symbols = (const void *) (vdso->base + d->d_un.d_ptr);
      if (d->d_tag == DT_STRTAB)
        vdso->names = vdso->base + d->d_un.d_ptr;
    }
}

static struct image
read_image (char *base)
{
  const ElfW (Ehdr) *head = (const void *) base;
  const ElfW (Phdr) *part = (const void *) (base + head->e_phoff);
  struct image vdso = { base, NULL, NULL };
  for (int n = 0; n < head->e_phnum; n++)
    if (part[n].p_type == PT_DYNAMIC)
      read_dynamic (&vdso, (const void *) (base + part[n].p_offset));
  return vdso;
}

/* mov number, %eax; syscall; ret */
static void
write_call (char *at, uint32_t number)
{
  char code[] = { (char) 0xb8, 0, 0, 0, 0, 0x0f, 0x05, (char) 0xc3 };
  memcpy (code + 1, &number, sizeof number);
  memcpy (at, code, sizeof code);
}

/* Assumes that the symbols of an image end where their names begin, as linkers lay them out. */
static void
patch (const struct image *vdso)
{
  static const struct { const char *name; int number; } clocks[] = {
    { "__vdso_clock_gettime", SYS_clock_gettime }, { "__vdso_gettimeofday", SYS_gettimeofday },
    { "__vdso_time", SYS_time }, { "__vdso_clock_getres", SYS_clock_getres },
    { "__vdso_getcpu", SYS_getcpu }, { "__vdso_getrandom", SYS_getrandom },
  };
  for (const ElfW (Sym) *s = vdso->symbols; (const char *) s < vdso->names; s++)
    for (size_t n = 0; n < sizeof clocks / sizeof *clocks; n++)
      if (s->st_value && strcmp (vdso->names + s->st_name, clocks[n].name) == 0)
        write_call (vdso->base + s->st_value, clocks[n].number);
}

/* If the kernel does not permit the change, the clocks stay as they are: seal.c detects this and
 * reports it. */
void
erb_seal_patch_vdso (void)
{
  char *base = (char *) getauxval (AT_SYSINFO_EHDR);
  if (!base)
    return; /* the C library makes system calls then */
  struct image vdso = read_image (base);
  size_t page = (size_t) sysconf (_SC_PAGESIZE), size = 2 * page;
  while (mprotect (base, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    if ((size -= page) == 0)
      return;
  if (vdso.symbols && vdso.names)
    patch (&vdso);
  mprotect (base, size, PROT_READ | PROT_EXEC);
}

/* ---- rdtsc -------------------------------------------------------------------------- */

void
erb_seal_stop_tsc (void)
{
  prctl (PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}

bool
erb_seal_tsc (void *context)
{
  greg_t *r = ((ucontext_t *) context)->uc_mcontext.gregs;
  const uint8_t *at = (const uint8_t *) r[REG_RIP];
  bool plain = at[0] == 0x0f && at[1] == 0x31;
  bool with_cpu = at[0] == 0x0f && at[1] == 0x01 && at[2] == 0xf9;
  if (!plain && !with_cpu)
    return false;
  int64_t now = erb_seal_now ();
  r[REG_RAX] = now & 0xffffffff;
  r[REG_RDX] = (now >> 32) & 0xffffffff;
  if (with_cpu)
    r[REG_RCX] = 0;
  r[REG_RIP] += plain ? 2 : 3;
  return true;
}

#endif
