/* SPDX-License-Identifier: MIT */
/* module_text.h - what the processes of an emitted program share: structures, constants,
 * functions. */
#ifndef ERBIUM_STREAMIT_MODULE_H
#define ERBIUM_STREAMIT_MODULE_H

#include <map>
#include <set>

#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

/* A constant of a process, which other instances may have with another value. */
struct Table
{
  std::string name, type, constant;
  /* what stands for it in the text of the process */
  std::string mark () const { return "\1" + name + "\1"; }
};

/* The process of an actor, or of several whose constants may differ. */
struct Process_text
{
  std::string parameters, body; /* the first as "a : i32, b : index"; the second in braces */
  std::vector<Table> tables;
};

/* A native function, in types of the IR; result: "" if it gives nothing. */
struct Native
{
  std::string name, result;
  std::vector<std::string> parameters;
};

class Module_text
{
public:
  Module_text (Program &program, Report &report)
    : program (program), report (report), evaluator (report) {}

  /* The type of the IR. */
  std::string type (const Type *t, Env &env);
  std::string type (Type::Kind kind);
  /* The value as an expression of the IR; large ones become constants of the module. */
  std::string literal (const Value &v);
  std::string constant (const Value &v);

  std::string constant (const std::string &type, const std::string &elements);
  /* The same for numbers of type index. */
  std::string table (const std::vector<int64_t> &values);
  /* The structure of messages of a channel. */
  std::string message (const Channel &c);

  bool has_messages () const { return !program.graph.channels.empty (); }

  /* Declares a function of C once. */
  void external (const std::string &name, const std::string &declaration);
  /* Adds a process, unless there is one with the same text; returns its name.  The text is that
   * behind the name. */
  std::string process (const std::string &name, const std::string &text);
  /* The same for a function. */
  std::string function (const std::string &name, const std::string &text);
  std::string name (const std::string &like); /* a new one */
  std::string type_of (const Value &v);
  size_t next_file () const { return files; } /* the number of the file that is opened next */
  size_t file ();                             /* takes it */

  std::string text (const std::string &main) const;

  /* Returns the number of a native function that several filters call, from 1. */
  size_t native (const Native &n);
  const std::vector<Native> &all_natives () const { return natives; }

  Program &program;
  Report &report;
  Evaluator evaluator;

private:
  static const size_t most_files = 32;
  std::map<std::string, std::string> externals, processes, functions, constants, structures,
    messages;
  std::string structure_text, constant_text, function_text, process_text;
  std::set<std::string> names;
  std::vector<Native> natives;
  size_t files = 0, next = 0;

  std::string structure (const std::string &name, const std::vector<std::string> &fields);
  std::string constant_of (const std::string &type, const std::string &text);
};

std::string float_text (double x, bool single);
std::string real_type (); /* of a float in the textual IR */

} // namespace er::streamit
#endif
