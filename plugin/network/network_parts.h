/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_parts.h - shared by the files for the option `network=FILE'.
 *
 *   network_pass.cc     the pass over each function; the file
 *   network_body.cc     one function: its records, views, sites, runs, calls, stores
 *   network_sources.cc  where a record or a view comes from
 *   network_sums.cc     numbers, as sums of parameters; rates and iterations of loops
 *   network_json.cc     the text
 */
#ifndef ERBIUM_NETWORK_PARTS_H
#define ERBIUM_NETWORK_PARTS_H

#include <set>
#include <string>

#include "dataflow/dataflow.h"

namespace erbium {

/* ---- Text (network_json.cc) -------------------------------------------- */

/* Returns TEXT as a string of JSON; bytes that are not valid UTF-8 become U+FFFD. */
std::string json_string (const std::string &text);
/* Returns ["a", "b"] and the like. */
std::string json_list (const std::set<std::string> &texts);

/* One object, on one line. */
class json_object
{
public:
  json_object &raw (const char *key, const std::string &json);
  json_object &text (const char *key, const std::string &value)
  {
    return raw (key, json_string (value));
  }
  std::string json () const { return "{" + members + "}"; }

private:
  std::string members;
};

/* Returns "file:line:column" of a place, as in messages. */
std::string json_place (location_t loc);

/* ---- Numbers (network_sums.cc) ----------------------------------------- */

/* Returns the number of a parameter of the function, counted from 0; -1 for other variables. */
int parameter_number (const_tree parm);
/* Returns a number, or a string such as "2*$0+1", where $0 is parameter 0; "null" for other
 * sums. */
std::string json_sum (const linear &x);

/* Values and rates of indices.  The result of update is assumed to be its argument, which is true
 * except at the end of a stream. */
class sums
{
public:
  sums (const std::vector<flow_loop> &loops) : loops (loops) {}
  /* Returns the value of X in BB in the first iteration. */
  linear first (linear x, basic_block bb) const;
  /* Returns the increase of X in each iteration of L. */
  linear step (const linear &x, const flow_loop &l) const
  {
    return step_within (x, l, most_depth);
  }
  /* Returns how often BB is executed in each call of the function, assuming that no branch skips
   * it. */
  linear times (basic_block bb) const;
  /* Returns the outermost loop around BB for which step () knows X, or NULL. */
  const flow_loop *rate_of (const linear &x, basic_block bb, linear *rate) const;
  const flow_loop *innermost (basic_block bb) const;

private:
  static const int most_depth = 8;
  const std::vector<flow_loop> &loops;

  const flow_loop *headed_by (basic_block bb) const;
  bool comes_back_p (basic_block bb) const;
  bool irreducible_p (basic_block bb) const;
  linear step_within (const linear &x, const flow_loop &l, int depth) const;
  linear step_of_phi (gphi *phi, const flow_loop &l, int depth) const;
  linear after_inner (linear x, const flow_loop &l, int depth) const;
  linear turns (const flow_loop &l, basic_block site, int depth) const;
};

/* ---- Where values come from (network_sources.cc) ----------------------- */

/* The numbers of the records, views and calls of a function, by their statements, and the names of
 * its variables. */
struct numbers
{
  std::map<const gimple *, unsigned> records, views, calls;
  mutable std::map<const_tree, std::string> locals;
  mutable std::map<std::string, int> same_name;
};

/* Returns the places from which VALUE, a pointer, may come: "record 0", "view 1", "parameter 2",
 * "result 3", "local n.a", "& local n", "function f". */
std::set<std::string> sources_of (tree value, const numbers &n);
/* Returns the places in memory that REF may be: "local n.a", "* parameter 0.a". */
std::set<std::string> places_of (tree ref, const numbers &n);
/* Returns whether a value of the type contains a record or view. */
bool holds_records_p (tree type);

/* ---- Bodies (network_body.cc) ------------------------------------------ */

/* Returns the JSON object of the current function, or "" if the function is not part of a
 * network. */
std::string json_body ();

} // namespace erbium
#endif
