/* SPDX-License-Identifier: MIT */
/* channel.h - messages from one space to many.
 *
 * A channel has one send port and any number of receive ports.  Each receiver gets every message
 * that is sent after it got its port, whole and in order, at its own pace.  A channel is unbounded:
 * sending never waits, and memory is reclaimed as the slowest receiver advances.
 *
 *   erbium_spmc_init (2);
 *   int c = erbium_chan_alloc ();
 *   erbium_chan_setcons (c, 1);                 // space 1 may receive
 *   if (fork () == 0)
 *     {
 *       char text[100];
 *       erbium_spmc_enter (1);
 *       while (erbium_chan_recv (c, text) != ERBIUM_CHAN_END)
 *         puts (text);
 *       exit (0);
 *     }
 *   erbium_chan_send (c, "hello", 6);
 *   erbium_chan_close (c);
 *
 * A program calls erbium_spmc_init before the first erbium_chan_alloc; in a program of spaces
 * (erbium/space.h) the first erbium_space_alloc does this.  Otherwise there is no SPMC memory yet,
 * which is an error.
 *
 * A channel is a region of SPMC pages (erbium/spmc.h): the last page is its extension page, the
 * others hold one generation of the stream after the other.  A message that exceeds the rest of a
 * generation is split and reassembled.  Names and semantics come from two papers: Y. Zhang,
 * J. Zhang, Q. Zhang, "Making User-level VMM for Deterministic Parallelism Nonblocking and
 * Efficient" (University of Science and Technology of China; DLinux), section III-C; and "sumC: A
 * VM-based Scalable Unbounded Multicast Channel for Pipeline Parallelism" (preprint, 2015),
 * sections 3.2 and 4.4.  erbium/papers.h defines their names without a prefix.
 *
 * An eager channel fixes each message as soon as it is written.  A lazy channel needs fewer stores
 * and wake-ups for short messages: it fixes them when their page is full, when
 * erbium_chan_send_last asks for it, before the sender itself waits in a call for channels, pages
 * or spaces, or for a page that it reads, and before a test of these returns false.
 * erbium_spmc_ended and erbium_spmc_alive are such tests; the counts are not.  A sender that waits
 * for anything else calls erbium_chan_send_last first.
 *
 * The paragraphs on errors and on spaces that die in erbium/spmc.h apply here too.
 */
#ifndef ERBIUM_CHANNEL_H
#define ERBIUM_CHANNEL_H

#include "spmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of erbium_chan_recv when all messages were received and no more will come: the sender
 * has closed the channel or left in good order. */
#define ERBIUM_CHAN_END ((size_t) -1)

/* When a channel fixes its messages. */
enum erbium_chan_kind
{
  ERBIUM_CHAN_EAGER,
  ERBIUM_CHAN_LAZY
};

/* Allocate a channel, with the caller as its sender, and return its number, which is unique.  The
 * number is the same in every run, unless several spaces allocate channels at the same time.  size
 * is the length of a generation in bytes, rounded up to pages.  erbium_chan_alloc makes an eager
 * channel with generations of 512 KiB. */
#define erbium_chan_alloc() (erbium_chan_alloc) (ERBIUM_HERE)
#define erbium_chan_alloc_as(size, kind) (erbium_chan_alloc_as) ((size), (kind), ERBIUM_HERE)

/* Gives the send port to a child: a space that has not entered yet or stands still.  With ascons
 * the caller becomes a receiver of what is sent from then on; otherwise it gives up the channel.
 * Returns 0, as does erbium_chan_setcons: every error ends the program. */
#define erbium_chan_setprod(chan, child, ascons) \
  (erbium_chan_setprod) ((chan), (child), (ascons), ERBIUM_HERE)

/* Gives a receive port to a child, in the same way.  The child will receive what the caller would
 * receive next, or, where the caller is the sender, what it sends from then on. */
#define erbium_chan_setcons(chan, child) (erbium_chan_setcons) ((chan), (child), ERBIUM_HERE)

/* Send size bytes (>= 0) and return size.  The caller may then change buf.  The call does not wait
 * for receivers, but may give them a moment (some ten microseconds) to free memory before it
 * allocates more, or to begin to copy a long message from buf; it returns after that copy.
 * send_last also publishes the messages that a lazy channel holds back; more messages may
 * follow. */
#define erbium_chan_send(chan, buf, size) \
  (erbium_chan_send) ((chan), (buf), (size), ERBIUM_HERE)
#define erbium_chan_send_last(chan, buf, size) \
  (erbium_chan_send_last) ((chan), (buf), (size), ERBIUM_HERE)

/* Waits for the next message, stores it in buf, which must be large enough, and returns its size;
 * or returns ERBIUM_CHAN_END. */
#define erbium_chan_recv(chan, buf) (erbium_chan_recv) ((chan), (buf), ERBIUM_HERE)

/* Waits for the next message and returns its size, or ERBIUM_CHAN_END.  Does not receive the
 * message. */
#define erbium_chan_next(chan) (erbium_chan_next) ((chan), ERBIUM_HERE)

/* Returns whether erbium_chan_next would not wait.  The end of the channel is noticed at the latest
 * by the 64th call in a row.  DLinux, section IV-A. */
#define erbium_chan_test(chan) (erbium_chan_test) ((chan), ERBIUM_HERE)

/* Receives a message in place, without a copy, stores its size in *size and returns its address,
 * or NULL at the end.  The message is valid until the caller next receives from the channel;
 * erbium_chan_next and erbium_chan_test do not receive.  A message that was split is first
 * assembled in a buffer.  The address is a multiple of 16; a message of 16 KiB or more begins a
 * cache line if it is in one piece and its generation has room for that. */
#define erbium_chan_take(chan, size) (erbium_chan_take) ((chan), (size), ERBIUM_HERE)

/* room returns an address, aligned likewise, to which the caller writes the next message, of at
 * most size bytes.  push then sends it, with its final size.  No other call may use the channel in
 * between. */
#define erbium_chan_room(chan, size) (erbium_chan_room) ((chan), (size), ERBIUM_HERE)
#define erbium_chan_push(chan, size) (erbium_chan_push) ((chan), (size), ERBIUM_HERE)

/* Gives up the channel; a sender has then sent all its messages. */
#define erbium_chan_close(chan) (erbium_chan_close) ((chan), ERBIUM_HERE)

/* Stores the counts of the channel's region (erbium/spmc.h).  The part of the caller itself is
 * added when it extends or closes the channel. */
#define erbium_chan_counts(chan, counts) (erbium_chan_counts) ((chan), (counts), ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API int (erbium_chan_alloc) (const char *where);
ERBIUM_API int (erbium_chan_alloc_as) (size_t size, int kind, const char *where);
ERBIUM_API int (erbium_chan_setprod) (int chan, int child, int ascons, const char *where);
ERBIUM_API int (erbium_chan_setcons) (int chan, int child, const char *where);
ERBIUM_API size_t (erbium_chan_send) (int chan, const void *from, size_t size, const char *where);
ERBIUM_API size_t (erbium_chan_send_last) (int chan, const void *from, size_t size,
                                           const char *where);
ERBIUM_API size_t (erbium_chan_recv) (int chan, void *to, const char *where);
ERBIUM_API size_t (erbium_chan_next) (int chan, const char *where);
ERBIUM_API bool (erbium_chan_test) (int chan, const char *where);
ERBIUM_API const void *(erbium_chan_take) (int chan, size_t *size, const char *where);
ERBIUM_API void *(erbium_chan_room) (int chan, size_t size, const char *where);
ERBIUM_API void (erbium_chan_push) (int chan, size_t size, const char *where);
ERBIUM_API void (erbium_chan_close) (int chan, const char *where);
ERBIUM_API void (erbium_chan_counts) (int chan, struct erbium_spmc_counts *counts,
                                      const char *where);

#ifdef __cplusplus
}
#endif
#endif
