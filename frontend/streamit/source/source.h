/* SPDX-License-Identifier: MIT */
/* source.h - the files of a StreamIt program, and messages about them.
 *
 * A program may consist of several files, which are read as one text.  A Place of the front end
 * counts the lines of all files together, so that it remains a line and a column.  Report finds
 * the file again and prints the message in the form of files/text_file.h.
 */
#ifndef ERBIUM_STREAMIT_SOURCE_H
#define ERBIUM_STREAMIT_SOURCE_H

#include <memory>
#include <string>
#include <vector>

#include "files/files.h"

namespace er::streamit {

/* An error that ends the current stage.  It has been reported. */
struct Stop
{
};

class Report
{
public:
  explicit Report (bool silent = false) : silent (silent) {}

  /* Reads a file; returns an error message, or an empty string. */
  std::string read (const std::string &path);
  void add (const std::string &name, const std::string &text);

  struct File
  {
    Source source;
    uint32_t before = 0; /* number of lines in the files before this one */
    std::unique_ptr<Diagnostics> diagnostics;
  };
  const std::vector<std::unique_ptr<File>> &files () const { return list; }

  void error (Place at, const std::string &what);
  void note (Place at, const std::string &what);
  [[noreturn]] void stop (Place at, const std::string &what);
  int errors () const { return count; }
  bool full () const { return count >= most; }
  std::string where (Place at) const; /* FILE:LINE */

private:
  static const int most = 20;
  bool silent;
  int count = 0;
  std::vector<std::unique_ptr<File>> list;
  File &file_of (Place &at) const;
  void append (std::unique_ptr<File> file);
};

/* Returns the candidate that a misspelt name probably means, or an empty string: the nearest one
 * by single-character changes, if these are few in relation to the length of the name. */
std::string similar (const std::string &name, const std::vector<std::string> &candidates);

/* Returns "; did you mean 'X'?", or an empty string if nothing is similar. */
std::string hint (const std::string &name, const std::vector<std::string> &candidates);

} // namespace er::streamit
#endif
