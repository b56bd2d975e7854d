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

/* Lines and columns count from 1; line 0 means that there is no place. */
struct Place
{
  uint32_t line = 0, column = 0;
};

struct Source
{
  std::string name; /* as it was given */
  std::string text; /* with a NUL behind it, as every std::string */

  /* Reads a file.  Returns an error message, or an empty string. */
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

  /* Reports an error.  `clause` is the clause of ir-spec/ that is violated, or "" if there is
   * none. */
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

/* Returns the number of bytes of the UTF-8 character that begins at `at`, or 0 if none begins
 * there. */
size_t utf_8 (const std::string &text, size_t at);

/* Formats as printf does, and returns the result as a string. */
std::string format (const char *pattern, ...) __attribute__ ((format (printf, 1, 2)));

/* For main functions: prints "TOOL: error: WHAT" and ends the program with status 2. */
[[noreturn]] void give_up (const std::string &what);

} // namespace er
#endif
