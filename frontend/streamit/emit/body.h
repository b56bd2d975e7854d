/* SPDX-License-Identifier: MIT */
/* body.h - emits the process of an actor.
 *
 * Expressions of the IR have no side effects.  What an expression of StreamIt does besides having a
 * value is emitted as statements before it, from left to right; values that could change in the
 * meantime are saved first.
 *
 * The cursor of a tape is the number of elements popped or pushed so far.  If the text determines
 * it at each place (tape_counts.cc), it is a sum in the counters of loops, and each access has a
 * fixed position relative to the turn.  Else it is a variable.
 */
#ifndef ERBIUM_STREAMIT_BODY_H
#define ERBIUM_STREAMIT_BODY_H

#include <optional>

#include "streamit/emit/position.h"
#include "streamit/emit/module_text.h"

namespace er::streamit {

/* An expression of the IR that can be used until the next statement with an effect. */
struct Operand
{
  std::string text;
  Type::Kind kind = Type::Unknown;
  bool known = false; /* at compile time */
  Value value;
  bool sum = false; /* an int that is a sum of counters */
  Linear linear;
};

/* A for loop whose counter runs evenly. */
struct Even_loop
{
  const Variable *counter;
  bool outside; /* the counter is declared outside of the loop */
  const Expr *first, *bound;
  int64_t step;
  bool closed; /* the bound itself is included */
  int64_t turns = -1; /* if both bounds are known */
  int64_t low = 0;    /* the first value, if known */
};

struct Cursor
{
  bool fixed = true;
  Linear at;
  std::string variable;
};

class Body
{
public:
  /* printer: the record to which it prints, or "".  server: the number of the records by which
   * another process calls native functions for it, or "". */
  Body (Module_text &module, Actor &actor, const std::string &printer, const std::string &server);

  /* Returns the text behind the name of the process, in which tables may stand for arguments. */
  Process_text process ();
  const std::vector<std::string> &arguments () const { return actual; }
  bool calls_natives () const { return has_natives; } /* after process () */
  /* The number of firings in a turn of its loop, after process (). */
  int64_t together () const { return firings_together; }

private:
  Module_text &module;
  Report &report;
  Evaluator &evaluator;
  Actor &actor;
  Env &env;
  std::string printer, server; /* or "" */
  std::string text;
  int indent = 1;
  size_t next = 0;
  std::map<const Variable *, Operand> bound;          /* constants, counters, arguments */
  std::map<const Variable *, std::string> variables;  /* of the IR */
  std::map<std::string, std::pair<int64_t, int64_t>> ranges; /* of counters */
  std::set<const Function *> open;                    /* being expanded */
  Cursor in, out;
  Linear popped_before; /* this firing */
  const Rates *declared = nullptr; /* of this firing */
  std::string turn; /* the text of the number of the firing */
  int64_t firings_together = 1;
  std::vector<std::string> formal, actual;
  std::vector<Table> tables;
  bool jumped = false; /* what follows in this block is not reached */
  bool draws = false;  /* random numbers */
  bool has_natives = false;
  bool whole_lines = true; /* all that it prints are lines, which `print' of the IR can print */

  struct Loop
  {
    const Stmt *stmt;
    bool counted;
  };
  struct Expansion
  {
    const Function *function;
    std::string result;
    bool wrapped; /* a return leaves a loop around the expanded body */
    std::string left; /* set when a return leaves inner loops */
    size_t loops;
  };
  std::vector<Loop> loops;
  std::vector<Expansion> expansions;

  /* functions.cc: helper functions that become functions of the IR */
  struct Defined
  {
    std::string name;  /* "": its calls are replaced by its body */
    int chain = 0;     /* functions that call each other */
    size_t stack = 0;  /* bytes, at most, with those of functions that it calls */
  };
  std::map<const Function *, Defined> defined_functions;
  Defined *defining = nullptr; /* the function that is being emitted */
  const Defined &defined (const Function *f);
  bool computes (const Stmt *s);
  bool computes (const Expr *e);
  std::string definition (const Function *f);
  std::optional<Operand> defined_call (const Expr *e, const Function *f);

  /* lines: body.cc */
  void line (const std::string &s);
  void begin (const std::string &s);
  void end (const std::string &s = "}");
  std::string fresh (const std::string &like);
  std::string save (const std::string &type, const std::string &value, const std::string &like);
  Operand saved (const Operand &o, const Type *t);
  bool constant (const Expr *e, Value *v = nullptr);

  /* the process: body.cc */
  void views ();
  void parameter (const std::string &name, const std::string &type, const std::string &value);
  void fields ();
  void enqueued ();
  void builtin_body ();
  void move (const Linear &popped, const Linear &pushed);
  void firing (const Function *f, const Rates &rates, const Linear &popped, const Linear &pushed);
  void find_together ();
  void firings ();
  void turn_of (const Function *f, const Rates &rates, const Linear &popped, const Linear &pushed);
  void read_file ();
  void write_file ();
  std::string open_file (size_t number, bool write);
  std::string read_value (const Type *t, size_t number);
  void write_value (const Type *t, const std::string &value, size_t number);

  /* tapes: tapes.cc */
  Linear place (const Tape *tape, Linear at);
  std::string index_text (const Linear &l);
  Operand peek (const Expr *e);
  Operand pop (const Expr *e);
  void push (const Stmt *s);
  void need (const Linear &at);
  bool range (const Linear &l, int64_t &low, int64_t &high);
  void see_peek (const Expr *e, const Linear &at);
  void see_counts (const Function *f, const Rates &rates, const Linear &popped,
                   const Linear &pushed);
  std::string misfit (Place at, int kind, const std::string &found, int64_t declared);
  int64_t span (const Tape *tape, int64_t elements);

  /* tape_counts.cc: how often a tape is used, if the text says */
  enum Tape_kind { In, Out };
  std::optional<int64_t> count (const Stmt *s, Tape_kind tape);
  std::optional<int64_t> count (const Expr *e, Tape_kind tape);
  std::optional<int64_t> count (const Function *f, Tape_kind tape);
  bool even (const Stmt *s, Even_loop &loop);

  /* statements.cc */
  void statement (const Stmt *s);
  void statements (const std::vector<Stmt *> &list);
  void declare (const Variable *v);
  void assign (const Stmt *s);
  void if_statement (const Stmt *s);
  void loop (const Stmt *s);
  void even_loop (const Stmt *s, const Even_loop &loop);
  void test (const Stmt *s);
  void after_loop (const Stmt *s);
  void expanded (const Function *f, const std::string &result);
  void jump (const Stmt *s);
  void returns (const Stmt *s);
  void print (const Expr *e);
  bool whole_line (const Expr *e) const;
  void see_prints (const Expr *e);
  void see_prints (const Stmt *s);
  void see_all_prints ();
  void send_text (const std::string &packed);
  void send (const std::string &kind, const std::string &number, const std::string &real);
  void print_piece (const Operand &o, const Expr *e);

  /* send_messages.cc */
  struct Ends
  {
    std::string view, at, seen; /* at: the number of messages; seen: of firings of the sender */
    std::string type;           /* of a message */
  };
  std::map<const Channel *, Ends> ends;
  void message_views ();
  void send_message (const Stmt *s);
  std::string message_text (const Channel &c, const Stmt *s, const std::vector<Operand> &args);
  std::string argument (const Expr *e, const Operand &value, const Type *t,
                        const std::string &type);
  void write_message (const Channel &c, const std::string &message);
  void end_messages ();
  void handle_messages ();
  void handle (const Channel &c);
  std::string due_text (const Channel &c);

  /* expressions.cc */
  Operand value (const Expr *e);
  Operand known (const Value &v);
  std::string table (const Value &v);
  Operand operand (const std::string &text, const Type *t);
  Operand convert (const Operand &o, Type::Kind kind, Place at);
  void expect_array (const Expr *e, const std::string &type);
  Operand fitted (const Expr *e, const Type *t);
  Operand list (const Expr *e, const Type *t);
  Operand name (const Expr *e);
  Operand binary (const Expr *e);
  Operand binary (const std::string &op, Operand a, Operand b, const Type *t, Place at);
  Operand logic (const Expr *e);
  Operand conditional (const Expr *e);
  Operand increment (const Expr *e);
  Operand unary (const Expr *e);
  std::string place_text (const Expr *e, bool keep);
  Linear index (const Operand &o);
  bool effects (const Expr *e);
  Operand condition (const Expr *e);

  /* calls.cc */
  Operand call (const Expr *e);
  std::string c_type (const Type *t, Place at);
  Operand native (const Expr *e);
  void ask (size_t number, const std::vector<std::string> &args);
  std::string call_native (const Native &n, const std::vector<std::string> &args);
  Operand expand (const Expr *e, const Function *f);
  void bind (const std::vector<std::pair<const Variable *, Operand>> &args);
  Operand built_in (const Expr *e);
  Operand real (const std::string &name, std::vector<Operand> args, Type::Kind kind);
  Operand of_complex (const std::string &name, const Operand &z, Place at);
  Operand random (const std::string &name);
};

/* tape_counts.cc */
bool assigns (const Stmt *s, const Variable *v);
/* Whether s jumps out of the loop around it, or, for Return, out of the function. */
bool jumps (const Stmt *s, Stmt::Kind kind);
bool returns_only_last (const Stmt *s);

} // namespace er::streamit
#endif
