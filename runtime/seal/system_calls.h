/* SPDX-License-Identifier: MIT */
/* system_calls.h - sealed programs: what their files share.
 *
 *   seal.c            ERBIUM_SEAL=1: starts the program again, in a world that is the same
 *                     each time, then closes the door
 *   make_filter.c     which system calls go straight to the kernel (runs when this is built)
 *   call_table.c      all others come here: the table of what is done about each
 *   clock.c           clocks, the vDSO, rdtsc
 *   files.c           what may be opened, and what is seen of it
 *   descriptors.c     what may be done with what is open: reading, writing, duplicates
 *   region_calls.c    system calls on memory of regions, which may have to be waited for
 *   mappings.c        what may be mapped
 *   identity.c        process ids, users, the machine, randomness
 *   signals.c         handlers and masks, such that none locks ours out, or gets out
 *   space_output.c    (in space/) what spaces print, in an order that is the same each time
 *
 * The idea.  A filter (seccomp) in the kernel lets a system call pass if its result
 * depends on nothing but the program and what was declared as its input.  Each other one
 * raises SIGSYS, whose handler does in user space what is deterministic, or refuses.
 * The filter knows the handler's own system calls by a sixth argument that none of these
 * calls has otherwise.  It is to keep honest programs the same, not to hold bad ones.
 *
 * All functions here run in signal handlers: they call the kernel directly, and nothing
 * that takes a lock.
 */
#ifndef ERB_SYSTEM_CALLS_H
#define ERB_SYSTEM_CALLS_H

#include "seal/seal.h"

#ifdef __x86_64__

/* A system call that the filter has stopped. */
struct erb_seal_trap
{
  long number;
  long argument[6];
  uint64_t *mask; /* of signals, as it will be afterwards */
};

/* What is done about one: returns its result, or -errno. */
typedef long erb_seal_answer (const struct erb_seal_trap *t);

extern erb_seal_answer erb_seal_clock_gettime, erb_seal_gettimeofday, erb_seal_time,
  erb_seal_clock_getres, erb_seal_times, erb_seal_sleep, erb_seal_clock_sleep, erb_seal_getrusage;
extern erb_seal_answer erb_seal_open, erb_seal_openat, erb_seal_creat, erb_seal_stat, erb_seal_fstat,
  erb_seal_statat, erb_seal_access, erb_seal_accessat, erb_seal_unlink;
extern erb_seal_answer erb_seal_read, erb_seal_readv, erb_seal_write, erb_seal_writev, erb_seal_at, erb_seal_place, erb_seal_lseek,
  erb_seal_whole_file, erb_seal_allocate, erb_seal_ioctl, erb_seal_dup, erb_seal_close_range, erb_seal_lock,
  erb_seal_fcntl;
extern erb_seal_answer erb_seal_map, erb_seal_memfd, erb_seal_advise;
extern erb_seal_answer erb_seal_getpid, erb_seal_getppid, erb_seal_user, erb_seal_uname,
  erb_seal_getrandom, erb_seal_affinity, erb_seal_getcpu, erb_seal_sysinfo, erb_seal_prlimit,
  erb_seal_prctl, erb_seal_set_tid_address;
extern erb_seal_answer erb_seal_sigaction, erb_seal_sigmask, erb_seal_sigpending, erb_seal_kill, erb_seal_tgkill;

/* call_table.c */
extern void erb_seal_watch_calls (void);
/* "erbium: warning: sealed: what 'text': advice" on stderr, each space at most 20 times. */
extern void erb_seal_say (const char *what, const char *text, const char *advice);
extern void erb_seal_say_anew (void); /* in a new space */
/* What is done about rdtsc and rdtscp.  True if it was one of these. */
extern bool erb_seal_tsc (void *ucontext);

/* clock.c */
extern void erb_seal_patch_vdso (void);
extern void erb_seal_stop_tsc (void);
extern int64_t erb_seal_now (void); /* ns of the logical clock; moves it on */
extern int64_t erb_seal_clock (void);
/* A space that was waited for had got so far. */
extern void erb_seal_clock_catch_up (int64_t clock);

/* files.c: the lists of what may be opened; false: a path is in both, by itself or below a folder. */
extern bool erb_seal_declare (const char *read, const char *write);
extern void erb_seal_files_begin (void); /* in a new space */

/* descriptors.c: what the program's descriptors are. */
enum erb_seal_kind
{
  ERB_SEAL_PLAIN,    /* a file to read, /dev/null; all of the runtime */
  ERB_SEAL_STDIN,    /* of the outside */
  ERB_SEAL_STDOUT,   /* or stderr */
  ERB_SEAL_TO_WRITE, /* a file that this run has made */
};
extern enum erb_seal_kind erb_seal_kind_of (long file);
/* A new descriptor is of that kind: returns it, or -EMFILE, and closes it, where the program has too many. */
extern long erb_seal_keep (long file, enum erb_seal_kind kind);
extern void erb_seal_descriptors_begin (void); /* in a new space */

/* region_calls.c.  Whether some of the n bytes are in a region; then, waits until the caller can read them, as an access does. */
extern bool erb_seal_has_pages (const void *memory, long n);
extern void erb_seal_await_pages (const void *memory, long n);
/* Reads n bytes of a file, that at the offset at where that matters, to memory that may be in a region. */
typedef long erb_seal_reads (long file, char *to, long n, long at);
extern long erb_seal_read_pages (erb_seal_reads *one, long file, char *to, long n, long at);

/* identity.c: the calling space is the first one; or the child with that id (negative: a process) of the one that this process
 * was forked from.  Ids and random numbers are of its path. */
extern void erb_seal_identify_first (const char *seed);
extern void erb_seal_identify_child (int id);

/* signals.c */
extern void erb_seal_watch_faults (void);
extern void erb_seal_take_sigsys (void);   /* which was sent, and is of no call */
extern void erb_seal_signals_begin (void); /* in a new space */

#endif

#endif
