/* SPDX-License-Identifier: MIT */
/* elaborate.h - from declarations to a flat graph of filters.
 *
 * elaborate () runs the bodies of the streams and makes a tree of instances.  flatten () makes a
 * graph of it: actors (instances of filters) and tapes between them.  Splitters and joiners are no
 * actors.  They become positions on tapes: each tape is either a record of its own, or a part of
 * another tape (Step).  schedule () solves the balance equations and finds how often each actor
 * fires.  connect_messages () finds who sends messages to whom, and when they are handled.
 *
 *   pipeline A; splitjoin { split roundrobin (2, 1); B; C; join roundrobin; } D
 *
 *   tape 0: written by A          tape 1: element j is element j / 2 * 3 + j % 2 of tape 0; B
 *                                 tape 2: element j is element j * 3 + 2 of tape 0; C
 *   tape 3: read by D             tape 4: element j is element j * 2 of tape 3; B
 *                                 tape 5: element j is element j * 2 + 1 of tape 3; C
 */
#ifndef ERBIUM_STREAMIT_ELABORATE_H
#define ERBIUM_STREAMIT_ELABORATE_H

#include <optional>

#include "streamit/elaborate/gather.h"
#include "streamit/evaluate/evaluate.h"

namespace er::streamit {

/* An instance of a stream. */
struct Node
{
  const Stream *stream = nullptr; /* none if it is built in */
  /* Identity, Gather, FileReader, FileWriter, or that of the stream */
  std::string name;
  std::string file;               /* of a FileReader or FileWriter */
  Place at;
  const Type *in = nullptr, *out = nullptr;
  Env env;                        /* parameters, fields after init, and what is captured */
  std::vector<std::unique_ptr<Node>> children; /* of a FeedbackLoop: body, loop */
  bool split_duplicate = false;
  bool has_split = false, has_join = false;
  std::vector<int64_t> split, join; /* weights, one for each child */
  Place split_at, join_at;
  std::vector<Value> enqueued;
  std::vector<int> portals; /* with which it is registered */
  Gather gather;            /* of a Gather */
  size_t moved = 0;         /* the number of streams whose elements it moves */

  bool moves () const { return !stream && (name == "Identity" || name == "Gather"); }
};

/* The position of element j of a tape on the tape of which it is a part. */
struct Step
{
  int64_t weight = 1, sum = 1, offset = 0; /* j / weight * sum + offset + j % weight */
  int64_t shift = 0;                       /* then added, before the rest: j + shift */
};

struct Actor;
struct Channel;

struct Tape
{
  Tape *of = nullptr; /* of which it is a part; none if it is a record */
  Step step;
  size_t number = 0;
  std::vector<Actor *> writers, readers; /* of the record, in order of their ids */
  std::vector<Value> enqueued;           /* which the actor that writes this tape writes first */
  int64_t advance = 0;                   /* of a record: elements in a steady state */
  int64_t window = 0;                    /* of a record: the horizon of its writers */

  const Tape *record () const { return of ? of->record () : this; }
  Tape *record () { return of ? of->record () : this; }
  int64_t position (int64_t j) const; /* of element j on the record */
};

/* The rates of a work function. */
struct Rates
{
  int64_t push = 0, pop = 0, peek = 0; /* peek is at least pop */
  bool dynamic_push = false, dynamic_pop = false;
};

struct Actor
{
  Node *node = nullptr;
  size_t number = 0;
  Tape *in = nullptr, *out = nullptr;
  size_t in_id = 0, out_id = 0; /* with which it registers its views, from 1 */
  Rates first, work;            /* first: of prework */
  bool prework = false;
  bool writes_enqueued = false; /* it writes the enqueued elements of its tape */
  int64_t begin = 0, steady = 0; /* firings before the steady state, and in each one */
  bool driven = false; /* fires until its input ends */
  bool prints = false;
  std::vector<Channel *> sends, receives; /* messages */

  int64_t popped (int64_t firings) const;
  int64_t pushed (int64_t firings) const;
  bool dynamic () const { return work.dynamic_pop || work.dynamic_push; }
};

/* The messages of one latency from one actor to another. */
struct Channel
{
  Actor *sender = nullptr, *receiver = nullptr;
  int64_t latency = 0;    /* in firings of the sender */
  bool best_effort = false; /* the latency was chosen by messages () */
  bool upstream = false;  /* the receiver comes before the sender */
  size_t number = 0;
  std::vector<const Function *> handlers;
  /* due (k) firings of the sender come before firing k of the receiver, counted from 0, which
   * handles their messages first.  It is due[k] at the beginning; further on,
   * due (k + period) = due (k) + advance. */
  std::vector<int64_t> due;
  int64_t period = 1, advance = 1;

  /* Whether it carries messages of this latency; none: of any. */
  bool carries (std::optional<int64_t> wanted) const
  {
    return wanted ? !best_effort && latency == *wanted : best_effort;
  }
};

struct Graph
{
  std::vector<std::unique_ptr<Tape>> tapes;
  std::vector<std::unique_ptr<Actor>> actors;
  std::vector<std::unique_ptr<Channel>> channels;
};

struct Program
{
  Unit unit;
  Env statics;
  std::unique_ptr<Node> top;
  Graph graph;
  std::vector<std::unique_ptr<Node>> inserted; /* Identities and Gathers of flatten */
};

/* Each of these reports errors, and throws Stop if the program cannot be used. */
void elaborate (Program &program, Report &report);
void flatten (Program &program, Report &report);
void schedule (Program &program, Report &report);
void connect_messages (Program &program, Report &report);

/* The latency that a message statement of the actor asks for; none if any will do. */
std::optional<int64_t> latency_of (const Stmt *message, Actor &a, Evaluator &evaluator,
                                   Report &report);

/* The tree of instances and the graph, for --dump. */
std::string dump_tree (const Program &program);
std::string dump_graph (const Program &program);
/* A line for each process that moves the elements of several streams. */
std::string show_gathers (const Program &program);

} // namespace er::streamit
#endif
