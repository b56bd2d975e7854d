/* SPDX-License-Identifier: MIT */
/* fission.h - a process that does some of the turns of another, and what may need its elements early (for fission.cc). */
#ifndef ERBIUM_FISSION_H
#define ERBIUM_FISSION_H

#include "facts/facts.h"

namespace er {

struct Sharing
{
  int64_t parts; /* processes */
  int64_t block; /* turns that one does together: part p does the blocks p, p + parts, ... */
};

/* What must be done before what, in a network, statement by statement.  Good as long as its processes stay as they are. */
class Needs
{
public:
  explicit Needs (const Network &network);
  /* Whether something that a process writes may be needed before all that it reads is there. */
  bool before_input (size_t which) const;

private:
  /* Statements are numbered, those of a process one after the other, and behind them its end.  The last number stands for all that
     is not known: what others do with records that are not closed. */
  struct Side /* of a channel: the statements that use it */
  {
    std::vector<size_t> give, take, ids; /* commit or end; update or stall; register */
  };
  struct Uses
  {
    Side writers, readers;
  };
  const Network &network;
  std::vector<size_t> first; /* statement of each instance */
  size_t unknown;
  std::vector<std::set<size_t>> next; /* who needs it */
  std::vector<size_t> knot;           /* of each (element_ways.h) */
  std::vector<Uses> uses;             /* of each channel */
  std::map<std::pair<size_t, const Variable *>, size_t> channels; /* of the views of an instance */

  void add (size_t before, size_t after) { next[before].insert (after); }
  size_t end_of (size_t k) const { return first[k] + network.instances[k].process->body.size (); }
  void find_channels ();
  void of_view (size_t k, size_t statement, const Expr *e);
  void of_join (size_t k, size_t statement, const Expr *handle);
  void of_instance (size_t k);
};

/* Where the stream of a process ends that is given n elements: what a view of it commits then, factor * n + more. */
struct Whole_end
{
  int64_t factor, more;
};
/* Of a write view of a process whose loop is a while, where the last turn may be given less than it asks for; nothing if
   that is no such sum. */
std::optional<Whole_end> end_of (const Process_rates &rates, const View_rates &view);

/* Makes p, a copy of the process, such a part: with parameters part, and an id for each of its views, behind its
   own.  rates are those of p; input the view whose end is that of the process, where its loop is a while. */
void make_part (Module &module, Process &p, const Process_rates &rates, const View_rates *input, const Sharing &sharing);

} // namespace er
#endif
