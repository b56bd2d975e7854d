/* SPDX-License-Identifier: MIT */
/* linker.h - shared by link.cc and nodes.cc.
 *
 * A frame is one call of a body: by a run, or from another body.  The possible values of its
 * parameters, memory places and results are collected until no more are found (a flow-insensitive
 * points-to analysis).  Frames are created during this, for each run or call that is found.
 *
 * A value is a text: "r3" is record 3, "v7" is view 7, "fNAME" is a function, "&KEY" is the address
 * of a place, and "=KEY" is the structure that a place contains.  The key of a place consists of
 * its frame (or "g" for a global, or "s" and the unit for a static variable), its name and its
 * fields.
 */
#ifndef ERBIUM_LINKER_H
#define ERBIUM_LINKER_H

#include <deque>

#include "graph/link.h"

namespace er {
namespace graph {

typedef std::set<std::string> Values;

/* The integer value of a parameter in all calls: not known yet, the same in all calls, or
 * different. */
struct Known
{
  enum { Unset, One, Many } state = Unset;
  int64_t value = 0;
  bool join (std::optional<int64_t> other); /* whether it has changed */
};

struct Frame
{
  size_t number, unit;
  const Body *body;
  Frame *parent;    /* the first that runs or calls it; none for a root */
  size_t process;   /* the node that it belongs to */
  std::vector<Values> arguments;
  std::vector<Known> numbers;
  std::vector<std::pair<Frame *, const Call *>> callers;
  std::map<const Call *, std::set<Frame *>> called;
  std::vector<size_t> records, views; /* the nodes of those that the body makes */
  Values returns;
};

struct Record_made
{
  const Made_record *made;
  Frame *frame;
};

struct View_made
{
  const Made_view *made;
  Frame *frame;
  Values of;
  std::set<size_t> given; /* processes that it was passed to */
  std::map<size_t, std::vector<std::pair<Frame *, const Site *>>> sites; /* by process */
};

struct Process_made
{
  std::string name;
  const Body *body; /* none: not defined */
  Frame *frame;     /* none where there is no body */
  std::set<std::string> started;
  std::set<std::pair<Frame *, const Call *>> starts;
  std::set<std::string> given; /* records and views, where there is no body */
};

struct Too_many {};

class Linker
{
public:
  /* Throws Too_many if fold is false and there would be more than `most` processes. */
  Linker (const std::vector<Unit> &units, bool fold, size_t most);
  Network network (); /* nodes.cc */

private:
  const std::vector<Unit> &units;
  const bool fold;
  const size_t most;
  std::map<std::string, std::pair<size_t, const Body *>> visible;
  std::vector<std::map<std::string, const Body *>> inside;
  std::deque<Frame> frames;
  /* by body and process */
  std::map<std::pair<const Body *, size_t>, Frame *> folded;
  /* the processes, unfolded */
  std::map<std::tuple<const Frame *, const Call *, std::string>, size_t> runs;
  std::map<std::pair<const Body *, std::string>, size_t> definitions;          /* folded */
  std::map<std::string, Values> memory;
  std::vector<Process_made> processes;
  std::vector<Record_made> records;
  std::vector<View_made> views;
  std::set<const Body *> followed; /* have a frame */
  bool changed = true;

  /* link.cc */
  const Body *find (const std::string &name, size_t from, size_t *unit) const;
  std::vector<std::pair<size_t, const Body *>> roots () const;
  void follow (size_t unit, const Body *root);
  Frame *frame (size_t unit, const Body *body, Frame *parent, const Call *call, size_t process);
  size_t process (const Body *body, const std::string &name, Frame *from, const Call *call);
  void bind (Frame &to, Frame &from, const Call &call);
  void sweep (Frame &f);
  void start (Frame &f, const Call &call);
  void enter (Frame &f, const Call &call);
  void add (Values &to, const Values &what);
  Values resolve (const Frame &f, const Source &s);
  Values resolve (const Frame &f, const Sources &all);
  Values load (const std::string &key) const;
  std::set<std::string> keys (const Frame &f, const Source &s);
  void store (const std::string &key, const Values &what);

  /* nodes.cc */
  std::map<const Frame *, std::optional<int64_t>> counts;
  std::optional<int64_t> value (const Maybe &n, const Frame &f) const;
  std::optional<int64_t> count (const Frame *f);
  std::string times (std::optional<int64_t> frame_count, const Maybe &n, const Frame &f) const;
  void nodes (Network &net);
  void edges_of (const View_made &v, Network &net);
  void edge (const View_made &v, size_t process, size_t record, Network &net);
  void unknown_edges (Network &net);
};

} // namespace graph
} // namespace er
#endif
