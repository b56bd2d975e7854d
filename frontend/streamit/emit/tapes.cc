/* SPDX-License-Identifier: MIT */
/* tapes.cc - peek, pop and push: positions on records (body.h). */
#include "streamit/emit/body.h"

#include <algorithm>

namespace er::streamit {

static int64_t
modulo (int64_t a, int64_t b)
{
  int64_t r = a % b;
  return r < 0 ? r + b : r;
}

/* Returns the position on the record of element `at' of the tape; may emit statements.
 *
 * At each step, at = w * whole + rest, so at / w = whole + rest / w.  Mostly the rest is known to
 * be from 0 to w - 1, because the rates are multiples of the weights. */
Linear
Body::place (const Tape *tape, Linear at)
{
  for (; tape->of; tape = tape->of)
    {
      const Step &s = tape->step;
      at = at + s.shift;
      if (s.weight == s.sum)
        {
          at = at + s.offset;
          continue;
        }
      int64_t w = s.weight, low, high;
      Linear whole, rest;
      rest.constant = modulo (at.constant, w);
      whole.constant = (at.constant - rest.constant) / w;
      for (const auto &[name, factor] : at.terms)
        {
          int64_t part = modulo (factor, w);
          if (part != factor)
            whole.terms[name] = (factor - part) / w;
          if (part)
            rest.terms[name] = part;
        }
      if (!rest.number () && !(range (rest, low, high) && low >= 0 && high < w))
        {
          std::string x = save ("index", at.text (), "at");
          at = term ("(" + x + " / " + std::to_string (w) + ")", s.sum)
               + term ("(" + x + " % " + std::to_string (w) + ")") + s.offset;
          continue;
        }
      at = whole * s.sum + rest + s.offset;
    }
  return at;
}

std::string
Body::index_text (const Linear &l)
{
  return l.text ();
}

/* Returns the least and the greatest value of a sum whose terms are counters with known ranges. */
bool
Body::range (const Linear &l, int64_t &low, int64_t &high)
{
  const int64_t most = int64_t (1) << 30;
  low = high = l.constant;
  for (const auto &[name, factor] : l.terms)
    {
      auto found = ranges.find (name);
      if (found == ranges.end () || found->second.second >= most || found->second.first <= -most
          || factor >= most || factor <= -most)
        return false;
      int64_t a = factor * found->second.first, b = factor * found->second.second;
      low += std::min (a, b);
      high += std::max (a, b);
    }
  return true;
}

/* ---- Declared rates ------------------------------------------------------------------ */

/* Returns the text of a call that reports a broken rate and ends the program.  It has a value, that
 * of `found', so passes do not remove it. */
std::string
Body::misfit (Place at, int kind, const std::string &found, int64_t rate)
{
  const size_t most = 256;
  std::string text = report.where (at) + ": error: '" + actor.node->name + "'", bytes;
  for (size_t k = 0; k < most; k++)
    bytes += (k ? ", " : "") + std::to_string (k < std::min (text.size (), most - 1)
                                                 ? (unsigned char) text[k] : 0) + "u8";
  module.external ("erbium_streamit_misfit",
                   "pure func erbium_streamit_misfit([256]u8, i32, index, index) -> index");
  return "erbium_streamit_misfit(" + module.constant ("[256]u8", bytes) + ", "
         + std::to_string (kind) + "i32, " + found + ", " + std::to_string (rate) + ")";
}

/* Compares, at the end of a firing, the numbers of pops and pushes with the declared ones, unless
 * this was done at compile time. */
void
Body::see_counts (const Function *f, const Rates &rates, const Linear &popped,
                  const Linear &pushed)
{
  for (bool pops : { true, false })
    {
      Cursor &c = pops ? in : out;
      if (!f || c.fixed || !(pops ? actor.in : actor.out)
          || (pops ? rates.dynamic_pop : rates.dynamic_push))
        continue;
      const Linear &before = pops ? popped : pushed;
      int64_t rate = pops ? rates.pop : rates.push;
      std::string count = (term (c.variable) - before).text ();
      begin ("if " + c.variable + " != " + (before + rate).text () + " {");
      line (c.variable + " = " + misfit (f->at, pops ? 0 : 1, count, rate) + ";");
      end ();
    }
}

/* Checks that a peek is at one of the elements that the firing declares, now or at run time. */
void
Body::see_peek (const Expr *e, const Linear &at)
{
  Linear element = at - popped_before;
  int64_t low, high, rate = declared->peek;
  bool known = range (element, low, high);
  if (known && low >= 0 && high < rate)
    return;
  if (element.number ())
    report.stop (e->at, format ("'%s' peeks at element %lld, counted from 0, but declares a peek "
                                "rate of %lld",
                                actor.node->name.c_str (), (long long) low, (long long) rate));
  std::string index = save ("index", element.text (), "element");
  begin ("if " + index + " < 0 || " + index + " >= " + std::to_string (rate) + " {");
  std::string ended = save ("index", misfit (e->at, 2, index, rate), "ended");
  begin ("if " + ended + " == " + index + " {");
  line ("return;");
  end ();
  end ();
}

/* ---- Elements ------------------------------------------------------------------------ */

/* With a dynamic rate: waits for the element before `at' of the input, or ends the process. */
void
Body::need (const Linear &at)
{
  std::string wanted = save ("index", index_text (place (actor.in, at) + 1), "need"),
              got = save ("index", "update(v_in, " + wanted + ")", "got");
  begin ("if " + got + " < " + wanted + " {");
  line ("return;");
  end ();
}

Operand
Body::peek (const Expr *e)
{
  Operand k = value (e->args[0]);
  Linear at = (in.fixed ? in.at : term (in.variable)) + index (k);
  if (actor.work.dynamic_pop)
    need (at);
  else
    see_peek (e, at);
  return operand ("v_in[[" + index_text (place (actor.in, at)) + "]]", e->type);
}

Operand
Body::pop (const Expr *e)
{
  Linear at = in.fixed ? in.at : term (in.variable);
  if (actor.work.dynamic_pop)
    need (at);
  std::string element = "v_in[[" + index_text (place (actor.in, at)) + "]]";
  if (in.fixed)
    {
      in.at = in.at + 1;
      return operand (element, e->type);
    }
  Operand result = operand (save (module.type (actor.node->in, env), element, "x"), e->type);
  line (in.variable + " = " + in.variable + " + 1;");
  return result;
}

void
Body::push (const Stmt *s)
{
  Operand v = fitted (s->args[0], actor.node->out);
  Linear at = out.fixed ? out.at : term (out.variable), position = place (actor.out, at);
  if (actor.work.dynamic_push)
    line ("stall(v_out, " + index_text (position + 1) + ");");
  line ("v_out[[" + index_text (position) + "]] = " + v.text + ";");
  if (out.fixed)
    out.at = out.at + 1;
  else
    line (out.variable + " = " + out.variable + " + 1;");
  if (actor.work.dynamic_push)
    line ("commit(v_out, " + index_text (place (actor.out, term (out.variable))) + ");");
}

} // namespace er::streamit
