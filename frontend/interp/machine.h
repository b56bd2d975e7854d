/* SPDX-License-Identifier: MIT */
/* machine.h - configurations and steps, as chapters 4 to 6 of ir-spec/ define them.
 *
 * A State is a configuration with value semantics: it is copied so that the search can return to
 * it, and converted to a string for comparison.  The Machine makes steps on it.  The caller
 * (schedule.h) chooses the process that makes the next step.  This code is deliberately simple
 * rather than fast.
 */
#ifndef ERBIUM_MACHINE_H
#define ERBIUM_MACHINE_H

#include <map>
#include <set>

#include "eval/eval.h"
#include "ir/ir.h"

namespace er {

typedef int64_t Index;

/* An id of a record: c(k) or d(k). */
struct Id
{
  enum Is { New, Held, Open, Ended };
  Is is = New;
  Index index = 0;
  int view = -1; /* Held */
  Index claimed = 0; /* elements that the group of this number has claimed */
};

struct Slot
{
  Value value;
  int writer = 0; /* producer id; 0 nobody */
};

struct RecordState
{
  const Type *element;
  std::string name; /* for messages */
  Place at;
  std::vector<Id> producers, consumers; /* id k at k - 1 */
  std::map<Index, Slot> elements; /* written, and not yet committed and released by all */
  Index dropped = 0;              /* elements below are no longer there */
  Index summed = 0;               /* elements below are in the sum */
  uint64_t sum = 0;               /* of what was committed, in order */
  /* Processes that claim write it: how far each of them has committed depends on the schedule. */
  bool shared = false;
  int connected = 0;
  /* without its elements */
  uint64_t size () const { return producers.size () + consumers.size () + 1; }
};

struct ViewState
{
  int record;
  bool write;
  std::string name;
  int owner;         /* process, -1 when it has ended */
  int id = 0;        /* 0 none */
  Index horizon = 0; /* 0 none */
  Index reach = 0;   /* s or u */
  Index own = 0;     /* d of an observer */
  Index group = 0;   /* in which it claims; 0 none */
  Index first = 0;   /* of the run that it has claimed last */
  bool done = false;
};

/* A block that is being executed, and the position in it. */
struct Frame
{
  const Block *block;
  size_t at = 0;
  const Stmt *loop = nullptr; /* the loop whose body it is */
  Index counter = 0, end = 0, step = 0;
};

struct ProcessState
{
  const Process *code;
  std::vector<Value> memory;
  std::vector<Frame> frames;
  bool over = false;
  bool claims = false; /* it has claimed */
};

struct State
{
  std::vector<ProcessState> processes;
  std::vector<RecordState> records;
  std::vector<ViewState> views;
  std::string output; /* stdout */
  uint64_t steps = 0;

  std::string text () const; /* two texts are equal if and only if the configurations are */
  uint64_t size () const;    /* values in it; 8 bytes of output are one */
};

/* What a process waits for: the ids that must advance, or the process that must end. */
struct Wait
{
  bool stall = false;
  int view = -1, joined = -1;
  Index until = 0;
  std::vector<int> ids; /* of the other side, that hold it up */
};

class Machine : private Surroundings
{
public:
  /* Calls functions of C by name; throws Undefined if there is none (native_calls.h). */
  struct Native
  {
    virtual ~Native () {}
    virtual Value call (const Expr *e, std::vector<Value> &args) = 0; /* may change arrays */
  };
  /* `touch` says whether functions that are not pure may be called. */
  Machine (const Module &module, Native &native, bool touch)
      : module (module), native (native), touch (touch)
  {
  }

  State begin () const;

  /* These functions concern the next step of a process that has not ended. */
  const Stmt *next (const State &s, int process) const; /* nullptr: its end */
  bool can_step (const State &s, int process, Wait *wait = nullptr);
  bool local (const State &s, int process) const; /* commutes with all steps of others */

  /* Makes this step.  Throws Undefined. */
  void step (State &s, int process);

  /* touched stores the records whose indices the next step reads or changes, and the processes for
   * which it waits. may_touch returns whether a process may still use a record. */
  void touched (const State &s, int process, std::set<int> &records, std::set<int> &processes);
  bool may_touch (const State &s, int process, int record) const;

  /* The number of values that steps have created or copied.  It is part of the cost, in addition to
   * the number of steps. */
  uint64_t made = 0;
  /* A function that makes more throws Too_long. */
  uint64_t most_made = UINT64_MAX;

  /* The effect of the step, for a trace, such as "commit index of producer 1 is 5". */
  std::string effect;

private:
  const Module &module;
  Native &native;
  bool touch;
  Constants constants;
  State *state = nullptr; /* while a step is made */
  int self = 0;
  /* what an observer sees of elements that are no longer there */
  std::map<const Type *, Value> zeros;

  ProcessState &process () { return state->processes[self]; }
  const Value &variable (const Variable *v, Place at) override;
  const Value &element (const Expr *e, Index index) override;
  [[noreturn]] void unwritten (const Expr *e, Index index) override;
  Value call (const Expr *e, const std::vector<Value> &args) override;
  void work (uint64_t values, Place at) override;
  Index number (const Expr *e) { return Index (evaluate (e, *this).bits); }

  /* machine.cc: control */
  void done_with_statement () { process ().frames.back ().at++; }
  void for_loop (const Stmt *s);
  void turn_ends ();
  void jump (const Stmt *s);
  void print (const Stmt *s);
  void store (const Stmt *s, Value value);
  Value *part_of (const Expr *e);
  Value value (const Stmt *s);
  Value native_call (const Expr *e);
  void end ();

  /* machine_elements.cc: elements */
  void live (const Expr *e, const ViewState &v, Index i);
  Value *written (const Expr *e, Index i);

  /* machine_primitives.cc */
  friend struct Action;
  Value operation (const Expr *e, const Stmt *s);
  Value run (const Expr *e);
  void free_view (int view, bool open);
  ViewState &view_of (const Expr *e);
};

/* least_commit returns C of a record (5.3) and stores whether an id at this index has ended;
 * least_release returns D (5.4). */
Index least_commit (const RecordState &r, bool *ended = nullptr);
Index least_release (const RecordState &r);
bool all_taken (const std::vector<Id> &ids); /* none is new */
inline const Index no_bound = INT64_MAX;
inline const Index most_index = Index (1) << 62; /* the greatest argument (5.1) */

/* Throws Undefined with the message that a primitive is used wrongly. */
[[noreturn]] void misuse (const Expr *e, const std::string &what, const std::string &hint);

/* Make a record or view, and return its number (machine_new.cc). */
Value new_record (State &s, const Expr *e, const Stmt *stmt, Index wreg, Index rreg);
Value new_view (State &s, const Expr *e, const Stmt *stmt, uint64_t record, int owner);

/* Adds newly committed elements to the sum, and removes elements that no view can read any more. */
void settle (State &s, int record);

} // namespace er
#endif
