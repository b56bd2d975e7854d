/* SPDX-License-Identifier: MIT */
/* papers.h - the channels of DLinux, to compare ours with: messages in pages, by faults or by calls.
 *
 *   way | between buffer and pages                  | copies | faults
 *   ----|-------------------------------------------|--------|-------------------
 *   map | accesses, to pages that are the frames    | one    | one for many pages
 *   nwr | accesses, to pages that are copied        | two    | one a page
 *   wr  | spmcR_write and read, to pages copied     | two    | none
 *   wr2 | spmcR_write and read, to frames           | one    | none
 *
 * The ways nwr, wr and wr2 are those of DLinux (Zhang, Zhang, Zhang: "Making User-level VMM for
 * Deterministic Parallelism Nonblocking and Efficient", section IV-B).
 *
 * A generation has --channel bytes, and an extension page behind them.  A message begins on a page with
 * its size, and is split where a generation ends.  It is fixed in whole pages, every CHUNK bytes and at
 * its end.
 */
#ifndef BENCH_PAPERS_H
#define BENCH_PAPERS_H
#include "../common.h"

#include <erbium/spmc.h>

enum papers_way { PAPERS_MAP, PAPERS_NWR, PAPERS_WR, PAPERS_WR2 };
enum { PAPERS_PAGE = 4096, PAPERS_CHUNK = 16 << 10 };

/* An end of a channel. */
struct papers
{
  enum papers_way way;
  char *va;
  size_t size; /* of a generation */
  size_t at;   /* where the next part begins */
};

/* The caller is the sender. */
BENCH_API struct papers
papers_new (enum papers_way way, size_t size)
{
  size_t data = (size + PAPERS_PAGE - 1) / PAPERS_PAGE * PAPERS_PAGE;
  int kind = way == PAPERS_NWR || way == PAPERS_WR ? ERBIUM_SPMC_TWICE : 0;
  struct papers p = { way, (char *) spmcR_alloc_as (data + PAPERS_PAGE, kind), data, 0 };
  return p;
}

BENCH_API size_t
papers_region (const struct papers *p)
{
  return p->size + PAPERS_PAGE;
}

BENCH_API void
papers_extend (struct papers *p)
{
  spmcR_extend (p->va + p->size, p->va, p->size);
  p->at = 0;
}

BENCH_API size_t
papers_page_end (size_t at)
{
  return (at + PAPERS_PAGE - 1) / PAPERS_PAGE * PAPERS_PAGE;
}

/* ---- One way or another ------------------------------------------------- */

BENCH_API void
papers_write (struct papers *p, size_t at, const void *from, size_t size)
{
  if (p->way == PAPERS_MAP || p->way == PAPERS_NWR)
    memcpy (p->va + at, from, size);
  else
    spmcR_write (p->va + at, from, size);
}

BENCH_API void
papers_read (struct papers *p, size_t at, void *to, size_t size)
{
  if (p->way == PAPERS_MAP || p->way == PAPERS_NWR)
    memcpy (to, p->va + at, size);
  else
    spmcR_read (p->va + at, to, size);
}

/* ---- Messages ----------------------------------------------------------- */

/* So much of a message fits behind its size, up to the end of the generation. */
BENCH_API size_t
papers_part (const struct papers *p, size_t left)
{
  size_t room = p->size - p->at - sizeof left;
  return left < room ? left : room;
}

/* Both sides go on alike, to the page behind the part that ends there. */
BENCH_API void
papers_pass (struct papers *p, size_t end)
{
  p->at = papers_page_end (end);
  if (p->at == p->size)
    papers_extend (p);
}

/* The end of the piece that begins at at, of a part that ends at end. */
BENCH_API size_t
papers_stop (size_t at, size_t end)
{
  size_t next = (at / PAPERS_CHUNK + 1) * PAPERS_CHUNK;
  return next < end ? next : end;
}

/* A part of a message of which so much is left; returns its size. */
BENCH_API size_t
papers_put_part (struct papers *p, const char *from, size_t left)
{
  size_t part = papers_part (p, left), at = p->at + sizeof left, end = at + part, fixed = p->at;
  papers_write (p, p->at, &left, sizeof left);
  for (size_t stop; at < end; from += stop - at, at = stop)
    {
      stop = papers_stop (at, end);
      papers_write (p, at, from, stop - at);
      if (stop < end)
        {
          spmcR_setfix (p->va + fixed, stop - fixed);
          fixed = stop;
        }
    }
  spmcR_setfix (p->va + fixed, papers_page_end (end) - fixed);
  papers_pass (p, end);
  return part;
}

BENCH_API void
papers_put (struct papers *p, const void *from, size_t size)
{
  for (size_t put = 0; put < size;)
    put += papers_put_part (p, (const char *) from + put, size - put);
}

/* A message of size bytes; false: it has another size. */
BENCH_API int
papers_get (struct papers *p, char *to, size_t size)
{
  while (size)
    {
      size_t left;
      papers_read (p, p->at, &left, sizeof left);
      if (left != size)
        return 0;
      size_t part = papers_part (p, left), at = p->at + sizeof left, end = at + part;
      for (size_t stop; at < end; to += stop - at, at = stop)
        {
          stop = papers_stop (at, end);
          papers_read (p, at, to, stop - at);
        }
      papers_pass (p, end);
      size -= part;
    }
  return 1;
}

#endif
