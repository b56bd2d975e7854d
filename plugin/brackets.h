/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets.h - what the files of the brackets share.
 *
 *   text.cc             skipping comments and strings
 *   brackets.cc         which [[ are subscripts
 *   brackets_when.cc    when they are rewritten: once the language is used
 *   brackets_places.cc  where they stood, for the checks
 */
#ifndef ERBIUM_BRACKETS_H
#define ERBIUM_BRACKETS_H

#include "text.h"

#include <string>
#include <vector>

namespace erbium {

/* A bracket that has a part in a subscript, or might be taken for one. */
struct bracket
{
  uchar_t *at;
  uchar_t text; /* what stands there then */
  size_t place; /* of the first and last bracket of a subscript, else of this one */
  bool view;    /* of a subscript of a view; else a plain one */
  bool macro;   /* in what a #define says */
};

/* What has to be written for subscripts in [begin, end). */
std::vector<bracket> find_subscripts (uchar_t *begin, uchar_t *end, const char *file);
/* Writes it, and remembers the place. */
void write_subscript (const bracket &);

/* Counts lines along the scan of a file, for the places in it. */
class place_in_file
{
public:
  place_in_file (const uchar_t *begin, const char *name);
  /* That of the bracket at p. */
  size_t bracket_at (const uchar_t *p);
  /* p is behind the # of a directive. */
  void directive (const uchar_t *p, const uchar_t *end);
private:
  void go (const uchar_t *p);
  const uchar_t *at, *start;
  size_t line = 1;
  std::string file;
};
void remember_place (size_t place, bool view);

} // namespace erbium
#endif
