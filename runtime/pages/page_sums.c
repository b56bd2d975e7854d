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
#include "figures/figures.h"

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

static const struct erb_table region_table = {
  .key = "pages", .headings = { "pages" }, .parts = 1, .width = 28, .columns = 6,
  .column = {
    { "number", "number", 6, 1, false, ERB_PLAIN },
    { "pages", "pages", 12, 1, false, ERB_PLAIN },
    { "fixes", "fixes", 12, 1, false, ERB_PLAIN },
    { "extensions", "extensions", 10, 1, false, ERB_PLAIN },
    { "messages", "messages", 12, 1, false, ERB_PLAIN },
    { "bytes", "bytes", 14, 1, false, ERB_PLAIN } } };

/* kind is NULL if the sum is that of all of its kind. */
static void
print_sum (const char *name, const char *kind, const struct erb_spmc_sum *s,
           struct erb_sheet *sheet)
{
  const int64_t figures[] = { s->regions, s->pages, s->fixes, s->extensions, s->messages,
                              s->bytes };
  if (!s->regions)
    return;
  erb_row_begin (sheet, &region_table, name);
  if (sheet->json)
    {
      erb_json_text (sheet, "of", kind ? kind : name);
      erb_json_number (sheet, "longest_message", kind ? SHORT : ERB_NO_FIGURE);
    }
  erb_row_figures (sheet, &region_table, 1, figures);
}

static void
print_regions (struct erb_sheet *sheet)
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
  erb_figures_begin (sheet, &region_table, 1);
  for (int kind = 0; kind < ERB_SPMC_KINDS; kind++)
    {
      print_sum (names[kind][0], NULL, &all[kind], sheet);
      if (names[kind][1])
        print_sum (names[kind][1], names[kind][0], &brief[kind], sheet);
    }
  erb_figures_end (sheet, &region_table);
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

static const struct erb_table space_table = {
  .key = "spaces", .headings = { "space" }, .parts = 1, .width = 28, .columns = 6,
  .column = {
    { "faults", "faults", 9, 1, false, ERB_PLAIN },
    { "ms", "fault_ms", 10, 1, false, ERB_MS },
    { "calls", "calls", 9, 1, false, ERB_PLAIN },
    { "waits", "waits", 9, 1, false, ERB_PLAIN },
    { "sleeps", "sleeps", 9, 1, false, ERB_PLAIN },
    { "ms", "asleep_ms", 10, 1, false, ERB_MS } } };

/* The number of all spaces together is ERB_NO_FIGURE. */
static void
print_costs (const char *name, int64_t number, const int64_t costs[ERB_SPMC_COSTS],
             struct erb_sheet *sheet)
{
  const int64_t figures[] = { costs[ERB_SPMC_FAULTS], costs[ERB_SPMC_IN_FAULTS],
                              costs[ERB_SPMC_CALLS], costs[ERB_SPMC_WAITS],
                              costs[ERB_SPMC_SLEEPS], costs[ERB_SPMC_ASLEEP] };
  erb_row_begin (sheet, &space_table, name);
  if (sheet->json)
    erb_json_number (sheet, "space", number);
  erb_row_figures (sheet, &space_table, 1, figures);
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
print_spaces (struct erb_sheet *sheet)
{
  int64_t costs[ERB_SPMC_COSTS], all[ERB_SPMC_COSTS] = { 0 };
  int rows = 0;
  erb_figures_begin (sheet, &space_table, 1);
  for (int n = 0; n < erb_spmc.spaces; n++)
    {
      char name[32];
      snprintf (name, sizeof name, "%d", n);
      if (costs_of (n, costs, all) && rows++ < FEW_ROWS)
        print_costs (name, n, costs, sheet);
    }
  print_costs ("all spaces", ERB_NO_FIGURE, all, sheet);
  erb_figures_end (sheet, &space_table);
}

static void
print_sums (struct erb_sheet *sheet)
{
  if (sheet->json)
    erb_json_open (sheet, NULL, '{');
  print_regions (sheet);
  erb_kernel_begin_privileged ();
  int64_t pages = management_pages ();
  erb_kernel_end_privileged ();
  if (sheet->json)
    erb_json_number (sheet, "pages_of_tables", pages);
  else
    fprintf (sheet->to, "%-28s %19" PRId64 "\n", "pages of tables", pages);
  print_spaces (sheet);
  if (sheet->json)
    {
      erb_json_close (sheet, '}');
      fputc ('\n', sheet->to);
    }
  erb_figures_flush (sheet->to);
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
  struct erb_sheet sheet
    = erb_sheet_of (erb_figures_stream (), erb_space_settings ()->stats == ERB_JSON);
  print_sums (&sheet);
}
