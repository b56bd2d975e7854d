/* SPDX-License-Identifier: MIT */
/* A space dies while it holds the lock of a region, in the midst of changing its lists: whoever takes the lock next makes
 * them anew from what blocks and ports say.  So consumers read on, generation after generation, no port is lost, the
 * counts are right, and nothing is left at the end.  The same of the lock of the
 * tables, and of a region that was being made. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "../spmc/spaces.h"
#include "pages/regions.h"

enum { READS = 1, SPOILS, SPACES, PAGES = 4, TURNS = 6 };

static size_t page;
static char *a;
static struct erb_spmc_region *r;

static void
end_here (void)
{
  fflush (NULL);
  _exit (0);
}

/* As if a change of each list had begun. */
static void
spoil_lists (void)
{
  for (int s = 0; s < ERB_SPMC_CHAINS; s++)
    {
      struct erb_spmc_segment *g = &r->segment[s];
      g->oldest = g->newest = g->spare = g->last_spare = -1;
      g->spares = 1000;
    }
  r->ports = -1;
  erbium_store_relaxed (&r->frames, 12345);
}

static void
die_with_region (void *with)
{
  (void) with;
  erb_spmc_region_lock (r);
  spoil_lists ();
  end_here ();
}

static void
die_with_tables (void *with)
{
  (void) with;
  erb_spmc_lock_tables ();
  for (size_t k = 0; k < sizeof erb_spmc.shared->free_block / sizeof erb_spmc.shared->free_block[0]; k++)
    erb_spmc.shared->free_block[k] = -1;
  end_here ();
}

/* It has a block, and is in no list. */
static void
die_making (void *with)
{
  r = erb_spmc_region_make (PAGES, SPOILS, "erbium_spmc_alloc", "here");
  off_t at = (off_t) (erb_spmc.block[r->segment[0].oldest].frame * (int64_t) page);
  expect_equal (pwrite (erb_spmc.file, "x", 1, at), 1); /* it has memory */
  erbium_store_relaxed (&r->live, ERB_SPMC_MADE_NOW);
  spoil_lists ();
  (void) with;
  end_here ();
}

static void
die_as (void (*what) (void *))
{
  pid_t child = start_space (SPOILS, what, NULL);
  expect_good_end (child);
  spmc_died (SPOILS, NULL);
}

static void
write_turn (int turn)
{
  memset (a, turn, (PAGES - 1) * page);
  spmcR_setfix (a, (PAGES - 1) * page);
}

static void
next_turn (void)
{
  spmcR_extend (a + (PAGES - 1) * page, a, (PAGES - 1) * page);
}

static void
read_all (void *with)
{
  (void) with;
  for (int turn = 0; turn < TURNS; turn++)
    {
      expect_equal (a[0], turn);
      expect_equal (a[(PAGES - 1) * page - 1], turn);
      if (turn + 1 < TURNS)
        next_turn ();
    }
}

static void
expect_counts (int generations)
{
  struct erbium_spmc_counts counts;
  spmcR_counts (a, &counts);
  expect_equal (counts.frames, PAGES + generations * (PAGES - 1));
}

static void
expect_nothing_left (void)
{
  struct erbium_spmc_use use;
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.frames, 0);
  expect_equal (use.bytes, 0);
}

/* The reader begins when all has been written: the oldest generation is in the lists that were lost. */
static void
region (void)
{
  a = spmcR_alloc (PAGES * page);
  spmcR_copycons (READS, a, a, PAGES * page);
  r = erb_spmc_map_find (a)->region;
  for (int turn = 0; turn < TURNS; turn++)
    {
      write_turn (turn);
      die_as (die_with_region);
      if (turn + 1 < TURNS)
        next_turn ();
      expect_counts (turn + 1 < TURNS ? turn + 1 : turn);
    }
  die_as (die_with_region);
  expect_good_end (start_space (READS, read_all, NULL));
  die_as (die_with_region);
  spmcR_clear (a, PAGES * page);
  expect_nothing_left ();
}

/* Blocks that were free before are found again. */
static void
tables (void)
{
  spmcR_clear (spmcR_alloc (64 * page), 64 * page);
  int blocks = erb_spmc.shared->blocks;
  die_as (die_with_tables);
  spmcR_clear (spmcR_alloc (64 * page), 64 * page);
  expect_equal (erb_spmc.shared->blocks, blocks);
}

int
main (void)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (SPACES);
  region ();
  tables ();
  die_as (die_making);
  expect_nothing_left ();
}
