/* SPDX-License-Identifier: MIT */
/* core_process.h - the process that does what one core has to do, while it is made: cores_build.cc
 * makes the whole, core_turns.cc its loops.
 */
#ifndef ER_CORE_PROCESS_H
#define ER_CORE_PROCESS_H

#include <tuple>

#include "passes/cores/cores.h"
#include "passes/fusion/fuse.h"

namespace er {

/* Ids of tasks that are not the first of their instance: by instance, view and number. */
typedef std::map<std::tuple<size_t, size_t, size_t>, int64_t> Ids;

class Core_process
{
public:
  Core_process (Module &module, Module_names &all_names, Network &network, const Plan &plan,
                const std::vector<Task> &tasks, const Ids &ids)
    : module (module), network (network), plan (plan), tasks (tasks), ids (ids),
      all_names (all_names), names (all_names.within ()), b (module, network.root->at)
  {
  }
  /* Returns the statement that runs the new process. */
  Stmt *make ();

private:
  /* A task with the names of its copy. */
  struct Member
  {
    const Task *task;
    const Instance *instance;
    Renamer names;
    std::vector<std::pair<Variable *, Expr *>> parameters; /* and their arguments */
    std::map<const Variable *, const Flow *> flows;        /* of its views, by their new names */
    Steps steps;
  };
  struct Array
  {
    std::string name, base; /* base: the index of its first element */
  };
  /* Turns of a task: `count' periods, beginning with that of the number `first'. */
  struct Span
  {
    std::string first; /* "": the turns before the first period */
    int64_t count;
    bool batch;
    bool at_once = false; /* a part of the batch, which goes through a group at once */
    bool again = false;   /* turns that are made again; `first' is the period after them */
  };

  Module &module;
  Network &network;
  const Plan &plan;
  const std::vector<Task> &tasks;
  const Ids &ids;
  Module_names &all_names;
  Fresh_names names;
  Builder b;
  Process *made = nullptr;
  std::vector<Member> members;
  std::map<const Flow *, Array> arrays;

  void add (const Task &task);
  Block initial (Member &m);
  void arrays_of_flows (Block &to);
  Stmt *allocate (const Member &m, const View_rates &view, const Flow &flow);
  Expr *index_in (const Span &span, int64_t in_period, int64_t offset);
  void before_turns (Member &m, const Span &span, Block &to);
  void after_turns (Member &m, const Span &span, Block &to);
  Stmt *loop (Member &m, const Span &span);
  void element (Member &m, Expr *&e, const Variable *turn, const Variable *counter,
                const Span &span);
  Turns_of turns_of (const Member &m, const Span &span) const;
  int64_t released (const Flow &flow, const Span &span) const;
  bool of_group (const Flow &flow, size_t group) const;
  size_t group_of (const Member &m) const;
  void step (Member &m, int64_t turns, Block &to);
  void make_turns (Member &m, const Span &span, Block &to);
  void repeat (size_t from, size_t to, Expr *period, bool first_core, Block &result);
  void repeat_before_rest (const std::string &whole, Block &result);
  void group_at_once (size_t from, size_t to, const Span &span, Block &result);
  void base (const Flow &flow, Array &array, const Span &span, Block &to);
  Block without_calls (Member &m, const Block &block);
  Block turns (const Span &span);
  void move_down (const Flow &flow, const Array &array, const Span &span, Block &to);
  Block body ();
};

} // namespace er

#endif
