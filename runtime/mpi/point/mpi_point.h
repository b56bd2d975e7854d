/* SPDX-License-Identifier: MIT */
/* mpi_point.h - messages from one rank to one: requests, and which receive gets which message.
 *
 *   mpi_match.h       private: requests, messages not yet received
 *   mpi_match.c       receives that wait, messages that wait; the sink of the wire
 *   mpi_order.c       DETMPI_ANY=ordered: the order of messages by logical time
 *   mpi_request.c     requests and their handles
 *   mpi_send.c        sends
 *   mpi_multicast.c   messages of collective calls to all other ranks
 *   mpi_recv.c        receives, Sendrecv
 *   mpi_probe.c       probes, and receives of the messages that they have found
 *   mpi_wait.c        MPI_Wait, MPI_Waitall, MPI_Waitany, MPI_Waitsome
 *   mpi_choice.c      which request MPI_Waitany and MPI_Waitsome complete
 *   mpi_test.c        MPI_Test and its relatives
 *   mpi_persistent.c  requests that are started again and again
 *   mpi_status.c      statuses
 *
 * Determinism.  Messages between two ranks stay in order, so a receive that names its source gets
 * the same message in every run, whatever its tag.  Calls whose result would depend on which
 * message is there first are errors, or have an order by logical time (mpi_order.c).
 */
#ifndef ERB_MPI_POINT_H
#define ERB_MPI_POINT_H

#include "mpi/comm/mpi_comm.h"
#include "mpi/type/mpi_type.h"

extern void detmpi_make_point (void);
/* Reports messages that the caller has not received; in MPI_Finalize. */
extern void detmpi_expect_nothing_left (void);

/* A communicator and the context of its collective calls. */
#define DETMPI_COLLECTIVE 1u

/* Messages of collective calls.  Ranks are those of the communicator; arguments have been checked.
 * Both wait like MPI_Send and MPI_Recv. */
extern void detmpi_send (const void *buf, size_t count, const struct detmpi_type *t, int dest,
                         int tag, struct detmpi_comm *c);
extern void detmpi_recv (void *buf, size_t count, const struct detmpi_type *t, int source, int tag,
                         struct detmpi_comm *c);
/* Sends and receives at once. */
extern void detmpi_exchange (const void *from, size_t from_count,
                             const struct detmpi_type *from_type, int dest, void *to,
                             size_t to_count, const struct detmpi_type *to_type, int source,
                             int tag, struct detmpi_comm *c);

/* Whether the communicator has all ranks of a job that has multicast rings. */
extern bool detmpi_may_multicast (const struct detmpi_comm *c);
/* A message to all other ranks of such a communicator.  The buffer must not change between the
 * first and the last function; the caller may receive in between. */
struct detmpi_multicast { char *packed; bool is_offered; };
extern struct detmpi_multicast detmpi_multicast (const void *buf, size_t count,
                                                 const struct detmpi_type *t, int tag,
                                                 struct detmpi_comm *c);
extern void detmpi_recv_multicast (void *buf, size_t count, const struct detmpi_type *t, int source,
                                   int tag, struct detmpi_comm *c);
extern void detmpi_end_multicast (struct detmpi_multicast *m);

/* What goes to, or comes from, one rank. */
struct detmpi_part { char *at; size_t count; const struct detmpi_type *type; };
/* Multicasts the part of the caller, and receives those of all other ranks; part[] is in the order
 * of ranks. */
extern void detmpi_share_parts (const struct detmpi_part *part, int tag, struct detmpi_comm *c);

/* Returns an error code unless rank is one of c, MPI_PROC_NULL, or any source where it may be. */
extern int detmpi_check_rank (const struct detmpi_comm *c, int rank, bool may_be_any);

/* Fills a status. */
extern void detmpi_set_status (MPI_Status *status, int source, int tag, size_t bytes);

#endif
