/* SPDX-License-Identifier: MIT */
/* command_line.h - what the mains of the tools share.
 *
 * Statuses: 0; 1 what was read is wrong, and was told, or what was printed could not be written; 2 the command line is
 * wrong.
 */
#ifndef ERBIUM_COMMAND_LINE_H
#define ERBIUM_COMMAND_LINE_H

#include <memory>

#include "ir/ir.h"

namespace er {

/* The words of a command line: options are looked for by name, the rest are operands. */
class Arguments
{
public:
  /* help is printed for --help, and ends the program. */
  Arguments (int argc, char **argv, const char *help);

  bool flag (const char *name);                                       /* --name */
  std::string text (const char *name, const std::string &otherwise);  /* --name=TEXT, the last */
  std::vector<std::string> texts (const char *name);                  /* each */
  uint64_t number (const char *name, uint64_t otherwise);             /* --name=N */

  /* Ends the program if two of them are there; if the first is and the other is not. */
  void one_of (const std::vector<const char *> &names);
  void only_with (const char *name, const char *other);

  /* After the options: ends the program if one was not asked for, or there are not so many. */
  std::vector<std::string> operands (size_t least, size_t most);

private:
  bool given (const char *name); /* with a text or without */
  std::vector<std::string> options, rest;
  std::vector<bool> used;
};

struct Program
{
  Source source;
  Module module;
  bool good = false; /* well-formed */
};

/* Reads and verifies; tells errors on stderr, unless silent. */
std::unique_ptr<Program> load (const std::string &path);
std::unique_ptr<Program> load_text (const std::string &name, const std::string &text, bool silent = false);
/* Whether it is well-formed and has a process 'main' to begin with; tells on stderr. */
bool can_begin (const Program &program);

} // namespace er
#endif
