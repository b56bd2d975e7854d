/* SPDX-License-Identifier: MIT */
/* generate_expressions.h - random programs: what processes compute.
 *
 * Each process has a state: s (i64), f (f64), t ([4]i32).  The elements that it reads change the
 * state, and the elements that it writes are computed from it.  Nothing is undefined: divisors are
 * positive, and indices of arrays are reduced to the range of the array.
 */
#ifndef ERBIUM_GENERATE_EXPRESSIONS_H
#define ERBIUM_GENERATE_EXPRESSIONS_H

#include <string>
#include <vector>

#include "files/files.h"

namespace er {

/* Generates random numbers by xorshift64*, the same on each machine. */
class Random
{
public:
  explicit Random (uint64_t seed) : bits ((seed + 1) * 0x9e3779b97f4a7c15) {}
  uint64_t next ();
  int below (int n) { return n > 0 ? int ((next () >> 20) % uint64_t (n)) : 0; }
  bool chance (int one_in) { return below (one_in) == 0; }

private:
  uint64_t bits;
};

class Words
{
public:
  Words (Random &chosen, int most_depth) : random (chosen), depth (most_depth) {}

  std::string declarations (); /* of the module */
  std::string scalar ();       /* the name of a type */
  std::string state ();        /* the declarations of a process */

  /* These functions return the text of statements, indented by `margin` levels of four blanks.
   * `index` is the name of a variable of type index, and `others` contains the names of further
   * such variables. */
  std::string statements (int margin, const std::string &index, std::vector<std::string> others);
  std::string write (const std::string &place, const std::string &type, const std::string &index,
                     std::vector<std::string> others, int margin);
  std::string read (const std::string &element, const std::string &type, int margin);
  std::string shown (const std::string &element, const std::string &type); /* ", x" for print */

private:
  Random &random;
  int depth;
  std::vector<std::string> indices; /* names */
  bool has_function = false;

  std::string function ();

  std::string value (const std::string &type, int deep);
  std::string leaf (const std::string &type);
  std::string literal (const std::string &type);
  std::string condition (int deep);
  std::string arithmetic (const std::string &type, int deep);
  std::string whole (const std::string &type, int deep);
};

} // namespace er
#endif
