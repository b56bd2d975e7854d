/* SPDX-License-Identifier: MIT */
/* fission.h - building a process that executes a part of the iterations of another, and finding out
 * which statements may need its elements early (for fission.cc). */
#ifndef ERBIUM_FISSION_H
#define ERBIUM_FISSION_H

#include "analysis/analysis.h"

namespace er {

struct Sharing
{
  int64_t parts; /* processes */
  /* consecutive iterations that one part executes: part p executes the blocks p, p + parts, ... */
  int64_t block;
};

/* The order in which the statements of a network depend on each other.  This object is valid as
 * long as the processes of the network are not changed. */
class Needs
{
public:
  explicit Needs (const Network &network);
  /* Returns whether some element that a process writes may be needed before all elements that it
   * reads have been written. */
  bool before_input (size_t which) const;

private:
  /* Statements are numbered.  Those of a process have consecutive numbers, followed by a number for
   * its end.  The last number represents everything unknown, that is, what other processes do with
   * records that are not closed. */
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
  /* the statements that need each statement to be executed first */
  std::vector<std::set<size_t>> next;
  std::vector<size_t> component;           /* of each (reachability.h) */
  std::vector<Uses> uses;             /* of each channel */
  std::map<std::pair<size_t, const Variable *>, size_t> channels; /* of the views of an instance */

  void add (size_t before, size_t after) { next[before].insert (after); }
  size_t end_of (size_t k) const { return first[k] + network.instances[k].process->body.size (); }
  void find_channels ();
  void of_view (size_t k, size_t statement, const Expr *e);
  void of_join (size_t k, size_t statement, const Expr *handle);
  void of_instance (size_t k);
};

/* The index at which the output stream of a process ends if its input has n elements: its view then
 * commits factor * n + more. */
struct Whole_end
{
  int64_t factor, more;
};
/* Computes the end of the output stream for a write view of a process whose loop is a while, where
 * the last iteration may receive less than it asks for.  Returns nothing if the index is not of
 * this form. */
std::optional<Whole_end> end_of (const Process_rates &rates, const View_rates &view);

/* Returns whether the site is an update whose result is used. */
bool gives_result (const Site &site);

/* Changes p, a copy of the process, to execute one part of the iterations.  The parameter `part`
 * and an id for each view are appended to its parameters.  `rates` are the rates of p; `input` is
 * the view at whose end the process ends, if its loop is a while. */
void make_part (Module &module, Process &p, const Process_rates &rates, const View_rates *input,
                const Sharing &sharing);

} // namespace er
#endif
