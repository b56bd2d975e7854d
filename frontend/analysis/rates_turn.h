/* SPDX-License-Identifier: MIT */
/* rates_turn.h - follows a process through its initial part and one turn of its loop (for
 * rates.cc).
 *
 * Each name has a sum (linear.h) as its value.  At the beginning of the turn each var that the loop
 * changes stands for itself; its value at the end of the iteration, relative to this, shows how it
 * changes.
 */
#ifndef ERBIUM_RATES_TURN_H
#define ERBIUM_RATES_TURN_H

#include <set>

#include "analysis/rates.h"
#include "ir/ir.h"

namespace er {

/* One of the four synchronisations, in the turn. */
struct Met
{
  Stmt *stmt;
  Expr *call;
  Sum index;
};

void add_operations (Block &b, std::vector<const Expr *> &to);

class Turn
{
public:
  Turn (Process &p, const Arguments_known &known) : process (p)
  {
    for (const auto &k : known)
      values[k.first] = k.second;
  }
  /* up to the loop; fills in what the views are before it */
  void initial_part (Process_rates &rates);
  void follow (Process_rates &rates);       /* the turn; says why if it is not steady */

  std::set<const Variable *> partial;       /* views whose updates may give less than was asked */
  /* lets of the loop that hold the result of such an update, and its view; they are treated as
   * unknowns of their own */
  std::map<const Variable *, const Variable *> less;
  std::map<const Variable *, Sum> at_begin; /* of the loop: the vars that it changes */
  std::vector<Met> met;
  const Sum &value_of (const Variable *v) const;

private:
  static const int most_steps = 20000; /* turns of inner loops that are followed, in all */
  Process &process;
  std::map<const Variable *, Sum> values;
  Process_rates *rates = nullptr;
  bool in_loop = false;
  int steps = 0;

  Sum sum (const Expr *e) const;
  bool fail (Place where, const std::string &why);
  bool block (Block &b, int loops);
  bool statement (Stmt *s, int loops);
  bool choice (Stmt *s, int loops);
  bool inner_loop (Stmt *s, int loops);
  void value (const Stmt *s, const Variable *to);
  bool operation (Stmt *s, Expr *e);
  void before_loop (View_rates &view, Expr *e);
  void forget (Stmt *s);
};

} // namespace er
#endif
