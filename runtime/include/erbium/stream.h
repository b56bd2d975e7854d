/* SPDX-License-Identifier: MIT */
/* stream.h - streams of typed items, written and read in place, with a choice of when they are
 * published.
 *
 * A thin layer on records, after the streams of DLinux (DStream: Y. Zhang, Z. Li, H. Cao,
 * "System-enforced deterministic streaming for efficient pipeline parallelism", JCST 30(1), 2015).
 * With ERBIUM_TASK=space, records already have what these have: processes that share nothing else,
 * one producer at an index, consumers at their own pace, items that are written once and read in
 * place, no bound but memory, and an end.  What they lack is a way to hold items back that cannot
 * make a deadlock: a process that has written elements, and waits for another one before it commits
 * them, may wait for ever.
 *
 *   fix                 | items are published
 *   --------------------|------------------------------------------------------------
 *   ERBIUM_STREAM_EAGER | each as soon as it is complete
 *   a number n          | n together, or earlier: before the process waits in a stream
 *   ERBIUM_STREAM_LAZY  | as many as fill a page, or earlier in the same way
 *
 * The streams of a process know each other, so one that is about to wait publishes the items that
 * all others hold back, and gives back those that have been read.
 *
 *   ERBIUM_PROCESS (negate, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
 *   void negate (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
 *   {
 *     struct erbium_streams own = { 0 };
 *     ERBIUM_STREAM_IN (int) in;
 *     ERBIUM_STREAM_OUT (int) out;
 *     erbium_stream_read (&in, &own, from, 1, 1024, ERBIUM_STREAM_LAZY);
 *     erbium_stream_write (&out, &own, to, 1, 1024, ERBIUM_STREAM_LAZY);
 *     for (const int *x; (x = erbium_stream_take (&in));)
 *       {
 *         *erbium_stream_room (&out) = -*x;
 *         erbium_stream_push (&out);
 *       }
 *     erbium_stream_end (&out);
 *   }
 *
 * A process that waits for anything else first calls erbium_streams_flush.  Items that a process
 * holds back when it ends without erbium_stream_end are lost.
 */
#ifndef ERBIUM_STREAM_H
#define ERBIUM_STREAM_H

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ERBIUM_STREAM_EAGER = 1, ERBIUM_STREAM_LAZY = 0 };
enum { ERBIUM_STREAM_PAGE = 4096 }; /* bytes of items that a lazy stream holds back at most */

/* One end of a stream; all members are private. */
struct erbium_stream
{
  erbium_view *view;
  struct erbium_streams *of;   /* the streams of the process */
  struct erbium_stream *other; /* among these */
  size_t size;                 /* of an item */
  erbium_index next;           /* the item that is written, or read, next */
  erbium_index fixed;          /* all below it are published, or given back */
  erbium_index batch;          /* items that are published, or given back, together */
  erbium_index room;           /* writer: the end of the items that it may write */
  bool writes;
};

/* The streams of a process; initially zero. */
struct erbium_streams { struct erbium_stream *first; };

/* Types of ends: of a writer and of a reader of items of type T. */
#define ERBIUM_STREAM_OUT(T) struct { struct erbium_stream end; __typeof__ (T) *item; }
#define ERBIUM_STREAM_IN(T) \
  struct { struct erbium_stream end; const __typeof__ (T) *item; __typeof__ (T) *type; }

/* Connect s, an end, with a record of the same type: it becomes writer (reader) `id' of it, with
 * room for `ahead' items, or twice as many as fix if that is more.  fix is the number of items that
 * a writer publishes together; for a reader, that of those it gives back together. */
#define erbium_stream_write(s, streams, r, id, ahead, fix)                              \
  do                                                                                    \
    {                                                                                   \
      ERBIUM_RECORD (*(s)->item) erbium_record_ = (r);                                  \
      ERBIUM_VIEW (*(s)->item) erbium_view_ = erbium_new_write_view (erbium_record_);   \
      erbium_stream_open_ (&(s)->end, (streams), ERBIUM_VIEW_OF (erbium_view_),         \
                           sizeof *(s)->item, (id), (ahead), (fix), true, ERBIUM_HERE); \
    }                                                                                   \
  while (0)
#define erbium_stream_read(s, streams, r, id, ahead, fix)                                \
  do                                                                                     \
    {                                                                                    \
      ERBIUM_RECORD (*(s)->type) erbium_record_ = (r);                                   \
      ERBIUM_VIEW (*(s)->type) erbium_view_ = erbium_new_read_view (erbium_record_);     \
      erbium_stream_open_ (&(s)->end, (streams), ERBIUM_VIEW_OF (erbium_view_),          \
                           sizeof *(s)->type, (id), (ahead), (fix), false, ERBIUM_HERE); \
    }                                                                                    \
  while (0)

/* Waits for room, and returns the address of the next item, which may be written until push. */
#define erbium_stream_room(s) \
  ((__typeof__ ((s)->item)) erbium_stream_room_ (&(s)->end, ERBIUM_HERE))
/* Completes the item. */
#define erbium_stream_push(s) erbium_stream_push_ (&(s)->end, ERBIUM_HERE)
/* Waits for the next item and returns its address, valid until the next call for s; NULL at the
 * end of the stream. */
#define erbium_stream_take(s) \
  ((__typeof__ ((s)->item)) erbium_stream_take_ (&(s)->end, ERBIUM_HERE))
/* Publishes what a writer holds back, or gives back what a reader has read, the last item
 * included. */
#define erbium_stream_flush(s) erbium_stream_flush_ (&(s)->end, ERBIUM_HERE)
/* The same for all streams of a process, but for the last item of each reader. */
#define erbium_streams_flush(streams) erbium_streams_flush_ ((streams), ERBIUM_HERE)
/* Flushes, and ends the caller's part in the stream. */
#define erbium_stream_end(s) erbium_stream_end_ (&(s)->end, ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_INLINE void
erbium_stream_open_ (struct erbium_stream *s, struct erbium_streams *of, erbium_view *view,
                     size_t size, int id, erbium_index ahead, erbium_index fix, bool writes,
                     const char *where)
{
  erbium_index page = ERBIUM_STREAM_PAGE / (erbium_index) size;
  s->view = view;
  s->of = of;
  s->other = of->first;
  s->size = size;
  s->next = s->fixed = s->room = 0;
  s->batch = fix > 0 ? fix : page > 1 ? page : 1;
  s->writes = writes;
  of->first = s;
  (erbium_register) (view, id, where);
  (erbium_alloc) (view, ahead > 2 * s->batch ? ahead : 2 * s->batch, where);
}

/* Publishes, or gives back, the items below `to'. */
ERBIUM_INLINE void
erbium_stream_fix_ (struct erbium_stream *s, erbium_index to, const char *where)
{
  if (s->fixed >= to)
    return;
  s->fixed = to;
  if (s->writes)
    erbium_commit_fast (s->view, to, 0, where);
  else
    erbium_release_fast (s->view, to, 0, where);
}

ERBIUM_INLINE void
erbium_stream_flush_ (struct erbium_stream *s, const char *where)
{
  erbium_stream_fix_ (s, s->next, where);
}

ERBIUM_INLINE void
erbium_streams_flush_ (const struct erbium_streams *of, const char *where)
{
  for (struct erbium_stream *s = of->first; s; s = s->other)
    erbium_stream_fix_ (s, s->writes ? s->next : s->next - 1, where); /* the last may be in use */
}

ERBIUM_INLINE void *
erbium_stream_room_ (struct erbium_stream *s, const char *where)
{
  erbium_index next = s->next;
  if (ERBIUM_UNLIKELY (next >= s->room))
    {
      erbium_streams_flush_ (s->of, where); /* stall may wait */
      s->room = next + s->batch;
      erbium_stall_fast (s->view, s->room, 0, where);
    }
  return erbium_at_one (s->view, next, 0, s->size, where);
}

ERBIUM_INLINE void
erbium_stream_push_ (struct erbium_stream *s, const char *where)
{
  if (++s->next - s->fixed >= s->batch)
    erbium_stream_flush_ (s, where);
}

ERBIUM_INLINE const void *
erbium_stream_take_ (struct erbium_stream *s, const char *where)
{
  erbium_index next = s->next;
  if (next - s->fixed >= s->batch)
    erbium_stream_flush_ (s, where);
  if (ERBIUM_UNLIKELY (next + 1 >= s->view->update_limit)) /* update may wait */
    {
      erbium_stream_flush_ (s, where);
      erbium_streams_flush_ (s->of, where);
    }
  if (erbium_update_fast (s->view, next + 1, 0, where) <= next)
    return NULL;
  s->next = next + 1;
  return erbium_at_one (s->view, next, 0, s->size, where);
}

ERBIUM_INLINE void
erbium_stream_end_ (struct erbium_stream *s, const char *where)
{
  struct erbium_stream **at = &s->of->first;
  erbium_stream_flush_ (s, where);
  while (*at != s)
    at = &(*at)->other;
  *at = s->other;
  (erbium_free_view) (s->view, ERBIUM_TERMINATE, where);
}

#ifdef __cplusplus
}
#endif
#endif
