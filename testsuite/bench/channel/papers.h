/* SPDX-License-Identifier: MIT */
/* papers.h - the channels of DLinux, to compare with: messages in pages, by faults or by calls.
 *
 *   way | between the buffer and the frames            | copies | faults
 *   ----|----------------------------------------------|--------|-------------------
 *   map | accesses to pages that are the frames        | one    | one for many pages
 *   nwr | accesses to the space's own pages, then      | two    | one a page
 *       | copies between these and the frames          |        |
 *   wr  | calls, by way of the space's own pages       | two    | none
 *   wr2 | erbium_spmc_write and read, to the frames    | one    | none
 *
 * The ways nwr, wr and wr2 are those of Y. Zhang, J. Zhang, Q. Zhang: "Making User-level VMM for
 * Deterministic Parallelism Nonblocking and Efficient" (University of Science and Technology of
 * China; DLinux), section IV-B.
 *
 * A generation has --channel bytes, and an extension page behind them.  A message begins on a page
 * with its size, and is split where a generation ends.  It is fixed in whole pages, every CHUNK
 * bytes and at its end.
 */
#ifndef BENCH_PAPERS_H
#define BENCH_PAPERS_H
#include "../common.h"

#include <signal.h>

#include <erbium/spmc.h>

enum papers_way { PAPERS_MAP, PAPERS_NWR, PAPERS_WR, PAPERS_WR2 };
enum { PAPERS_PAGE = 4096, PAPERS_CHUNK = 16 << 10 };

/* What a space sees of the pages of a channel where they are copied: private memory, as large as a
 * generation. */
struct papers_own
{
  char *va;
  size_t pages;
  unsigned char *rights; /* by page: PROT_NONE, PROT_READ, or that and PROT_WRITE */
  struct papers_own *next;
};

/* An end of a channel. */
struct papers
{
  enum papers_way way;
  char *va;
  size_t size;            /* of a generation */
  size_t at;              /* where the next part begins */
  struct papers_own *own; /* or NULL */
  long tests;             /* 1: a consumer tests before it reads: SPMCR_TEST, section IV-A */
};

/* ---- The space's own pages ---------------------------------------------- */

static struct papers_own *papers_owns;
static struct sigaction papers_before;

/* Changes the rights of pages [from, to), by one call for each run of pages that lack them. */
BENCH_API void
papers_allow (struct papers_own *o, size_t from, size_t to, int rights)
{
  for (size_t end; from < to; from = end > from ? end : from + 1)
    {
      for (end = from; end < to && o->rights[end] != rights; end++)
        o->rights[end] = (unsigned char) rights;
      size_t bytes = (end - from) * PAPERS_PAGE;
      if (end > from && mprotect (o->va + from * PAPERS_PAGE, bytes, rights) != 0)
        abort ();
    }
}

/* Opens a page that is accessed, for SIGSEGV. */
BENCH_API void
papers_on_fault (int number, siginfo_t *info, void *context)
{
  char *at = (char *) info->si_addr;
  for (struct papers_own *o = papers_owns; o; o = o->next)
    if (at >= o->va && at < o->va + o->pages * PAPERS_PAGE)
      {
        size_t page = (size_t) (at - o->va) / PAPERS_PAGE;
        papers_allow (o, page, page + 1, PROT_READ | PROT_WRITE);
        return;
      }
  papers_before.sa_sigaction (number, info, context); /* of the library */
}

BENCH_API void
papers_watch_faults (void)
{
  struct sigaction ours;
  memset (&ours, 0, sizeof ours);
  ours.sa_sigaction = papers_on_fault;
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction (SIGSEGV, &ours, papers_owns ? NULL : &papers_before);
}

BENCH_API char *
papers_fresh (char *at, size_t pages)
{
  void *va = mmap (at, pages * PAPERS_PAGE, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED : 0), -1, 0);
  if (va == MAP_FAILED)
    abort ();
  return (char *) va;
}

BENCH_API struct papers_own *
papers_own_new (size_t pages)
{
  struct papers_own *o = (struct papers_own *) calloc (1, sizeof *o);
  o->va = papers_fresh (NULL, pages);
  o->pages = pages;
  o->rights = (unsigned char *) calloc (pages, 1);
  papers_watch_faults ();
  o->next = papers_owns;
  return papers_owns = o;
}

/* Makes the bytes [at, at + size) of the space's own pages accessible: by a fault for each page
 * (nwr) or a call for each run (wr).  A reader then copies them from the frames. */
BENCH_API void
papers_open (struct papers *p, size_t at, size_t size, int reads)
{
  struct papers_own *o = p->own;
  size_t end, last = (at + size + PAPERS_PAGE - 1) / PAPERS_PAGE;
  for (size_t page = at / PAPERS_PAGE; page < last; page = end)
    {
      end = page + 1;
      if (o->rights[page] != PROT_NONE)
        continue;
      while (p->way == PAPERS_WR && end < last && o->rights[end] == PROT_NONE)
        end++;
      char *own = o->va + page * PAPERS_PAGE;
      if (p->way == PAPERS_NWR)
        *(volatile char *) own = 0;
      else
        papers_allow (o, page, end, PROT_READ | PROT_WRITE);
      if (!reads)
        continue;
      erbium_spmc_read (p->va + page * PAPERS_PAGE, own, (end - page) * PAPERS_PAGE);
      papers_allow (o, page, end, PROT_READ);
    }
}

/* ---- Ends of a channel -------------------------------------------------- */

/* The caller is the sender. */
BENCH_API struct papers
papers_new (enum papers_way way, size_t size)
{
  size_t pages = (size + PAPERS_PAGE - 1) / PAPERS_PAGE, data = pages * PAPERS_PAGE;
  int copies = way == PAPERS_NWR || way == PAPERS_WR;
  struct papers p = { way, (char *) erbium_spmc_alloc (data + PAPERS_PAGE), data, 0, NULL, 0 };
  if (copies)
    p.own = papers_own_new (pages);
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
  erbium_spmc_extend (p->va + p->size, p->va, p->size);
  p->at = 0;
  if (!p->own)
    return;
  papers_fresh (p->own->va, p->own->pages);
  memset (p->own->rights, PROT_NONE, p->own->pages);
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
  if (p->own)
    papers_open (p, at, size, 0);
  if (p->way == PAPERS_WR2)
    erbium_spmc_write (p->va + at, from, size);
  else
    memcpy ((p->own ? p->own->va : p->va) + at, from, size);
}

BENCH_API void
papers_read (struct papers *p, size_t at, void *to, size_t size)
{
  while (p->tests && !erbium_spmc_test_range (p->va + at, size))
    ;
  if (p->own)
    papers_open (p, at, size, 1);
  if (p->way == PAPERS_WR2)
    erbium_spmc_read (p->va + at, to, size);
  else
    memcpy (to, (p->own ? p->own->va : p->va) + at, size);
}

/* Fixes whole pages [from, to). */
BENCH_API void
papers_fix (struct papers *p, size_t from, size_t to)
{
  if (p->own)
    {
      papers_allow (p->own, from / PAPERS_PAGE, to / PAPERS_PAGE, PROT_READ);
      erbium_spmc_write (p->va + from, p->own->va + from, to - from);
    }
  erbium_spmc_setfix (p->va + from, to - from);
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
          papers_fix (p, fixed, stop);
          fixed = stop;
        }
    }
  papers_fix (p, fixed, papers_page_end (end));
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
