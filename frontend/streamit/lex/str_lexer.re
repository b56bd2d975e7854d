/* SPDX-License-Identifier: MIT */
/* str_lexer.re - text to words, by re2c (tokens.h).
 *
 * The text ends with a NUL, which no other rule matches: so no rule runs past the end.
 */
#include "streamit/lex/tokens.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace er::streamit {

static const size_t most_words = size_t (1) << 22;

namespace {

class Lexer
{
public:
  Lexer (const Report::File &file, Report &report, std::vector<Token> &tokens)
    : report (report), tokens (tokens), cursor (file.source.text.c_str ()), line_start (cursor),
      limit (cursor + file.source.text.size ()), line (file.before + 1) {}
  void all ();

private:
  Report &report;
  std::vector<Token> &tokens;
  const char *cursor, *line_start, *limit;
  uint32_t line;
  Place at;

  bool next ();
  void add (Token::Kind kind, const char *start);
  void word (const char *start);
  void number (const char *start);
  void hexadecimal (const char *start);
  void string (const char *start, Token::Kind kind);
  void lines (const char *start);
};

void
Lexer::add (Token::Kind kind, const char *start)
{
  Token token;
  token.kind = kind;
  token.at = at;
  token.text.assign (start, cursor);
  tokens.push_back (token);
}

void
Lexer::word (const char *start)
{
  const std::vector<std::string> &words = reserved_words ();
  auto found = std::find (words.begin (), words.end (), std::string (start, cursor));
  add (found != words.end () ? Token::Word : Token::Name, start);
}

/* An integer beyond the range of int is a float; the parser makes an int of -2147483648. */
void
Lexer::number (const char *start)
{
  add (Token::Integer, start);
  Token &token = tokens.back ();
  char last = token.text.back ();
  bool real = token.text.find_first_of (".eE") != std::string::npos;
  token.kind = last == 'i' ? Token::Imaginary : real || last == 'f' ? Token::Float : Token::Integer;
  token.number = strtod (token.text.c_str (), nullptr);
  if (!std::isfinite (token.number))
    {
      report.error (at, "'" + token.text + "' is beyond the range of float");
      token.number = 0;
    }
  if (token.kind == Token::Integer && token.number > 2147483647.0)
    token.kind = Token::Float;
}

void
Lexer::hexadecimal (const char *start)
{
  add (Token::Integer, start);
  Token &token = tokens.back ();
  if (token.text.find_first_not_of ('0', 2) != std::string::npos
      && token.text.size () - token.text.find_first_not_of ('0', 2) > 8)
    report.error (at, "'" + token.text + "' is beyond the range of int");
  token.number = double (uint32_t (strtoull (token.text.c_str () + 2, nullptr, 16)));
}

void
Lexer::string (const char *start, Token::Kind kind)
{
  add (kind, start);
  std::string meaning;
  for (const char *p = start + 1; p < cursor - 1; p++)
    if (*p != '\\')
      meaning += *p;
    else if (*++p >= '0' && *p <= '7')
      {
        int value = 0;
        for (int k = 0; k < 3 && p < cursor - 1 && *p >= '0' && *p <= '7'; k++)
          value = value * 8 + (*p++ - '0');
        p--;
        meaning += char (value);
      }
    else
      {
        const char *letter = strchr ("nnt\tr\rb\bf\f", *p);
        meaning += *p == 'n' ? '\n' : letter && *p >= 'a' ? letter[1] : *p;
      }
  tokens.back ().text = meaning;
}

/* Counts the line ends in what has been skipped. */
void
Lexer::lines (const char *start)
{
  for (const char *p = start; p < cursor; p++)
    if (*p == '\n')
      {
        line++;
        line_start = p + 1;
      }
}

/* Reads one word, or the space between words.  Returns false at the end. */
bool
Lexer::next ()
{
  const char *start = cursor, *marker;
  at = { line, uint32_t (start - line_start + 1) };
  /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:yyfill:enable = 0;

    digit  = [0-9];
    name   = [A-Za-z_][A-Za-z_0-9]*;
    number = digit+ ("." digit*)? ([eE] [+-]? digit+)? [if]?;
    escape = "\\" [^\n\x00];

    "\n"                              { line++; line_start = cursor; return true; }
    [ \t\r\f]+                        { return true; }
    "//" [^\n\x00]*                   { return true; }
    "/*" ( [^*\x00] | "*"+ [^*/\x00] )* "*"+ "/" { lines (start); return true; }
    "/*"                              {
      report.error (at, "a comment that does not end");
      cursor = limit;
      lines (start);
      return true;
    }
    name                              { word (start); return true; }
    number                            { number (start); return true; }
    "." digit+ ([eE] [+-]? digit+)? [if]? { number (start); return true; }
    "0" [xX] [0-9a-fA-F]+             { hexadecimal (start); return true; }
    number [A-Za-z_0-9]+              {
      report.error (at, "'" + std::string (start, cursor) + "' is not a number");
      add (Token::Integer, start);
      return true;
    }
    ["] ( [^"\\\n\x00] | escape )* ["] { string (start, Token::String); return true; }
    "'" ( [^'\\\n\x00] | escape )+ "'" { string (start, Token::Character); return true; }
    ["'] {
      report.error (at, "a string that does not end on its line");
      cursor += strcspn (cursor, "\n");
      return true;
    }
    "->" | "++" | "--" | "+=" | "-=" | "*=" | "/=" | "<<=" | ">>=" | "&=" | "|=" | "^=" | "%="
    | "||" | "&&" | "==" | "!=" | "<=" | ">=" | "<<" | ">>" | [-+*/%&|^~!<>=?:;,.(){}] | "["
    | "]"                             { add (Token::Sign, start); return true; }
    "\x00"                            {
      if (cursor > limit)
        {
          cursor = limit;
          return false;
        }
      report.error (at, "a NUL character");
      return true;
    }
    [\x80-\xff]+                      {
      report.error (at, "characters beyond ASCII may occur only in strings and comments");
      return true;
    }
    *                                 {
      report.error (at, format (*start > ' ' ? "'%c' has no meaning" : "a control character %#x",
                                *start));
      return true;
    }
  */
}

void
Lexer::all ()
{
  while (next () && !report.full ())
    if (tokens.size () > most_words)
      {
        report.error (at, format ("more than %zu words", most_words));
        break;
      }
}

} // namespace

std::vector<Token>
words_of (Report &report)
{
  std::vector<Token> tokens;
  Place end;
  for (const auto &file : report.files ())
    {
      Lexer (*file, report, tokens).all ();
      const std::string &text = file->source.text;
      end.line = file->before + 1 + uint32_t (std::count (text.begin (), text.end (), '\n'));
    }
  Token last;
  end.column = 1;
  last.at = end;
  tokens.push_back (last);
  return tokens;
}

} // namespace er::streamit
