/* SPDX-License-Identifier: MIT */
/* system_calls.h - sealed programs: the declarations that the files of the folder share.
 *
 *   seal.c            ERBIUM_SEAL=1: restarts the program in a fixed environment
 *   allowed_calls.c     the system calls that go directly to the kernel (runs during the build)
 *   call_answers.c      all other system calls: the table of their handlers
 *   clock.c           clocks, the vDSO, rdtsc
 *   files.c           files that may be opened, and their metadata
 *   descriptors.c     operations on open files: reads, writes, duplicates
 *   region_calls.c    system calls on memory of regions, which may have to wait
 *   mappings.c        memory that may be mapped
 *   identity.c        process ids, users, the machine, random numbers
 *   signals.c         handlers and masks
 *
 * space/space_output.c collects the output of spaces in an order that is the same in each run.
 *
 * The idea.  A filter (seccomp) in the kernel permits a system call if its result depends only on
 * the program and its declared input.  Each other call raises SIGSYS, whose handler emulates the
 * call deterministically or refuses it.  The filter recognises the system calls of the handler
 * itself by a value, the pass, in the sixth argument, which these calls do not use otherwise.  The
 * filter keeps honest programs deterministic and is no protection against malicious ones.
 *
 * All functions here run in signal handlers: they call the kernel directly and take no locks.
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
  uint64_t *mask; /* of signals, in effect after the handler returns */
};

/* Handles a system call; returns its result, or -errno. */
typedef long erb_seal_answer (const struct erb_seal_trap *t);

extern erb_seal_answer erb_seal_clock_gettime, erb_seal_gettimeofday, erb_seal_time,
  erb_seal_clock_getres, erb_seal_times, erb_seal_sleep, erb_seal_clock_sleep, erb_seal_getrusage;
extern erb_seal_answer erb_seal_open, erb_seal_openat, erb_seal_creat, erb_seal_stat,
  erb_seal_fstat, erb_seal_statat, erb_seal_access, erb_seal_accessat, erb_seal_unlink;
extern erb_seal_answer erb_seal_read, erb_seal_readv, erb_seal_write, erb_seal_writev, erb_seal_at,
  erb_seal_place, erb_seal_lseek, erb_seal_whole_file, erb_seal_allocate, erb_seal_ioctl,
  erb_seal_dup, erb_seal_close_range, erb_seal_lock, erb_seal_fcntl;
extern erb_seal_answer erb_seal_map, erb_seal_memfd, erb_seal_advise;
extern erb_seal_answer erb_seal_getpid, erb_seal_getppid, erb_seal_user, erb_seal_uname,
  erb_seal_getrandom, erb_seal_affinity, erb_seal_getcpu, erb_seal_sysinfo, erb_seal_prlimit,
  erb_seal_prctl, erb_seal_set_tid_address;
extern erb_seal_answer erb_seal_sigaction, erb_seal_sigmask, erb_seal_sigpending, erb_seal_kill,
  erb_seal_tgkill;

/* call_answers.c */
extern void erb_seal_watch_calls (void);
/* Prints "erbium: warning: sealed: WHAT 'TEXT' is refusedADVICE" on stderr, at most 20 times per
 * space. */
extern void erb_seal_warn (const char *what, const char *text, const char *advice);
extern void erb_seal_warnings_begin (void); /* in a new space */
/* Emulates rdtsc and rdtscp; returns false if the instruction is neither. */
extern bool erb_seal_tsc (void *ucontext);

/* clock.c */
extern void erb_seal_patch_vdso (void);
extern void erb_seal_stop_tsc (void);
extern int64_t erb_seal_now (void); /* the logical clock in ns; advances it */
extern int64_t erb_seal_clock (void);
/* Advances the clock to that of a space that has been joined. */
extern void erb_seal_clock_catch_up (int64_t clock);

/* files.c.  Declares the files that may be opened.  Returns false if a path is in both lists,
 * itself or through a folder that contains it. */
extern bool erb_seal_declare (const char *read, const char *write);
extern void erb_seal_files_begin (void); /* in a new space */

/* descriptors.c: the kinds of the program's descriptors. */
enum erb_seal_kind
{
  ERB_SEAL_PLAIN,    /* a file to read, /dev/null; all descriptors of the runtime */
  ERB_SEAL_STDIN,    /* external */
  ERB_SEAL_STDOUT,   /* or stderr; external */
  ERB_SEAL_WRITTEN, /* a file that this run has created */
};
extern enum erb_seal_kind erb_seal_kind_of (long file);
/* Records the kind of a new descriptor.  Returns the descriptor; or closes it and returns -EMFILE
 * if the program has too many. */
extern long erb_seal_add_descriptor (long file, enum erb_seal_kind kind);
extern void erb_seal_descriptors_begin (void); /* in a new space */

/* region_calls.c.  The first function returns whether some of the n bytes are in a region; the
 * second one waits until the caller can read them, as an access does. */
extern bool erb_seal_has_pages (const void *memory, long n);
extern void erb_seal_await_pages (const void *memory, long n);
/* Reads n bytes of a file to memory that may be in a region; `at' is the offset in the file for
 * functions that take one. */
typedef long erb_seal_reads (long file, char *to, long n, long at);
extern long erb_seal_read_pages (erb_seal_reads *one, long file, char *to, long n, long at);

/* identity.c. erb_seal_identify_first makes the calling space the first one.
 * erb_seal_identify_child makes it the child with that id (negative: a process) of the space from
 * which this process was forked.  Ids and random numbers are computed from the path. */
extern void erb_seal_identify_first (const char *seed);
extern void erb_seal_identify_child (int id);

/* signals.c */
extern void erb_seal_watch_faults (void);
/* takes a SIGSYS that was sent, and does not come from a system call */
extern void erb_seal_take_sigsys (void);
extern void erb_seal_signals_begin (void); /* in a new space */

#endif

#endif
