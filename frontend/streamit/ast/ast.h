/* SPDX-License-Identifier: MIT */
/* ast.h - a StreamIt program as a tree.
 *
 * Nodes are made by the parser and owned by the Unit.  The semantic analysis binds names: the
 * variable of a name, the function of a call, and the type of each expression.
 */
#ifndef ERBIUM_STREAMIT_AST_H
#define ERBIUM_STREAMIT_AST_H

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "files/files.h"

namespace er::streamit {

struct Expr;
struct Stmt;
struct Structure;
struct Stream;

struct Type
{
  enum Kind
  {
    Void, Boolean, Bit, Int, Float, Double, Complex, Float2, Float3, Float4, String,
    Struct, Array, Portal, Unknown
  };
  Kind kind = Unknown;
  std::string name;                      /* of a Struct, or the filter of a Portal */
  const Type *element = nullptr;         /* of an Array */
  Expr *length = nullptr;                /* of an Array */
  const Structure *structure = nullptr;  /* of a Struct, after the analysis */
  Place at;

  bool number () const { return kind >= Bit && kind <= Complex; }
  bool real () const { return kind >= Bit && kind <= Double; }
  bool integer () const { return kind == Bit || kind == Int; }
  bool vector () const { return kind >= Float2 && kind <= Float4; }
  bool scalar () const { return kind >= Boolean && kind <= Double; }
  int parts () const { return kind - Float2 + 2; } /* of a vector */
};

/* A variable: of a block, a parameter, a field of a filter, or static. */
struct Variable
{
  enum Kind { Local, Parameter, Field, Static };
  Kind kind = Local;
  std::string name;
  const Type *type = nullptr;
  Expr *value = nullptr; /* the initializer, or none */
  Place at;
  bool changes = false; /* assigned after its declaration, outside of init */
  bool assigned = false; /* assigned anywhere after its declaration */
  bool of_stream = false; /* of a Parameter: of a stream, not of a function */
};

struct Function
{
  enum Kind { Helper, Work, Prework, Init, Handler, Native };
  Kind kind = Helper;
  std::string name;
  const Type *result = nullptr;
  std::vector<Variable *> parameters;
  Stmt *body = nullptr;
  Place at;
  Expr *push = nullptr, *pop = nullptr, *peek = nullptr; /* rates, or none */
  bool uses_tape = false; /* peeks, pops or pushes, itself or by a call */
};

struct Expr
{
  enum Kind
  {
    Integer, Real, Imaginary, Bool, Text, Name, Field, Index, Unary, Binary, Conditional,
    Increment, Call, Peek, Pop, Iter, Cast, List, Make, Range, Any
  };
  Kind kind = Integer;
  Place at;
  std::string text; /* the operator, name or string; "++" or "--" of an Increment */
  double number = 0;
  bool prefix = false;              /* of an Increment */
  std::vector<Expr *> args;         /* operands, arguments, elements, parts of a Range */
  const Type *type = nullptr;       /* of a Cast or Make as written; else by the analysis */
  std::string space;                /* of a Call: the native or helper block, or "" */
  Variable *variable = nullptr;     /* of a Name */
  Function *function = nullptr;     /* of a Call; none if it is built in */
};

/* roundrobin with weights, or duplicate. */
struct Distribution
{
  bool duplicate = false;
  bool uniform = true; /* the weight, 1 if there is none, is that of each child */
  std::vector<Expr *> weights;
  Place at;
};

/* What add, body and loop create. */
struct Creation
{
  std::string name;
  const Type *of = nullptr; /* the type of Identity<T> */
  std::vector<Expr *> args;
  Stream *anonymous = nullptr;
  std::vector<Expr *> portals;
  Stream *stream = nullptr; /* after the analysis; none if it is built in */
  Place at;
};

struct Stmt
{
  enum Kind
  {
    Block, Declare, Value, Assign, If, While, DoWhile, For, Break, Continue, Return, Push,
    Add, Body, Loop, Split, Join, Enqueue, Message, Empty
  };
  Kind kind = Empty;
  Place at;
  std::string text;             /* the operator of an Assign; the handler of a Message */
  /* of a Block; branches of an If; start, step and body of a For; the body of other loops */
  std::vector<Stmt *> inner;
  std::vector<Expr *> args;     /* condition; place and value; portal and arguments */
  std::vector<Variable *> variables; /* of a Declare */
  Distribution how;
  Creation what;
  Expr *least = nullptr, *most = nullptr; /* latencies of a Message */
  bool timed = false; /* a Message with brackets, which may be empty: [:] */
};

struct Stream
{
  enum Kind { Filter, Pipeline, SplitJoin, FeedbackLoop };
  Kind kind = Filter;
  std::string name; /* "" if anonymous */
  const Type *in = nullptr, *out = nullptr; /* none if the type is not written */
  std::vector<Variable *> parameters, fields;
  std::vector<Function *> functions; /* of a Filter */
  Stmt *body = nullptr;              /* of all others */
  bool stateful = false;
  Place at;

  Function *function (Function::Kind kind) const;
  Function *named (const std::string &name, Function::Kind kind) const;
};

struct Structure
{
  std::string name;
  std::vector<Variable *> fields;
  Place at;
  int index (const std::string &field) const; /* -1: none */
};

/* A native or helper block: functions for all streams. */
struct Space
{
  std::string name;
  bool native = false;
  std::vector<Function *> functions;
  Place at;
};

struct Unit
{
  std::vector<Structure *> structures;
  std::vector<Stream *> streams;
  std::vector<Space *> spaces;
  std::vector<Variable *> statics;
  std::vector<Function *> static_inits;

  template <class T> T *make ();
  const Type *type (Type::Kind kind);
  const Type *array (const Type *element, Expr *length);

private:
  std::deque<Type> types;
  std::deque<Variable> variables_;
  std::deque<Function> functions_;
  std::deque<Expr> exprs;
  std::deque<Stmt> stmts;
  std::deque<Stream> streams_;
  std::deque<Structure> structures_;
  std::deque<Space> spaces_;
};

/* As written in a program; the length of an array is "n" if it is not a number. */
std::string text_of (const Type *type);
std::string text_of (const Expr *e);

/* The variable of an array that the parameter p of a function stands for, or none.  A function that
 * assigns to elements of an array that it receives changes the array of its caller; other arguments
 * are values. */
Variable *shared_array (const Variable *p, const Expr *argument);

/* Prints the tree, one node a line. */
std::string dump (const Unit &unit);

template <> inline Type *Unit::make () { return &types.emplace_back (); }
template <> inline Variable *Unit::make () { return &variables_.emplace_back (); }
template <> inline Function *Unit::make () { return &functions_.emplace_back (); }
template <> inline Expr *Unit::make () { return &exprs.emplace_back (); }
template <> inline Stmt *Unit::make () { return &stmts.emplace_back (); }
template <> inline Stream *Unit::make () { return &streams_.emplace_back (); }
template <> inline Structure *Unit::make () { return &structures_.emplace_back (); }
template <> inline Space *Unit::make () { return &spaces_.emplace_back (); }

} // namespace er::streamit
#endif
