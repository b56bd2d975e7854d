/* SPDX-License-Identifier: MIT */
/* tapes.cc - peek, pop and push: positions on records (body.h). */
#include "streamit/emit/body.h"

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
      rest.constant = low = high = modulo (at.constant, w);
      whole.constant = (at.constant - rest.constant) / w;
      bool limits = true;
      for (const auto &[name, factor] : at.terms)
        {
          int64_t part = modulo (factor, w);
          if (part != factor)
            whole.terms[name] = (factor - part) / w;
          if (!part)
            continue;
          rest.terms[name] = part;
          auto range = ranges.find (name);
          limits &= range != ranges.end () && range->second.second < int64_t (1) << 30;
          if (limits)
            {
              low += part * range->second.first;
              high += part * range->second.second;
            }
        }
      if (!rest.number () && !(limits && low >= 0 && high < w))
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
  Value known;
  if (!actor.work.dynamic_pop && constant (e->args[0], &known) && known.number () < 0)
    report.stop (e->at, "peek of an element before the next one");
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
