/* SPDX-License-Identifier: MIT */
/* merge.cc - several programs as one module (many.h).
 *
 *   process main() { run p(2); }        process m0_main() { run m0_p(2); }
 *   process p(n : index) { ... }        process m0_p(n : index) { ... }
 *
 * Items get a prefix wherever their names stand, in fields as well: then a name still stands for what it stood for.  A
 * function of C keeps its name, and is declared once.  Of the rules of a module one does not hold for the whole: each
 * program has an outer world of its own (3.15). */
#include <set>

#include "verify/verify.h"
#include "many.h"
#include "syntax/syntax.h"

using namespace er;

namespace many {

static std::string
prefix (size_t k)
{
  return format ("m%zu_", k);
}

std::string
main_name (size_t k)
{
  return prefix (k) + "main";
}

static std::set<std::string>
item_names (const Module &module)
{
  std::set<std::string> names;
  for (const Item &i : module.items)
    if (!i.function || i.function->code)
      names.insert (i.structure ? i.structure->name : i.constant ? i.constant->name
                    : i.function ? i.function->name : i.process->name);
  return names;
}

static std::vector<size_t>
line_starts (const std::string &text)
{
  std::vector<size_t> starts { 0 };
  for (size_t k = 0; k < text.size (); k++)
    if (text[k] == '\n')
      starts.push_back (k + 1);
  return starts;
}

static std::string
renamed (const std::string &text, const std::string &before)
{
  auto program = load_text ("<renamed>", text);
  std::set<std::string> names = item_names (program->module);
  std::vector<size_t> starts = line_starts (text);
  Diagnostics diagnostics (program->source);
  std::string result;
  size_t done = 0;
  for (const Token &t : words_of (program->source, diagnostics))
    if (t.kind == Token::Name && names.count (t.text))
      {
        size_t at = starts[t.at.line - 1] + t.at.column - 1;
        result += text.substr (done, at - done) + before;
        done = at;
      }
  return result + text.substr (done);
}

static void
drop_doubled_functions (Module &module)
{
  std::set<std::string> known;
  std::vector<Item> items;
  for (const Item &i : module.items)
    if (!i.function || known.insert (i.function->name).second)
      items.push_back (i);
  module.items = items;
}

std::unique_ptr<Program>
merge (const std::vector<std::string> &texts)
{
  auto all = std::make_unique<Program> ();
  all->source.name = "many.er";
  for (size_t k = 0; k < texts.size (); k++)
    all->source.text += renamed (texts[k], prefix (k));
  Diagnostics diagnostics (all->source);
  parse (all->source, all->module, diagnostics);
  drop_doubled_functions (all->module);
  if (!diagnostics.errors ())
    check_programs (all->module, diagnostics);
  all->good = !diagnostics.errors ();
  return all;
}

} // namespace many
