/* SPDX-License-Identifier: MIT */
/* command_line.h - shared by the main functions of the tools.
 *
 * Exit statuses: 0 on success; 1 if the input is wrong, which has been reported, or if the output
 * could not be written; 2 if the command line is wrong.
 */
#ifndef ERBIUM_COMMAND_LINE_H
#define ERBIUM_COMMAND_LINE_H

#include <memory>

#include "ir/ir.h"

namespace er {

/* Prints the name and the version of the tool, and ends the program. */
[[noreturn]] void print_version ();

/* Removes "-o FILE" from a command line, whose other options have long names.  Returns the last
 * FILE, or "" if there is none; ends the program if the name is missing or empty. */
std::string take_output (int &argc, char **argv);

/* The words of a command line.  Options are looked up by name; the remaining words are operands. */
class Arguments
{
public:
  /* For the options --help and --version, prints `help' or the version and ends the program. */
  Arguments (int argc, char **argv, const char *help);

  bool flag (const char *name);                                       /* --name */
  std::string text (const char *name, const std::string &otherwise);  /* --name=TEXT, the last */
  std::vector<std::string> texts (const char *name);                  /* each */
  uint64_t number (const char *name, uint64_t otherwise);             /* --name=N */

  /* one_of ends the program if more than one of these options is given; only_with ends it if the
   * option `name' is given without the option `other'. */
  void one_of (const std::vector<const char *> &names);
  void only_with (const char *name, const char *other);

  /* To be called after all options have been queried.  Returns the operands.  Ends the program if
   * there is an unknown option, or if the number of operands is less than `least' or greater than
   * `most'. */
  std::vector<std::string> operands (size_t least, size_t most);

private:
  bool given (const char *name); /* with a text or without */
  std::vector<std::string> options, rest;
  std::vector<bool> used;
};

/* The words of the command line of a compiler, whose options are those of GCC.  Options that are in
 * `with_value' take the next word as their value.  For --help and --version, prints `help' or the
 * version and ends the program. */
struct Compiler_word
{
  std::string text, value;
  bool option = false; /* begins with '-', and is not "-" */

  bool begins (const char *start) const;
  bool ends (const char *end) const;   /* and is longer */
  bool for_linker () const;            /* -l -L -Wl, */
  bool for_compiler () const;          /* -m -f */
};
std::vector<Compiler_word> compiler_words (int argc, char **argv, const char *help,
                                           const std::vector<std::string> &with_value);

struct Program
{
  Source source;
  Module module;
  bool good = false; /* well-formed */
};

/* Reads and verifies a program; prints errors to stderr unless silent. */
std::unique_ptr<Program> load (const std::string &path);
std::unique_ptr<Program> load_text (const std::string &name, const std::string &text,
                                    bool silent = false);
/* Returns whether the program is well-formed and has a process 'main'; if not, prints an error to
 * stderr. */
bool can_begin (const Program &program);

} // namespace er
#endif
