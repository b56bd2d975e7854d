/* SPDX-License-Identifier: MIT */
/* text_file.h - the text of a program, places in it, and messages about it.
 *
 * A message has the form that compilers use, the line that it is about and a caret:
 *
 *   FILE:LINE:COLUMN: error: WHAT [CLAUSE]
 *       the line
 *           ^
 *   FILE:LINE:COLUMN: note: HOW TO MEND IT
 */
#ifndef ERBIUM_TEXT_FILE_H
#define ERBIUM_TEXT_FILE_H

#include <cstdint>
#include <string>
#include <vector>

namespace er {

/* From 1; line 0 is no place. */
struct Place
{
  uint32_t line = 0, column = 0;
};

struct Source
{
  std::string name; /* as it was given */
  std::string text; /* with a NUL behind it, as every std::string */

  /* Returns what is wrong, or nothing. */
  std::string read (const std::string &path); /* "-" is stdin */
  std::string line (uint32_t number) const;
};

/* Collects errors.  The tool that created this object decides when to stop. */
class Diagnostics
{
public:
  explicit Diagnostics (const Source &source, bool silent = false)
      : source (source), silent (silent)
  {
  }

  /* The clause of ir-spec/ that is broken, "" where there is none. */
  void error (Place at, const std::string &clause, const std::string &what);
  void note (Place at, const std::string &what); /* about the last error */
  int errors () const { return count; }
  bool full () const { return count >= most; }

private:
  static const int most = 20;
  const Source &source;
  bool silent; /* counts only */
  int count = 0;
  void show (Place at, const char *kind, const std::string &what);
};

/* How many bytes the character of UTF-8 that begins there has: 0 where none does. */
size_t utf_8 (const std::string &text, size_t at);

/* printf into a string. */
std::string format (const char *pattern, ...) __attribute__ ((format (printf, 1, 2)));

/* For main functions: prints "TOOL: error: WHAT" and ends the program with status 2. */
[[noreturn]] void give_up (const std::string &what);

} // namespace er
#endif
