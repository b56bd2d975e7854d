/* SPDX-License-Identifier: MIT */
/* page_sums.c - the tables of ERBIUM_STATS: what all spaces have spent, what went through regions.
 *
 * A space keeps its costs in its entry of the table of spaces, so those of a space that was killed
 * are still there.  The counts of a region that ends are added to a sum for each kind of region.
 * Channels without a message of more than 8 bytes have a line of their own, as in table 4 of sumC
 * ("sumC: A VM-based Scalable Unbounded Multicast Channel for Pipeline Parallelism").
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"
#include "erbium/channel.h"

#include <inttypes.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Regions ----------------------------------------------------------- */

enum { SHORT = 8 }; /* bytes of a message */

static enum erb_spmc_kind
kind_of (const struct erb_spmc_region *r)
{
  if (!r->channel)
    return ERB_SPMC_PLAIN;
  return r->channel_kind & ERBIUM_CHAN_LAZY ? ERB_SPMC_LAZY : ERB_SPMC_EAGER;
}

static void
add_region (struct erb_spmc_sum *sum, const struct erb_spmc_region *r)
{
  sum->regions++;
  sum->pages += erbium_load_relaxed (&r->traffic.pages);
  sum->fixes += erbium_load_relaxed (&r->traffic.fixes);
  sum->extensions += erbium_load_relaxed (&r->extensions);
  sum->messages += erbium_load_relaxed (&r->traffic.messages);
  sum->bytes += erbium_load_relaxed (&r->traffic.bytes);
}

static void
add_to (struct erb_spmc_sum *all, struct erb_spmc_sum *brief, const struct erb_spmc_region *r)
{
  enum erb_spmc_kind kind = kind_of (r);
  add_region (&all[kind], r);
  if (r->channel && erbium_load_relaxed (&r->traffic.longest) <= SHORT)
    add_region (&brief[kind], r);
}

void
erb_spmc_keep_sum (const struct erb_spmc_region *r)
{
  if (erbium_load_relaxed (&r->live) != ERB_SPMC_LIVE)
    return;
  erb_spmc_lock_tables ();
  add_to (erb_spmc.shared->ended, erb_spmc.shared->ended_short, r);
  erb_spmc_unlock_tables ();
}

static void
print_sum (const char *name, const struct erb_spmc_sum *s, FILE *to)
{
  if (s->regions)
    fprintf (to, "%-28s %6" PRId64 " %12" PRId64 " %12" PRId64 " %10" PRId64 " %12" PRId64
             " %14" PRId64 "\n", name, s->regions, s->pages, s->fixes, s->extensions, s->messages,
             s->bytes);
}

static void
print_regions (FILE *to)
{
  static const char *const names[ERB_SPMC_KINDS][2] = {
    { "regions without messages", NULL }, { "eager channels", "  messages of up to 8 bytes" },
    { "lazy channels", "  messages of up to 8 bytes" } };
  struct erb_spmc_sum all[ERB_SPMC_KINDS], brief[ERB_SPMC_KINDS];
  memcpy (all, erb_spmc.shared->ended, sizeof all);
  memcpy (brief, erb_spmc.shared->ended_short, sizeof brief);
  for (int n = 0; n < erb_spmc.shared->regions.end; n++)
    if (erbium_load_acquire (&erb_spmc.region[n].live) == ERB_SPMC_LIVE) /* erb_spmc_region_make */
      add_to (all, brief, &erb_spmc.region[n]);
  fprintf (to, "%-28s %6s %12s %12s %10s %12s %14s\n", "pages", "number", "pages", "fixes",
           "extensions", "messages", "bytes");
  for (int kind = 0; kind < ERB_SPMC_KINDS; kind++)
    {
      print_sum (names[kind][0], &all[kind], to);
      if (names[kind][1])
        print_sum (names[kind][1], &brief[kind], to);
    }
}

/* ---- Management -------------------------------------------------------- */

/* Returns the number of pages of a table that have memory. */
static int64_t
pages_in_use (void *table, size_t bytes)
{
  size_t pages = (bytes + erb_spmc.page - 1) / erb_spmc.page;
  unsigned char *in = malloc (pages);
  int64_t count = 0;
  if (in && mincore (table, pages * erb_spmc.page, in) == 0)
    for (size_t n = 0; n < pages; n++)
      count += in[n] & 1;
  free (in);
  return count;
}

/* In the papers, page tables and extension pages; here the tables of page_tables.h. */
static int64_t
management_pages (void)
{
  const struct erb_spmc *s = &erb_spmc;
  const struct erb_spmc_shared *h = s->shared;
  return pages_in_use (s->shared, sizeof *h)
         + pages_in_use (s->space, (size_t) s->spaces * sizeof *s->space)
         + pages_in_use (s->watch, (size_t) s->spaces * sizeof *s->watch)
         + pages_in_use (s->region, (size_t) h->regions.end * sizeof *s->region)
         + pages_in_use (s->port, (size_t) h->ports.end * sizeof *s->port)
         + pages_in_use (s->block, (size_t) h->blocks * sizeof *s->block)
         + pages_in_use (s->word, (size_t) h->next_frame * sizeof *s->word);
}

/* ---- Spaces ------------------------------------------------------------ */

enum { FEW_ROWS = 64 };

static void
print_costs (const char *name, const int64_t costs[ERB_SPMC_COSTS], FILE *to)
{
  fprintf (to, "%-28s %9" PRId64 " %10.3f %9" PRId64 " %9" PRId64 " %9" PRId64 " %10.3f\n", name,
           costs[ERB_SPMC_FAULTS], (double) costs[ERB_SPMC_IN_FAULTS] / 1e6, costs[ERB_SPMC_CALLS],
           costs[ERB_SPMC_WAITS], costs[ERB_SPMC_SLEEPS], (double) costs[ERB_SPMC_ASLEEP] / 1e6);
}

/* Adds the costs of a space to all, and returns whether there are any. */
static bool
costs_of (int space, int64_t costs[ERB_SPMC_COSTS], int64_t all[ERB_SPMC_COSTS])
{
  bool any = false;
  for (int k = 0; k < ERB_SPMC_COSTS; k++)
    {
      costs[k] = erbium_load_relaxed (&erb_spmc.space[space].costs[k]);
      all[k] += costs[k];
      any = any || costs[k];
    }
  return any;
}

static void
print_spaces (FILE *to)
{
  int64_t costs[ERB_SPMC_COSTS], all[ERB_SPMC_COSTS] = { 0 };
  int rows = 0;
  fprintf (to, "%-28s %9s %10s %9s %9s %9s %10s\n", "space", "faults", "ms", "calls", "waits",
           "sleeps", "ms");
  for (int n = 0; n < erb_spmc.spaces; n++)
    {
      char name[32];
      snprintf (name, sizeof name, "%d", n);
      if (costs_of (n, costs, all) && rows++ < FEW_ROWS)
        print_costs (name, costs, to);
    }
  print_costs ("all spaces", all, to);
}

static void
print_sums (FILE *to)
{
  print_regions (to);
  erb_kernel_begin_privileged ();
  int64_t pages = management_pages ();
  erb_kernel_end_privileged ();
  fprintf (to, "%-28s %19" PRId64 "\n", "pages of tables", pages);
  print_spaces (to);
  fflush (to);
}

/* ---- The end of the program -------------------------------------------- */

static pid_t creator; /* the process that has created the memory of pages */
static bool printed;

void
erb_spmc_sums_begin (void)
{
  creator = getpid ();
}

void
erb_spmc_sums_end (void)
{
  if (printed || !erb_spmc.spaces || !erb_space_settings ()->stats || getpid () != creator)
    return;
  printed = true;
  print_sums (stderr);
}
