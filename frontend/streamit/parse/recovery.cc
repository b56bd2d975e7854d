/* SPDX-License-Identifier: MIT */
/* recovery.cc - errors, and where the parser goes on after one (parse.h). */
#include "streamit/parse/parse.h"

namespace er::streamit {

void
Parser::unexpected (const std::string &expected)
{
  const Token &found = token ();
  std::string also = found.kind == Token::Name ? hint (found.text, reserved_words ()) : "";
  report.error (found.at, "expected " + expected + ", found " + found.said () + also);
}

std::string
Parser::name (const char *of_what)
{
  if (token ().kind == Token::Word)
    {
      report.error (token ().at, "expected the name of " + std::string (of_what) + "; '"
                                   + token ().text + "' is a reserved word");
      throw Lost ();
    }
  if (token ().kind != Token::Name)
    lost (std::string ("the name of ") + of_what);
  return take ().text;
}

void
Parser::too_deep ()
{
  report.error (token ().at,
                format ("brackets and blocks are nested more than %d deep", most_nesting));
}

/* Skips to the next declaration: behind a '}' that closes all that were open. */
void
Parser::skip_declaration ()
{
  int depth = 0;
  while (!at_end ())
    {
      depth += is ("{") - is ("}");
      bool last = is ("}") && depth <= 0;
      take ();
      if (last)
        return;
    }
}

void
parse (Report &report, Unit &unit)
{
  unit.type (Type::Void);
  Parser (words_of (report), unit, report).program ();
}

} // namespace er::streamit
