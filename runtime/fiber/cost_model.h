/* SPDX-License-Identifier: MIT */
/* cost_model.h - the declarations that cost_model.c and balance.c share.  All functions are called
 * under the program's lock. */
#ifndef ERB_COST_MODEL_H
#define ERB_COST_MODEL_H

#include "sync/sync.h"

static inline struct erb_process *
erb_slot_owner (const erbium_record *r, enum erb_side side, int id)
{
  return (struct erb_process *) (intptr_t) erbium_load_acquire (&r->slot[side][id].owner);
}

/* Ends measuring: sets the load of each process of the row, in ns, so that the loads add up to the
 * time that these processes have run.  Returns the factor that converts recently moved bytes to
 * bytes per measurement interval. */
extern double erb_estimate_costs (erbium_program *program, struct erb_process **row, int count);
/* Returns the number of bytes that all records have moved since measuring began. */
extern double erb_all_flow (const erbium_program *program);

#endif
