/* SPDX-License-Identifier: MIT */
/* page_fault.c - page faults, and the messages about wrong accesses.
 *
 *   access to a page          | meaning                       | action
 *   --------------------------|-------------------------------|-------------------------------
 *   producer, not fixed       | first access                  | gets a frame, mapped writable
 *   producer reads, fixed     | was not mapped                | mapped read-only
 *   producer writes, fixed    | a page is fixed at most once  | error
 *   consumer reads            | a page is read after its fix  | waits, then mapped read-only
 *   consumer writes           | there is a single producer    | error
 *   extension page            | it holds no data              | error
 *   arena, no region of it    | cleared, or never given       | error
 *
 * A fault also opens the pages behind it that are in the same state, so sequential reads or writes
 * cost one call for AROUND pages.  The handler that was installed before gets the faults at other
 * addresses.
 */
#define _GNU_SOURCE
#include "space/space.h"
#include "pages/page_access.h"
#include "pages/regions.h"

#include <signal.h>
#include <ucontext.h>

enum { AROUND = 16 };

static struct sigaction before;

/* ---- Words ------------------------------------------------------------- */

/* Writes "page 3 (0x...) of channel 7 of file:line, generation 2, in space 0.1", or "of the region
 * of" instead of the channel. */
static const char *
page_text (const struct erb_spmc_map *m, int page, struct erb_text *t)
{
  struct erb_text self;
  char channel[32] = "the region";
  const struct erb_spmc_block *b = &erb_spmc.block[erb_spmc_block_at (m->region, m->port, page)];
  if (m->region->channel)
    snprintf (channel, sizeof channel, "channel %d", m->region->channel);
  snprintf (t->s, sizeof t->s, "page %d (%p) of %s of %s, generation %lld, in %.80s", page,
            (void *) erb_spmc_va (m, page), channel, m->region->where, (long long) b->sequence - 1,
            erb_spmc_space_name (m->port->space, &self));
  return t->s;
}

/* The context of the fault that this thread handles, or NULL. */
static __thread const void *context_here;

/* A fault at an access has no source line of its own, so hint also tells how to find the line of
 * the instruction. */
const char *
erb_spmc_hint (const char *where, const char *hint)
{
  static char all[512]; /* one buffer suffices: only the first fault of a program is reported */
  struct erb_text t;
  const char *line = !where && context_here ? erb_describe_instruction (context_here, &t) : "";
  if (!*line)
    return hint;
  snprintf (all, sizeof all, hint ? "%s (%s)" : "%s%s", hint ? hint : "", line);
  return all;
}

void
erb_spmc_fault (const char *call, const char *where, const struct erb_spmc_map *m, int page,
                const char *hint, const char *what)
{
  struct erb_text t;
  erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, erb_spmc_hint (where, hint), "%s: %s",
                page_text (m, page, &t), what);
}

/* ---- Deaths ------------------------------------------------------------ */

/* Returns the space of erbium/space.h that was to fix the page.  The port records it, since another
 * space may have its number by now. */
static erb_space
dead_producer (const struct erb_spmc_map *m, int page, int space)
{
  erb_spmc_region_lock (m->region);
  const struct erb_spmc_port *p = erb_spmc_producer (m->region, page);
  erb_space s = p && p->space == space ? p->whose : erb_spmc_space_of (space);
  erb_spmc_region_unlock (m->region);
  return s;
}

/* Writes "space 0.2 (gid 7, file:line), has died of SIGSEGV (Segmentation fault)". */
static const char *
dead_text (erb_space s, int space, int status, struct erb_text *t)
{
  struct erb_text who;
  char how[80];
  const char *cause = erb_spmc.space[space].how;
  if (s == ERB_NO_SPACE)
    snprintf (t->s, sizeof t->s, "space %d, has died%s%s", space, *cause ? " " : "",
              cause);
  else
    {
      erb_space_describe_status (status, how, sizeof how);
      snprintf (t->s, sizeof t->s, "%.170s, %s", erb_space_describe (s, &who), how);
    }
  return t->s;
}

const char *
erb_spmc_death_text (const struct erb_spmc_map *m, int page, int space, struct erb_text *t)
{
  return dead_text (dead_producer (m, page, space), space, -1, t);
}

/* Quotes the last words of s itself, unless the caller is its parent, which passes them on
 * anyway. */
static const char *
hint_of_death (erb_space s, int status, const char *where)
{
  static char all[512 + ERB_SPACE_REPORT_BYTES];
  const char *words = status == -1 ? erb_space_report_of (s) : "";
  if (!*words)
    return erb_spmc_hint (where, erb_space_hint_of (status));
  const char *hint = erb_spmc_hint (where, "look at what it said before it died");
  snprintf (all, sizeof all, "%s:\n%s", hint, words);
  return all;
}

void
erb_spmc_fault_of_death (const char *call, const char *where, const struct erb_spmc_map *m,
                         int page, int space)
{
  struct erb_text t, dead, look;
  erb_space s = dead_producer (m, page, space);
  int status = s == ERB_NO_SPACE ? -1 : erb_space_end_of (s);
  const char *recorded = NULL; /* for spaces of erbium/space.h only */
  if (status == -1)
    erb_ask_death_known (&recorded);
  erb_space_follow_interrupt (status);
  erb_space_dies_of (s);
  snprintf (look.s, sizeof look.s, "find out why space %d died", space);
  erb_fault_in (ERBIUM_EXIT_DEATH, call, where,
                s == ERB_NO_SPACE && !recorded ? erb_spmc_hint (where, look.s)
                                               : hint_of_death (s, status, where),
                "%s: it will never be fixed: its producer, %s", page_text (m, page, &t),
                recorded ? recorded : dead_text (s, space, status, &dead));
}

void
erb_spmc_fault_of_end (const char *call, const char *where, const struct erb_spmc_map *m, int page)
{
  erb_spmc_fault (call, where, m, page,
                  "fix it in the producer, or ask with erbium_spmc_ended before waiting",
                  "it will never be fixed: its producer has left, cleared it or extended past it");
}

void
erb_spmc_wrong_kind (const struct erb_spmc_map *m, int page, const char *call, const char *where)
{
  if (erb_spmc_is_link (erbium_load_relaxed (erb_spmc_word (m, page)))
      || erb_spmc_is_extension (m, page))
    erb_spmc_fault (call, where, m, page, "use it with erbium_spmc_extend only",
                    "an extension page can be neither written nor read");
  erb_spmc_fault (call, where, m, page,
                  "name the same extension page on both sides, one that is never fixed",
                  "it is fixed as data and cannot be an extension page");
}

/* ---- Faults ------------------------------------------------------------ */

static bool
is_full (const struct erb_spmc_map *m, int page)
{
  bool is;
  if (!erb_spmc_produces (m) && erb_ask_page_known (m, page, erb_spmc_fixed (erb_spmc.page), &is))
    return is;
  return erb_spmc_is_full (m, page);
}

/* Returns the end of the pages from this one on that are in the same state, in the same block. */
static int
end_around (const struct erb_spmc_map *m, int page)
{
  int end = page + 1, most = m->port->first + m->port->pages;
  int block = erb_spmc_block_at (m->region, m->port, page);
  bool full = is_full (m, page);
  if (most > page + AROUND)
    most = page + AROUND;
  if (!erb_spmc_produces (m))
    erb_event_pages_around (m, end, most);
  while (end < most && !erb_spmc_is_extension (m, end) && is_full (m, end) == full
         && erb_spmc_block_at (m->region, m->port, end) == block)
    end++;
  return end;
}

static void
produce (struct erb_spmc_map *m, int page, bool write)
{
  if (write && erb_spmc_is_full (m, page))
    erb_spmc_fault ("write", NULL, m, page, "extend the segment and write the next generation",
                    "it is fixed and can no longer be written");
  erb_spmc_open (m, page, end_around (m, page));
}

static void
consume (struct erb_spmc_map *m, int page, bool write)
{
  if (write)
    erb_spmc_fault ("write", NULL, m, page,
                    "a region has one producer: let it write, or use memory of your own",
                    "the space is a consumer, not the producer");
  erbium_atomic *word = erb_spmc_word (m, page);
  if (!erb_spmc_await (m, page, word, erb_spmc_fixed (erb_spmc.page), "read", NULL))
    erb_spmc_fault_of_end ("read", NULL, m, page);
  erb_spmc_open (m, page, end_around (m, page));
}

ERB_NORETURN static void
refuse_address (const void *va, bool write)
{
  struct erb_text self;
  erb_fault_in (ERBIUM_EXIT_MISUSE, write ? "write" : "read", NULL, erb_spmc_hint (NULL, NULL),
                "address %p belongs to no region of %s: it was cleared, or never given to it",
                va, erb_spmc_space_name (erbium_spmc_space (), &self));
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
  context_here = context;
  struct erb_spmc_map *m = find (va);
  bool write = erb_is_write (context);
  if (!m)
    refuse_address (va, write);
  int page = erb_spmc_page_at (m, va);
  if (erb_spmc_is_extension (m, page))
    erb_spmc_fault (write ? "write" : "read", NULL, m, page,
                    "use it with erbium_spmc_extend only",
                    "an extension page can be neither written nor read");
  if (erb_spmc_produces (m))
    produce (m, page, write);
  else
    consume (m, page, write);
  context_here = NULL;
}

/* ---- The signal -------------------------------------------------------- */

static void
on_fault (int number, siginfo_t *info, void *context)
{
  int kept = errno;
  if (info->si_code > 0 && erb_spmc_is_arena (info->si_addr))
    {
      int64_t began = erb_os->now () - erb_spmc_spent (ERB_SPMC_ASLEEP);
      handle (info->si_addr, context);
      erb_spmc_spend (ERB_SPMC_FAULTS, 1);
      erb_spmc_spend (ERB_SPMC_IN_FAULTS,
                      erb_os->now () - erb_spmc_spent (ERB_SPMC_ASLEEP) - began);
    }
  else
    {
      erb_event_bad_access ();
      erb_pass_signal_on (&before, number, info, context);
    }
  errno = kept;
}

/* Installs the handler after those of fault.c, which then get all addresses outside the arena. */
void
erb_spmc_watch_faults (void)
{
  struct sigaction ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER };
  ours.sa_sigaction = on_fault;
  sigemptyset (&ours.sa_mask);
  erb_watch_signals ();
  sigaction (SIGSEGV, &ours, &before);
}
