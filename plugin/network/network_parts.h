/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_parts.h - what the files of the option `network=FILE' share.
 *
 *   network_pass.cc     the pass: what each function says of the network; the file
 *   network_body.cc     one function: its records, views, sites, runs, calls, stores
 *   network_sources.cc  where a record or a view comes from
 *   network_sums.cc     numbers, as sums of parameters; rates and turns of loops
 *   network_json.cc     the text
 */
#ifndef ERBIUM_NETWORK_PARTS_H
#define ERBIUM_NETWORK_PARTS_H

#include <set>
#include <string>

#include "dataflow/dataflow.h"

namespace erbium {

/* ---- Text (network_json.cc) -------------------------------------------- */

/* A string as JSON has it; bytes that are no UTF-8 become U+FFFD. */
std::string json_string (const std::string &text);
/* ["a", "b"] */
std::string json_list (const std::set<std::string> &texts);

/* One object, on one line. */
class json_object
{
public:
  json_object &raw (const char *key, const std::string &json);
  json_object &text (const char *key, const std::string &value) { return raw (key, json_string (value)); }
  std::string json () const { return "{" + members + "}"; }

private:
  std::string members;
};

/* "file:line:column" of a place, as messages have it. */
std::string json_place (location_t loc);

/* ---- Numbers (network_sums.cc) ----------------------------------------- */

/* The number of a parameter of the function, from 0; -1: it is none. */
int parameter_number (const_tree parm);
/* A number, or "2*$0+1", $0 being parameter 0; null where it is neither. */
std::string json_sum (const linear &x);

/* What update returns is taken to be what it was asked for: so it is but at the
 * end of a stream. */
class sums
{
public:
  sums (const std::vector<flow_loop> &loops) : loops (loops) {}
  /* The value that X has in BB at its first turn. */
  linear first (linear x, basic_block bb) const;
  /* What is added to X with each turn of L. */
  linear step (const linear &x, const flow_loop &l) const { return step_within (x, l, most_depth); }
  /* How often the site at BB is reached each time that the function is called, if
   * no branch leaves it out. */
  linear times (basic_block bb) const;
  /* The outermost loop around BB for which step () knows X; NULL: none. */
  const flow_loop *rate_of (const linear &x, basic_block bb, linear *rate) const;
  const flow_loop *innermost (basic_block bb) const;

private:
  static const int most_depth = 8;
  const std::vector<flow_loop> &loops;

  const flow_loop *headed_by (basic_block bb) const;
  bool comes_back_p (basic_block bb) const;
  bool knotted_p (basic_block bb) const;
  linear step_within (const linear &x, const flow_loop &l, int depth) const;
  linear step_of_phi (gphi *phi, const flow_loop &l, int depth) const;
  linear after_inner (linear x, const flow_loop &l, int depth) const;
  linear turns (const flow_loop &l, basic_block site, int depth) const;
};

/* ---- Where values come from (network_sources.cc) ----------------------- */

/* The numbers of what a function makes, by their calls; the names of its variables. */
struct numbers
{
  std::map<const gimple *, unsigned> records, views, calls;
  mutable std::map<const_tree, std::string> locals;
  mutable std::map<std::string, int> same_name;
};

/* "record 0", "view 1", "parameter 2", "result 3", "local n.a", "& local n",
 * "function f": where VALUE, a pointer, may come from. */
std::set<std::string> sources_of (tree value, const numbers &n);
/* The places in memory that REF may be: "local n.a", "* parameter 0.a". */
std::set<std::string> places_of (tree ref, const numbers &n);
/* Whether a record or view is in a value of the type. */
bool holds_records_p (tree type);

/* ---- Bodies (network_body.cc) ------------------------------------------ */

/* The current function as an object of the file, or "" where it has nothing to do
 * with any network. */
std::string json_body ();

} // namespace erbium
#endif
