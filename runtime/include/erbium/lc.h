/* SPDX-License-Identifier: MIT */
/* lc.h - channels of LC, and threads that send while their process computes.
 *
 * LC is a language of processes that communicate by channels.  T. De Matteis, "Multithreaded
 * Support to Interprocess Communication in Parallel Architectures" (master's thesis, University of
 * Pisa and Scuola Superiore Sant'Anna, 2010/2011), implements a core of it as a library (section
 * 4.3, appendix A), with communicators: threads to which a process delegates a send.  This header
 * has the same calls.
 *
 *   Channel ch = LCcreate_as (1, sizeof image, 2, 1);    // the sender is up to 2 messages ahead
 *   Communicator kp = initCommunicator (NULL);
 *   Delegation sent = LCsend (kp, ch, (char *) &image);  // returns, while kp copies the image
 *   ... compute something else ...
 *   LCwait (sent);                                       // now the image may be changed
 *
 *   Channel ch = LCattach (1);                           // in another thread or program
 *   struct image *in = (struct image *) LCreceive (ch);  // valid until the next receive
 *
 * A channel has one sender and one receiver: threads of one program, a process and its children, or
 * unrelated programs of one user.  Messages have one size and arrive in the order of the sends.  A
 * send copies the message to a target variable in memory that both ends share; a receive returns
 * the address of that variable, without a copy.  A channel of degree k has k + j + 1 of them.
 *
 * Progress.  A call that waits polls for ERBIUM_SPIN ns, then sleeps; it sleeps at once where other
 * programs need the processors, or where the other end was last on the same one.  The detection of
 * deadlocks does not see these waits.  If the process of the other end dies, the call that waits
 * for it ends the program with ERBIUM_EXIT_DEATH within a second.
 *
 * Errors.  A misuse ends the program with ERBIUM_EXIT_MISUSE, and a message that names the call and
 * its source line.  Calls that return NULL set errno.
 */
#ifndef ERBIUM_LC_H
#define ERBIUM_LC_H

#include <stdbool.h>
#include <stddef.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct erbium_lc_channel *Channel;
typedef struct erbium_lc_communicator *Communicator;

/* A send that was delegated.  Its members are private. */
typedef struct erbium_lc_delegation
{
  Communicator by; /* or NULL: it is complete */
  int64_t number;
} Delegation;

/* ---- Channels -------------------------------------------------------------------- */

/* LCcreate_as makes a channel of messages of `size' bytes (1 to 2^30): a send returns once at most
 * k messages are sent and not received (0 to 2^20).  A received message stays valid while the
 * receiver has received fewer than j messages after it (0 to 2^20); with j = 0 the sender may
 * overwrite it at once.  LCcreate_ss makes a synchronous channel: k = 0, a send returns when the
 * message was received.
 *
 * key names the channel among those of the user; it is a key_t, and ftok makes one from a file.
 * Other programs attach the channel by its key, also after the end of the program that has made it,
 * until it is destroyed.  A channel with key 0 has no name: it is for threads and for children of
 * fork.
 *
 * Returns NULL and sets errno: EEXIST if there is a channel of that key, EINVAL for an argument
 * that is out of range, ENOSPC if /dev/shm has too little room for the channel, which takes all its
 * memory at once; otherwise as malloc, shm_open, posix_fallocate or mmap.  Does not block. */
#define LCcreate_ss(key, size, j) (erbium_lc_create) ((key), (size), 0, (j))
#define LCcreate_as(key, size, k, j) (erbium_lc_create) ((key), (size), (k), (j))

/* Returns the channel of that key, or NULL with errno set: ENOENT if there is none, EAGAIN if it is
 * not complete within a second, because its program has died while it made the channel.  May be
 * called several times. */
#define LCattach(key) (erbium_lc_attach) (key)

/* Gives the caller's mapping of the channel back.  Delegated sends to it must be complete. */
#define LCdetach(ch) (erbium_lc_detach) ((ch), ERBIUM_HERE)

/* Removes the name of the channel; its memory goes when the last process detaches it, or ends. */
#define LCdestroy(ch) (erbium_lc_destroy) ((ch), ERBIUM_HERE)

/* ---- Communicators ------------------------------------------------------------------- */

/* Starts a communicator: a thread that performs the sends that are delegated to it, in their order.
 * It is bound to processor core_mapping[i], where i is the processor of the caller; if core_mapping
 * is NULL, to the other hardware thread of the caller's core if there is one.  Otherwise, or if
 * that is not permitted, it runs wherever the caller may.
 * Returns NULL with errno set if there is no memory or thread for it.  A communicator belongs to
 * the thread that has made it: only this thread delegates to it. */
#define initCommunicator(core_mapping) (erbium_lc_communicator) (core_mapping)

/* Waits until all that was delegated to kp is complete, and ends kp. */
#define finalizeCommunicator(kp) (erbium_lc_finalize) ((kp), ERBIUM_HERE)

/* ---- Messages --------------------------------------------------------------------------- */

/* Sends a message, by the caller.  Blocks while more than k messages, this one included, are sent
 * and not received, and until all that was delegated for the channel before is complete. */
#define LCssend(ch, msg) (erbium_lc_send) ((ch), (msg), ERBIUM_HERE)

/* Delegates a send to kp; blocks while the channel is full, as LCssend does.  msg must not be
 * changed until LCwait has returned.  If kp is NULL, the caller sends itself. */
#define LCsend(kp, ch, msg) (erbium_lc_delegate) ((kp), (ch), (msg), false, ERBIUM_HERE)

/* As LCsend, but the message may be changed sooner: if kp has something else to do, the caller
 * makes a copy of the message, and LCwait returns at once. */
#define LCbsend(kp, ch, msg) (erbium_lc_delegate) ((kp), (ch), (msg), true, ERBIUM_HERE)

/* Waits until the message of a delegation may be changed. */
#define LCwait(dg) (erbium_lc_wait) (dg)

/* Waits for the next message and returns its address, which is valid until the jth next receive.
 * Returns NULL if the sender has closed the channel and all messages were received. */
#define LCreceive(ch) (erbium_lc_receive) ((ch), ERBIUM_HERE)

/* ---- Questions ---------------------------------------------------------------------------- */

/* Returns the size of the messages, in bytes. */
#define LCgetChannelTypeSize(ch) (erbium_lc_size) ((ch), ERBIUM_HERE)

/* Whether LCreceive would return a message at once. */
#define LCreadyToReceive(ch) (erbium_lc_can_receive) ((ch), ERBIUM_HERE)

/* Whether LCssend would return at once: there is room.  (Appendix A of the thesis says "is
 * full".) */
#define LCreadyToSend(ch) (erbium_lc_can_send) ((ch), ERBIUM_HERE)

/* ---- Beyond the thesis ---------------------------------------------------------------------- */

/* Says that no message will follow.  Waits for delegated sends. */
#define LCclose(ch) (erbium_lc_close) ((ch), ERBIUM_HERE)

/* An alternative command, deterministic: returns the number of the channel from which to receive
 * next, of those of ch[0] to ch[n - 1] whose guard is true (all, if guard is NULL), or -1 if
 * these are closed and empty.  The logical time of a channel is the number of messages that were
 * received from it.  The channel of the earliest time is chosen, and of several the first one:
 * so the order of the array is the priority.  Waits for a message of this channel, even if
 * others are ready; a channel that is closed and empty is passed over.  What is chosen does not
 * depend on the schedule. */
#define LCalternative(ch, guard, n) (erbium_lc_alternative) ((ch), (guard), (n), ERBIUM_HERE)

/* As LCalternative, but not deterministic: waits until any of at most 128 channels is ready, and
 * returns the first one that is found ready. */
#define LCalternative_any(ch, guard, n) (erbium_lc_any) ((ch), (guard), (n), ERBIUM_HERE)

/* Collectives of one process with n others, each with a channel.  LCbroadcast sends the same
 * message to all; LCscatter sends part i of `parts' to ch[i], where parts follow each other;
 * LCgather receives a message from each and stores them one behind the other; LCreduce receives
 * a message from each and calls add (sum, message, size) for each in the order of the array, so
 * that the result does not depend on the schedule.  All messages have the size of the channel
 * they pass.  The sends are delegated to kp, which may be NULL, and are complete when the call
 * returns.  LCgather and LCreduce return false if one of the channels is closed and empty. */
#define LCbroadcast(kp, ch, n, msg) (erbium_lc_scatter) ((kp), (ch), (n), (msg), false, ERBIUM_HERE)
#define LCscatter(kp, ch, n, parts) \
  (erbium_lc_scatter) ((kp), (ch), (n), (parts), true, ERBIUM_HERE)
#define LCgather(ch, n, to) (erbium_lc_gather) ((ch), (n), (to), ERBIUM_HERE)
#define LCreduce(ch, n, add, sum) (erbium_lc_reduce) ((ch), (n), (add), (sum), ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API Channel erbium_lc_create (int key, size_t size, int k, int j);
ERBIUM_API Channel erbium_lc_attach (int key);
ERBIUM_API void erbium_lc_detach (Channel ch, const char *where);
ERBIUM_API void erbium_lc_destroy (Channel ch, const char *where);
ERBIUM_API Communicator erbium_lc_communicator (const int *core_mapping);
ERBIUM_API void erbium_lc_finalize (Communicator kp, const char *where);
ERBIUM_API void erbium_lc_send (Channel ch, const char *msg, const char *where);
ERBIUM_API Delegation erbium_lc_delegate (Communicator kp, Channel ch, const char *msg, bool copy,
                                          const char *where);
ERBIUM_API void erbium_lc_wait (Delegation dg);
ERBIUM_API char *erbium_lc_receive (Channel ch, const char *where);
ERBIUM_API size_t erbium_lc_size (Channel ch, const char *where);
ERBIUM_API bool erbium_lc_can_receive (Channel ch, const char *where);
ERBIUM_API bool erbium_lc_can_send (Channel ch, const char *where);
ERBIUM_API void erbium_lc_close (Channel ch, const char *where);
ERBIUM_API int erbium_lc_alternative (Channel const ch[], const bool guard[], int n,
                                      const char *where);
ERBIUM_API int erbium_lc_any (Channel const ch[], const bool guard[], int n, const char *where);
ERBIUM_API void erbium_lc_scatter (Communicator kp, Channel const ch[], int n, const char *msg,
                                   bool parts, const char *where);
ERBIUM_API bool erbium_lc_gather (Channel const ch[], int n, char *to, const char *where);
ERBIUM_API bool erbium_lc_reduce (Channel const ch[], int n,
                                  void (*add) (void *sum, const void *message, size_t size),
                                  void *sum, const char *where);

#ifdef __cplusplus
}
#endif
#endif
