/* SPDX-License-Identifier: MIT */
/* channel.h - messages from one space to many.
 *
 * A channel has one send port and any number of receive ports.  Each receiver gets every message
 * that is sent after it got its port, whole and in order, at its own pace.  A channel is unbounded:
 * send never waits; memory comes back as the slowest receiver passes.
 *
 *   spmc_init (2);
 *   int c = chan_alloc ();
 *   chan_setcons (c, 1);                 // space 1 may receive
 *   if (fork () == 0)
 *     {
 *       char text[100];
 *       spmc_enter (1);
 *       while (chan_recv (c, text) != CHAN_END)
 *         puts (text);
 *       exit (0);
 *     }
 *   chan_send (c, "hello", 6);
 *   chan_close (c);
 *
 * Before the first chan_alloc comes spmc_init, or, in a program of spaces (erbium/space.h), the first
 * space_alloc, which does that: else the error is that there is no SPMC memory yet.
 *
 * It is a region of SPMC pages (erbium/spmc.h): the last one is its extension page, the others
 * carry one generation of the stream after the other.  A message that is longer than what is left
 * of a generation is split and put together again.  Names and semantics are those of DLinux
 * (section III-C) and sumC (sections 3.2 and 4.4).
 *
 * A message is fixed as soon as it is written (eager), or when its page is full, when sendLast
 * asks for it, and before the sender itself waits in a call of channels, pages or spaces, or on a page that it reads, or
 * is told by one that tests to come again: by spmcR_ended and spmc_alive too, not by counts (lazy: fewer stores and
 * wake-ups for short messages).  A sender that waits for something else calls sendLast first.
 *
 * What is said of errors and of spaces that die in erbium/spmc.h holds here.
 */
#ifndef ERBIUM_CHANNEL_H
#define ERBIUM_CHANNEL_H

#include "spmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What chan_recv returns when all messages were received and there will be no more: the
 * sender has closed the channel or left in good order. */
#define CHAN_END ((size_t) -1)

/* When the messages of a channel are fixed. */
enum erbium_chan_kind
{
  CHAN_EAGER,
  CHAN_LAZY
};

/* A channel, with the caller as its sender: its number, unlike that of any other channel; the
 * same in every run, unless several spaces make channels at the same time.  size: bytes of a
 * generation, rounded up to pages; 512 KiB where none is asked for. */
#define chan_alloc() erbium_chan_alloc (512 << 10, CHAN_EAGER, ERBIUM_HERE)
#define chan_alloc_as(size, kind) erbium_chan_alloc ((size), (kind), ERBIUM_HERE)

/* Gives the send port to a child, a space that has not entered yet or stands still.  ascons:
 * the caller becomes a receiver of what is sent from then on; else it has no more to do with
 * the channel. */
#define chan_setprod(chan, child, ascons) \
  erbium_chan_setprod ((chan), (child), (ascons), ERBIUM_HERE)

/* Gives a receive port to a child, likewise.  It will receive what the caller would
 * receive next, or, where the caller is the sender, what it sends from then on. */
#define chan_setcons(chan, child) erbium_chan_setcons ((chan), (child), ERBIUM_HERE)

/* Sends size bytes (>= 0).  Does not wait for receivers: it may give them a moment (some ten
 * us) to free memory before it takes new.  sendLast: and whatever was held back until now;
 * nothing else is different, and more may be sent.  Both return size. */
#define chan_send(chan, buf, size) erbium_chan_send ((chan), (buf), (size), 0, ERBIUM_HERE)
#define chan_sendLast(chan, buf, size) erbium_chan_send ((chan), (buf), (size), 1, ERBIUM_HERE)

/* Waits for the next message, stores it in buf, which must have room, and returns its size;
 * or CHAN_END. */
#define chan_recv(chan, buf) erbium_chan_recv ((chan), (buf), ERBIUM_HERE)

/* Waits for the next message and returns its size, or CHAN_END; it is still to be received. */
#define chan_next(chan) erbium_chan_next ((chan), ERBIUM_HERE)

/* Whether chan_next would not wait.  That there will be no more is seen at the latest when it
 * is asked for the 64th time in a row.  003, IV-A. */
#define chan_test(chan) erbium_chan_test ((chan), ERBIUM_HERE)

/* The same without copies.  chan_take receives a message where it is; good until the caller
 * next receives from the channel (to ask for a message, by chan_next or chan_test, is not to receive); NULL:
 * the end.  (A message that was split is put together first.)
 * chan_room is where the next message may be written, of at most size bytes; chan_push sends it, as
 * long as it has become.  Nothing else may be done with the channel in between.
 * Both return multiples of 16; a message of 16 KiB or more begins a cache line, if it is in one piece and its
 * generation has room for that. */
#define chan_take(chan, size) erbium_chan_take ((chan), (size), ERBIUM_HERE)
#define chan_room(chan, size) erbium_chan_room ((chan), (size), ERBIUM_HERE)
#define chan_push(chan, size) erbium_chan_push ((chan), (size), ERBIUM_HERE)

/* The caller has no more to do with the channel: a sender has sent all. */
#define chan_close(chan) erbium_chan_close ((chan), ERBIUM_HERE)

/* Of its region: erbium/spmc.h.  The caller's own part is counted when it extends or closes. */
#define chan_counts(chan, counts) erbium_chan_counts ((chan), (counts), ERBIUM_HERE)

/* ---- Behind the macros ------------------------------------------------- */

ERBIUM_API int erbium_chan_alloc (size_t size, int kind, const char *where);
ERBIUM_API void erbium_chan_setprod (int chan, int child, int ascons, const char *where);
ERBIUM_API void erbium_chan_setcons (int chan, int child, const char *where);
ERBIUM_API size_t erbium_chan_send (int chan, const void *from, size_t size, int last,
                                    const char *where);
ERBIUM_API size_t erbium_chan_recv (int chan, void *to, const char *where);
ERBIUM_API size_t erbium_chan_next (int chan, const char *where);
ERBIUM_API bool erbium_chan_test (int chan, const char *where);
ERBIUM_API const void *erbium_chan_take (int chan, size_t *size, const char *where);
ERBIUM_API void *erbium_chan_room (int chan, size_t size, const char *where);
ERBIUM_API void erbium_chan_push (int chan, size_t size, const char *where);
ERBIUM_API void erbium_chan_close (int chan, const char *where);
ERBIUM_API void erbium_chan_counts (int chan, struct erbium_spmc_counts *counts,
                                    const char *where);

#ifdef __cplusplus
}
#endif
#endif
