/* SPDX-License-Identifier: MIT */
/* text_limits.cc - limits of a text (text_limits.h).
 *
 * The limit concerns the brackets that the printer writes, and only the parser can count these.
 * Their nesting is at most that of blocks and operators, so if that is small, the module need not
 * be printed.
 */
#include "syntax/text_limits.h"

#include <algorithm>
#include <cctype>

#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/printer.h"
#include "ir/ir.h"

namespace er {

static const int surely = 200; /* brackets that are read */
/* of a text; words of one */
static const size_t most_bytes = size_t (1) << 28, surely_few = size_t (1) << 22;

static int
height (const Type *t)
{
  return t && t->element ? 1 + height (t->element) : 0;
}

/* The nesting of operators (1.9). */
static int
height (const Expr *e)
{
  int most = 0;
  for (const Expr *a : e->args)
    most = std::max (most, 1 + height (a));
  return e->kind == Expr::Construct ? std::max (most, height (e->type)) : most;
}

static int
height (const Block &b)
{
  int most = 0;
  for (Stmt *s : b)
    {
      int own = s->variable ? height (s->variable->type) : 0;
      each_root (*s, [&] (Expr *&root) { own = std::max (own, height (root)); });
      most = std::max ({ most, own, height (s->body), height (s->other) });
    }
  return most + 1;
}

static bool
reads (const std::string &text)
{
  Source source { "", text };
  Diagnostics diagnostics (source, true);
  Module scratch;
  parse (source, scratch, diagnostics);
  return !diagnostics.errors ();
}

bool
fits (const Process &p)
{
  return height (p.body) <= surely || reads (print (p));
}

/* The possible beginnings of words, or of characters of operators, in a printed text. */
static size_t
most_words (const std::string &text)
{
  size_t count = 0;
  bool within = false;
  for (char c : text)
    {
      bool letter = isalnum (static_cast<unsigned char> (c)) || c == '_';
      count += c > ' ' && !(letter && within);
      within = letter;
    }
  return count;
}

bool
fits (const std::string &text)
{
  if (text.size () <= most_bytes && most_words (text) <= surely_few)
    return true;
  Source source { "", text };
  Diagnostics diagnostics (source, true);
  words_of (source, diagnostics);
  return text.size () <= most_bytes && !diagnostics.errors ();
}

/* ---- The previous text ----------------------------------------------------------- */

As_it_was::As_it_was (Module &module) : module (module), items (module.items)
{
  each_code (module, [&] (Process &p) {
    saved.push_back ({ &p, p.parameters, copy (copies, p.body) });
  });
}

void
As_it_was::give_back (const Saved &s)
{
  s.process->parameters = s.parameters;
  s.process->body = copy (module, s.body);
}

std::vector<std::string>
As_it_was::undo (bool together)
{
  std::vector<std::string> names;
  std::set<const Process *> large;
  each_code (module, [&] (Process &p) {
    if (fits (p))
      return;
    names.push_back (p.name);
    large.insert (&p);
  });
  for (const Saved &s : saved)
    if (large.count (s.process) && !together)
      give_back (s);
  if (together && !names.empty ())
    undo_all ();
  return names;
}

void
As_it_was::undo_all ()
{
  module.items = items;
  for (const Saved &s : saved)
    give_back (s);
}

} // namespace er
