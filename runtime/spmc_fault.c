/* SPDX-License-Identifier: MIT */
/* spmc_fault.c - page faults, and what is said of a wrong access.
 *
 *   access to a page          | what it means                 | what is done
 *   --------------------------|-------------------------------|-------------------------------
 *   producer, not fixed       | touched for the first time    | a frame, mapped to be written
 *   producer reads, fixed     | was not mapped                | mapped to be read
 *   producer writes, fixed    | fixed at most once            | error
 *   consumer reads            | consumed after fixed          | waits, then mapped to be read
 *   consumer writes           | single producer only          | error
 *   extension page            | is no data                    | error
 *   arena, no region of it    | cleared, or never given       | error
 *
 * A fault opens the pages behind it too, as far as they are in the same state: what is read or
 * written in a row costs a call for AROUND pages.  Any other address is the business
 * of whoever looked after SIGSEGV before.
 */
#define _GNU_SOURCE
#include "access.h"
#include "spmc.h"

#include <signal.h>
#include <ucontext.h>

enum { AROUND = 16 };

static struct sigaction before;

/* ---- Words ------------------------------------------------------------- */

/* "page 3 (0x...) of the region of file:line, generation 2, in space 1". */
static const char *
say_page (const struct erb_spmc_map *m, int page, struct erb_text *t)
{
  const struct erb_spmc_block *b = &erb_spmc.block[erb_spmc_block_at (m->region, m->port, page)];
  snprintf (t->s, sizeof t->s, "page %d (%p) of the region of %s, generation %lld, in space %d", page,
            (void *) erb_spmc_va (m, page), m->region->where, (long long) b->sequence - 1, m->port->space);
  return t->s;
}

void
erb_spmc_fault (const char *call, const char *where, const struct erb_spmc_map *m, int page,
                const char *mend, const char *what)
{
  struct erb_text t;
  erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, mend, "%s: %s", say_page (m, page, &t), what);
}

void
erb_spmc_fault_of_death (const char *call, const char *where, const struct erb_spmc_map *m, int page,
                         int space)
{
  struct erb_text t;
  const char *how = erb_spmc.space[space].how;
  erb_fault_in (ERBIUM_EXIT_DEATH, call, where, "look at what space died of",
                "%s: it will never be fixed: its producer, space %d, has died%s%s",
                say_page (m, page, &t), space, *how ? " " : "", how);
}

void
erb_spmc_fault_of_end (const char *call, const char *where, const struct erb_spmc_map *m, int page)
{
  erb_spmc_fault (call, where, m, page,
                  "fix it in the producer, or ask with spmcR_ended before waiting",
                  "it will never be fixed: its producer has left, cleared it or extended past it");
}

void
erb_spmc_wrong_kind (const struct erb_spmc_map *m, int page, const char *call, const char *where)
{
  if (erb_spmc_is_link (erbium_load_relaxed (erb_spmc_word (m, page))) || erb_spmc_is_extension (m, page))
    erb_spmc_fault (call, where, m, page, "leave it out: it is for spmcR_extend only",
                    "an extension page is neither written nor read");
  erb_spmc_fault (call, where, m, page, "name the same extension page on both sides, one that is never fixed",
                  "it is fixed as data, and no extension page");
}

/* ---- Faults ------------------------------------------------------------ */

static bool
is_full (const struct erb_spmc_map *m, int page)
{
  if (erb_replay_mode && !erb_spmc_produces (m))
    return erb_replay_knows (m, page, erb_spmc_fixed (erb_spmc.page));
  return erb_spmc_is_full (m, page);
}

/* The pages from this one on that are as far on as it is, of the same block. */
static int
end_around (const struct erb_spmc_map *m, int page)
{
  int end = page + 1, most = m->port->first + m->port->pages;
  int block = erb_spmc_block_at (m->region, m->port, page);
  bool full = is_full (m, page);
  if (m->region->kind & ERBIUM_SPMC_TWICE)
    return end;
  if (most > page + AROUND)
    most = page + AROUND;
  if (erb_replay_mode && !erb_spmc_produces (m))
    erb_replay_look_around (m, end, most);
  while (end < most && !erb_spmc_is_extension (m, end) && is_full (m, end) == full
         && erb_spmc_block_at (m->region, m->port, end) == block)
    end++;
  return end;
}

ERB_NORETURN static void
refuse (const struct erb_spmc_map *m, int page, const char *call, const char *mend, const char *what,
        const void *context)
{
  struct erb_text t;
  const char *line = erb_say_instruction (context, &t);
  static char all[512]; /* the first fault is told, no other */
  snprintf (all, sizeof all, "%s%s%s%s", mend, *line ? " (" : "", line, *line ? ")" : "");
  erb_spmc_fault (call, NULL, m, page, all, what);
}

static void
produce (struct erb_spmc_map *m, int page, bool write, const void *context)
{
  if (write && erb_spmc_is_full (m, page))
    refuse (m, page, "write", "extend the segment to write it anew",
            "it is fixed: a page that is fixed is written no more", context);
  erb_spmc_open (m, page, end_around (m, page));
}

static void
consume (struct erb_spmc_map *m, int page, bool write, const void *context)
{
  if (write)
    refuse (m, page, "write", "a region has one producer: let it write, or use memory of your own",
            "the space is a consumer, not the producer", context);
  if (!erb_spmc_await (m, page, erb_spmc_word (m, page), erb_spmc_fixed (erb_spmc.page), "read", NULL))
    erb_spmc_fault_of_end ("read", NULL, m, page);
  erb_spmc_open (m, page, end_around (m, page));
}

ERB_NORETURN static void
refuse_address (const void *va, bool write, const void *context)
{
  struct erb_text t;
  const char *line = erb_say_instruction (context, &t);
  erb_fault_in (ERBIUM_EXIT_MISUSE, write ? "write" : "read", NULL, *line ? line : NULL,
                "address %p is of no region that space %d has: it was cleared, or never given to it",
                va, erbium_spmc_space ());
}

static struct erb_spmc_map *
find (const void *va)
{
  struct erb_spmc_map *m = erb_spmc_map_find (va);
  if (!m && erbium_spmc_space () >= 0)
    {
      erb_spmc_maps_refresh (erbium_spmc_space ());
      m = erb_spmc_map_find (va);
    }
  return m;
}

static void
handle (char *va, const void *context)
{
  struct erb_spmc_map *m = find (va);
  bool write = erb_is_write (context);
  if (!m)
    refuse_address (va, write, context);
  int page = erb_spmc_page_at (m, va);
  if (erb_spmc_is_extension (m, page))
    refuse (m, page, write ? "write" : "read", "leave it out: it is for spmcR_extend only",
            "an extension page is neither written nor read", context);
  if (erb_spmc_produces (m))
    produce (m, page, write, context);
  else
    consume (m, page, write, context);
}

/* ---- The signal -------------------------------------------------------- */

static void
on_fault (int number, siginfo_t *info, void *context)
{
  int kept = errno;
  if (info->si_code > 0 && erb_spmc_is_arena (info->si_addr))
    {
      erbium_add (&erb_spmc_costs.faults, 1);
      handle (info->si_addr, context);
    }
  else
    {
      if (erb_replay_mode == ERB_REPLAY_REPLAYS)
        erbium_replay_dies ();
      erb_pass_signal_on (&before, number, info, context);
    }
  errno = kept;
}

/* Behind those of fault.c, which is there for all addresses that are not ours. */
void
erb_spmc_watch_faults (void)
{
  struct sigaction ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER };
  ours.sa_sigaction = on_fault;
  sigemptyset (&ours.sa_mask);
  erb_watch_signals ();
  sigaction (SIGSEGV, &ours, &before);
}
