/* SPDX-License-Identifier: MIT */
/* manager.h - what a rank says to the process manager of its job when it ends without exit. */
#ifndef ERB_LINK_MANAGER_H
#define ERB_LINK_MANAGER_H

/* Remembers the connection to the manager.  Called before MPI begins. */
extern void erb_manager_begin (void);

/* Tells the manager that this rank ends, unless MPI has told it.  Called when MPI has ended; waits
 * at most a second for the answer. */
extern void erb_manager_leave (void);

#endif
