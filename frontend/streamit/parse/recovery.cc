/* SPDX-License-Identifier: MIT */
/* recovery.cc - words, errors, and where the parser goes on after one (parse.h). */
#include "streamit/parse/parse.h"

#include <algorithm>

namespace er::streamit {

const Token &
Parser::token (size_t ahead) const
{
  return tokens[std::min (position + ahead, tokens.size () - 1)];
}

Token
Parser::take ()
{
  Token t = token ();
  if (position + 1 < tokens.size ())
    position++;
  return t;
}

bool
Parser::take_if (const char *word)
{
  bool found = token ().is (word);
  if (found)
    take ();
  return found;
}

void
Parser::lost (const std::string &expected)
{
  const Token &found = token ();
  std::string also = found.kind == Token::Name ? hint (found.text, reserved_words ()) : "";
  report.error (found.at, "expected " + expected + ", found " + found.said () + also);
  throw Lost ();
}

void
Parser::expect (const char *word)
{
  if (!take_if (word))
    lost (std::string ("'") + word + "'");
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
Parser::enter ()
{
  if (++nesting <= most_nesting)
    return;
  nesting--;
  report.error (token ().at,
                format ("brackets and blocks are nested more than %d deep", most_nesting));
  throw Lost ();
}

/* Skips to the end of the statement: behind its ';', or to the '}' of the block around it. */
void
Parser::skip_statement ()
{
  int depth = 0;
  while (!at_end ())
    {
      if (is ("{"))
        depth++;
      else if (is ("}") && depth-- == 0)
        return;
      bool last = depth == 0 && (is (";") || is ("}"));
      take ();
      if (last)
        return;
    }
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
