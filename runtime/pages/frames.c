/* SPDX-License-Identifier: MIT */
/* frames.c - frames of pages, in blocks: allocation and release.
 *
 * All frames are pages of one sparse file.  A frame that has never been touched has no memory, so a
 * whole block can be allocated at once although its pages get memory lazily.  A block has 2^k
 * contiguous frames, so that a generation can be mapped in one call.  A block that is given back
 * loses its memory (a hole is punched) and joins the free list of its size.
 *
 * The owner of a block is one word.  If a space dies with the lock of the free lists, they are
 * rebuilt from these words.
 */
#define _GNU_SOURCE
#include "pages/regions.h"
#include "window/window.h"

#include <fcntl.h>
#include <sys/stat.h>

/* ---- The file ---------------------------------------------------------- */

/* Grows the file in large steps, so that small blocks cost no call each. */
static bool
reach (uint64_t end)
{
  struct erb_spmc_shared *s = erb_spmc.shared;
  const uint64_t step = UINT64_C (64) << 20;
  if (end <= s->file_bytes)
    return true;
  uint64_t bytes = (end + step - 1) / step * step;
  if (!erb_resize (erb_spmc.file, bytes) && !erb_resize (erb_spmc.file, bytes = end))
    return false;
  s->file_bytes = bytes;
  return true;
}

void
erb_spmc_frames_drop (int64_t from, int64_t count)
{
  int kept = errno;
  fallocate (erb_spmc.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
             from * (off_t) erb_spmc.page, count * (off_t) erb_spmc.page);
  errno = kept;
}

/* ---- Blocks ------------------------------------------------------------ */

static int
new_block (int order)
{
  struct erb_spmc_shared *s = erb_spmc.shared;
  int64_t frames = INT64_C (1) << order;
  uint64_t end = (uint64_t) (s->next_frame + frames) * erb_spmc.page;
  if (s->blocks == ERB_SPMC_BLOCKS || end > erb_spmc.window_bytes || !reach (end))
    return -1;
  struct erb_spmc_block *b = &erb_spmc.block[s->blocks];
  b->frame = s->next_frame;
  b->order = order;
  s->next_frame += frames;
  return s->blocks++;
}

static int
take (int order)
{
  int32_t *list = &erb_spmc.shared->free_block[order], n = *list;
  if (n < 0)
    return new_block (order);
  *list = erb_spmc.block[n].next;
  return n;
}

void
erb_spmc_block_clear (int n, int64_t frames)
{
  const struct erb_spmc_block *b = &erb_spmc.block[n];
  for (int64_t k = 0; k < frames; k++)
    erbium_store_relaxed (&erb_spmc.word[b->frame + k], 0);
}

int
erb_spmc_block_take (int region, int segment, int64_t frames)
{
  erb_spmc_lock_tables ();
  int n = take (erb_spmc_order (frames));
  if (n >= 0)
    {
      struct erb_spmc_block *b = &erb_spmc.block[n];
      b->next = -1;
      b->dirty = false;
      b->segment = segment;
      erb_spmc_block_clear (n, frames);
      erb_spmc_block_own (b, region, ERB_SPMC_SPARE);
    }
  erb_spmc_unlock_tables ();
  return n;
}

static void
put (int n)
{
  struct erb_spmc_block *b = &erb_spmc.block[n];
  int32_t *list = &erb_spmc.shared->free_block[b->order];
  b->next = *list;
  *list = n;
}

void
erb_spmc_block_give (int n)
{
  struct erb_spmc_block *b = &erb_spmc.block[n];
  erb_spmc_frames_drop (b->frame, INT64_C (1) << b->order);
  erb_spmc_lock_tables ();
  erb_spmc_block_own (b, 0, ERB_SPMC_FREE);
  put (n);
  erb_spmc_unlock_tables ();
}

void
erb_spmc_blocks_repair (void)
{
  struct erb_spmc_shared *s = erb_spmc.shared;
  for (size_t k = 0; k < sizeof s->free_block / sizeof s->free_block[0]; k++)
    s->free_block[k] = -1;
  for (int n = 0; n < s->blocks; n++)
    if (erb_spmc_block_state (&erb_spmc.block[n]) == ERB_SPMC_FREE)
      put (n);
}

void
erbium_spmc_use (struct erbium_spmc_use *use)
{
  struct stat file;
  memset (use, 0, sizeof *use);
  if (!erb_spmc.spaces)
    return;
  for (int n = 0; n < erb_spmc.shared->regions.end; n++)
    /* From the release in erb_spmc_region_make. */
    if (erbium_load_acquire (&erb_spmc.region[n].live) == ERB_SPMC_LIVE)
      {
        use->regions++;
        use->frames += erbium_load_relaxed (&erb_spmc.region[n].frames);
      }
  if (fstat (erb_spmc.file, &file) == 0)
    use->bytes = file.st_blocks * 512;
  erb_event_value (ERB_VALUE_USE, use, sizeof *use, "erbium_spmc_use", NULL);
}
