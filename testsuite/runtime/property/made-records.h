/* SPDX-License-Identifier: MIT */
/* made-records.h - the records of a random network, as main makes them. */
#ifndef MADE_RECORDS_H
#define MADE_RECORDS_H

#include "random-network.h"

static erbium_record *real_record[RECORDS];
static erbium_record *team_record[RECORDS]; /* that a team writes, or that above */

static void
make_records (void)
{
  for (int k = 0; k < records; k++)
    {
      const struct record *r = &record[k];
      int members = r->team.members;
      real_record[k] = (erbium_new_record) (r->size, 1, r->producers,
                                            members ? members : r->consumers, ERBIUM_HERE);
      team_record[k] = members ? (erbium_new_record) (r->size, 1, members, r->consumers,
                                                      ERBIUM_HERE)
                               : real_record[k];
    }
}

#endif
