/* SPDX-License-Identifier: MIT */
/* team.h - processes that share a stream by claims.
 *
 * A team reads what the producers of a record write, and writes what its consumers read.  Its
 * members claim runs.  What they write depends on the element and its index alone, so the oracle
 * has no team.  The first member claims what is before the start of the stream, and then runs the
 * others. */
#ifndef TEAM_H
#define TEAM_H

struct member
{
  const struct record *r;
  uint64_t random; /* of what must not matter */
  erbium_view *in, *out;
};

ERBIUM_PROCESS (work, int, int);

static erbium_view *
view_of_member (erbium_record *r, bool writes, int id, erbium_index horizon)
{
  erbium_view *v = erbium_new_view (r, writes, ERBIUM_HERE);
  (erbium_register) (v, id, ERBIUM_HERE);
  (erbium_alloc) (v, horizon, ERBIUM_HERE);
  return v;
}

static erbium_index
claim (struct member *m, erbium_index n)
{
  return (erbium_claim) (m->r->team.by_output ? m->out : m->in, n, 1, ERBIUM_HERE);
}

static void
copy_run (struct member *m, erbium_index from, erbium_index to)
{
  size_t size = m->r->size;
  CALL (m, erbium_stall_fast, m->out, to);
  for (erbium_index i = from; i < to; i++)
    {
      const unsigned char *at = erbium_at_one (m->in, i, 0, size, ERBIUM_HERE);
      put (erbium_at_one (m->out, i, 0, size, ERBIUM_HERE), size, by_team (at, size, i));
    }
  CALL (m, erbium_commit_fast, m->out, to);
}

/* Returns whether the stream goes on.  Outputs come first, as in connect. */
static bool
do_run (struct member *m)
{
  erbium_index n = m->r->team.run, i = claim (m, n);
  CALL (m, erbium_commit_fast, m->out, i);
  CALL (m, erbium_release_fast, m->in, i);
  erbium_index to = CALL (m, erbium_update_fast, m->in, i + n);
  if (to > i)
    copy_run (m, i, to);
  if (delay)
    dither (&m->random);
  return to == i + n;
}

/* Member id of the team of record k. */
void
work (int k, int id)
{
  const struct record *r = &record[k];
  struct member m = { .r = r, .random = seed * 13 + (uint64_t) (16 * k + id) };
  m.out = view_of_member (team_record[k], true, id, r->team.horizon);
  m.in = view_of_member (real_record[k], false, id, r->team.horizon);
  if (id == 1 && r->start > 0)
    claim (&m, r->start);
  for (int other = 2; id == 1 && other <= r->team.members; other++)
    ERBIUM_RUN (work, k, other);
  erbium_commit_fast (m.out, r->start, 0, ERBIUM_HERE);
  erbium_update_fast (m.in, r->start, 0, ERBIUM_HERE);
  erbium_release_fast (m.in, r->start, 0, ERBIUM_HERE);
  while (do_run (&m))
    ;
}

#endif
