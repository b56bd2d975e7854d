/* SPDX-License-Identifier: MIT */
/* fuse.h - merges two processes into one: the conditions, and the merge itself (for fuse.cc). */
#ifndef ERBIUM_FUSE_H
#define ERBIUM_FUSE_H

#include "ir/ir.h"
#include "analysis/analysis.h"

namespace er {

/* A producer and a consumer of one network. */
struct Pair
{
  const Network *network;
  size_t producer, consumer;

  const Instance &from () const { return network->instances[producer]; }
  const Instance &to () const { return network->instances[consumer]; }
};

/* ---- Loops, and how they are left: fuse_exits.cc ------------------------- */

/* Returns whether s, a statement of a loop's body, contains a jump out of that loop: a break of the
 * loop, or a return. */
bool jumps_out (const Stmt *s);
bool has_return_in_loop (const Block &b); /* a return inside a loop inside b */
/* Returns whether an argument is a literal or the name of a constant, which can take the place of
 * the parameter. */
bool is_fixed (const Expr *argument);
bool does_nothing_else (const Process &p); /* no print, no run, no call of an impure function */

/* The ways in which the body of a loop is left, as far as they concern the producer of its
 * input. */
struct Exits
{
  /* it leaves the loop at the end of one of the streams in `ends`, before it does anything else in
   * that iteration */
  bool tested = false;
  bool own = false;    /* the body also leaves the loop in other ways */
};
/* `ends` contains the views whose streams end exactly where an iteration begins; `fed` contains all
 * views whose elements are available in each iteration. */
Exits exits_of (const Process_rates &rates, const std::set<const Variable *> &ends,
                const std::set<const Variable *> &fed);

/* Returns whether s is a test such as `if n == 0 { break; }' or `if over { return; }'.  Here n is a
 * let that holds the result of an update of one of the views, and over is a let that holds the
 * result of done; `results' contains these names. */
bool is_end_test (const Stmt *s, const std::set<const Variable *> &results);

/* Returns the statements of the loop's own body that are such tests for one of the views. */
std::set<const Stmt *> end_tests_of (const Process_rates &rates,
                                     const std::set<const Variable *> &views);

/* ---- What is done outside the iterations of the loop: fuse_outside.cc ------------------ */

/* Returns the position, in the body of the process, of the first statement before the loop that
 * contains a stall, or the position of the loop if there is no such statement. */
size_t before_stall (const Process_rates &rates);

/* Returns an operation that one of the two processes performs on the channel between them outside
 * the iterations of its loop (Process_rates::aside), or none. */
const Expr *outside_turns (const Pair &pair, const Channel &between);

/* After fusion, the consumer's iteration that finds the end is not executed.  Returns a statement
 * after the consumer's loop that depends on what this iteration does to other views before it tests
 * for the end, or none. */
const Stmt *follows_from_last_turn (const Instance &consumer,
                                    const std::set<const Variable *> &ends);

bool droppable (const Pair &pair); /* nobody but the consumer sees what the producer does */

/* ---- A last turn with less: fuse_last_turn.cc ---------------------------------- */

/* The last iteration of the producer may commit less than its rate.  Returns whether the consumer's
 * iteration requests with a single update what the producer has committed with a single commit, and
 * no further iteration follows.  The consumer may then request exactly that number. */
bool may_take_less (const Instance &producer, const View_rates &writer, const View_rates &reader);

/* ---- Whether: fuse_legal.cc ---------------------------------------------- */

/* The loop that determines the number of iterations.  The counter of the other loop, if it has one,
 * becomes a var. */
enum class Header { Producer, Consumer };

struct Legality
{
  std::string why; /* why the pair cannot be fused; empty if it can */
  Place where;
  Header header = Header::Producer;
  /* views of the consumer whose streams do not end before the loop does */
  std::set<const Variable *> fed;
  /* Views of the producer that may commit less in the last iteration, and for each of them the
   * views of the consumer that request exactly that number. */
  std::map<const Variable *, std::set<const Variable *>> less;
  bool test_bound = false; /* the other's For may end earlier: its bound is tested in each turn */
  int64_t producer_turns = 1, consumer_turns = 1; /* in a turn of the new process */
  int64_t lead = 0; /* turns of the producer before the first of the new process */
  /* number of iterations of the new process if it has a counter of its own, because each of them
   * contains several of the producer's, or of the consumer's after a lead; it is constant then */
  int64_t periods = -1;
  bool multi_rate () const { return producer_turns > 1 || consumer_turns > 1; }
};
Legality may_fuse (const Pair &pair, const Reachability &reach,
                   const std::map<size_t, int64_t> &turns);

/* ---- How: fuse_merge.cc -------------------------------------------------- */

/* Adds a new process to the module, and replaces the runs of the two processes in the network's
 * root process with a single run of the new one.  Returns the new process. */
Process *merge (Module &module, Module_names &names, const Pair &pair, const Legality &legality);

} // namespace er
#endif
