/* SPDX-License-Identifier: MIT */
/* lexer.re - text to words, by re2c (lexer.h).
 *
 * The text ends with a NUL, which no other rule matches: so no rule runs past the end.
 * A NUL before the end is a character like others that has no meaning.
 */
#include "syntax/lexer.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace er {

static const char *const words[]
  = { "struct", "const", "extern", "pure", "func", "touches", "process", "record", "read",
      "write", "view", "handle", "let", "var", "if", "else", "for", "in", "by", "while",
      "break", "continue", "return", "print", "run", "true", "false", "terminate", "handover" };

static const char *const scalars[] = { "bool", "index", "i8", "i16", "i32", "i64",
                                       "u8", "u16", "u32", "u64", "f32", "f64" };

static bool
scalar_named (const std::string &name, Type::Kind *kind)
{
  for (int k = 0; k < 12; k++)
    if (name == scalars[k])
      {
        *kind = Type::Kind (k);
        return true;
      }
  return false;
}

const std::set<std::string> &
reserved_words ()
{
  static const std::set<std::string> all = [] {
    std::set<std::string> set (std::begin (words), std::end (words));
    set.insert (std::begin (scalars), std::end (scalars));
#define PRIMITIVE(name, signature, side, wait, effect, prose) set.insert (#name);
#include "primitives.def"
    return set;
  }();
  return all;
}

bool
reserved (const std::string &name)
{
  return reserved_words ().count (name);
}

std::string
Token::said () const
{
  switch (kind)
    {
    case End:
      return "the end of the file";
    case String:
      return "a string";
    default:
      return "'" + text + "'";
    }
}

static const size_t most_words = size_t (1) << 22;

/* ---- Values of numbers --------------------------------------------------- */

namespace {

class Lexer
{
public:
  Lexer (const Source &source, Diagnostics &diagnostics)
    : diagnostics (diagnostics), cursor (source.text.c_str ()), line_start (cursor),
      limit (cursor + source.text.size ()) {}
  std::vector<Token> all ();

private:
  Diagnostics &diagnostics;
  const char *cursor, *line_start, *limit;
  uint32_t line = 1;
  Place at;
  std::vector<Token> tokens;

  bool next ();
  void add (Token::Kind kind, const char *start);
  void word (const char *start);
  void integer (const char *start, int base);
  void floating (const char *start);
  void string (const char *start);
  void wrong (const std::string &clause, const std::string &what)
  {
    diagnostics.error (at, clause, what);
  }
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
  std::string name (start, cursor);
  add (reserved (name) ? Token::Word : Token::Name, start);
  Token &token = tokens.back ();
  token.is_type = scalar_named (name, &token.type);
}

/* Removes the type from the end of a number; the default is the given one.  In hexadecimal digits f
 * is not a suffix, since a float type is not allowed there. */
static Type::Kind
suffix (std::string &text, Type::Kind otherwise)
{
  bool hexadecimal = text.compare (0, 2, "0x") == 0;
  size_t letter = hexadecimal ? text.find_first_of ("iu", 2) : text.find_first_of ("iuf");
  Type::Kind kind = otherwise;
  if (letter != std::string::npos && scalar_named (text.substr (letter), &kind))
    text.erase (letter);
  return kind;
}

/* The greatest magnitude: that of the least value, since the parser knows the sign. */
static uint64_t
most (Type::Kind kind)
{
  int bits = Type { kind }.bits ();
  if (Type { kind }.is_signed ())
    return uint64_t (1) << (bits - 1);
  return bits == 64 ? ~uint64_t (0) : (uint64_t (1) << bits) - 1;
}

void
Lexer::integer (const char *start, int base)
{
  add (Token::Integer, start);
  Token &token = tokens.back ();
  std::string digits = token.text;
  token.type = suffix (digits, Type::Index);
  errno = 0;
  token.integer = strtoull (digits.c_str () + (base == 16 ? 2 : 0), nullptr, base);
  if (errno == ERANGE || token.integer > most (token.type))
    {
      wrong ("1.3", "'" + token.text + "' is beyond the range of " + Type { token.type }.text ());
      token.integer = 0;
    }
}

void
Lexer::floating (const char *start)
{
  add (Token::Float, start);
  Token &token = tokens.back ();
  std::string digits = token.text;
  token.type = suffix (digits, Type::F64);
  token.number = token.type == Type::F32 ? double (strtof (digits.c_str (), nullptr))
                                         : strtod (digits.c_str (), nullptr);
  if (!std::isfinite (token.number))
    {
      wrong ("1.4", "'" + token.text + "' is beyond the range of " + Type { token.type }.text ());
      token.number = 0;
    }
}

void
Lexer::string (const char *start)
{
  add (Token::String, start);
  std::string meaning;
  for (const char *p = start + 1; p < cursor - 1; p++)
    if (*p != '\\')
      meaning += *p;
    else if (*++p == 'x')
      {
        meaning += char (strtoul (std::string (p + 1, p + 3).c_str (), nullptr, 16));
        p += 2;
      }
    else
      meaning += *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
  tokens.back ().text = meaning;
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
    type   = "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64";
    name   = [A-Za-z_][A-Za-z_0-9]*;
    escape = "\\" ( [nt"\\] | "x" [0-9a-fA-F]{2} );
    more   = [\x80-\xbf];
    // UTF-8 beyond ASCII
    beyond = [\xc2-\xdf] more | "\xe0" [\xa0-\xbf] more | [\xe1-\xec\xee\xef] more more
           | "\xed" [\x80-\x9f] more | "\xf0" [\x90-\xbf] more more | [\xf1-\xf3] more more more
           | "\xf4" [\x80-\x8f] more more;
    float  = digit+ "." digit+ ("e" [+-]? digit+)? ("f32" | "f64")?
           | digit+ "e" [+-]? digit+ ("f32" | "f64")?
           | digit+ ("f32" | "f64");

    "\n"                              { line++; line_start = cursor; return true; }
    [ \t\r]+                          { return true; }
    "//" ( [^\n\x00\x80-\xff] | beyond )* { return true; }
    "//" [^\n\x00]*                   {
      wrong ("1.1", "a comment with bytes that are not UTF-8");
      return true;
    }
    name                              { word (start); return true; }
    digit+ type?                      { integer (start, 10); return true; }
    "0x" [0-9a-fA-F]+ type?           { integer (start, 16); return true; }
    float                             { floating (start); return true; }
    digit [0-9A-Za-z_]*               {
      wrong ("1.3", "'" + std::string (start, cursor) + "' is not a number");
      diagnostics.note (at,
                        "a number ends with nothing, or with its type, as 1i32, 0x1fu8, 0.5f32");
      add (Token::Integer, start);
      return true;
    }
    ["] ( [^"\\\n\x00\x80-\xff] | beyond | escape )* ["] { string (start); return true; }
    ["] ( [^"\\\n\x00] | escape )* ["] {
      wrong ("1.1", "a string with bytes that are not UTF-8");
      string (start);
      return true;
    }
    ["]                               {
      wrong ("1.5", "a string that does not end on its line, or has an unknown escape");
      diagnostics.note (at, "the escapes are \\n \\t \\\\ \\\" and \\xHH");
      cursor += strcspn (cursor, "\n");
      return true;
    }
    "[[" | "->" | ".." | "||" | "&&" | "==" | "!=" | "<=" | ">=" | "<<" | ">>"
    | [-+*/%&|^~!<>=?:;,.(){}] | "[" | "]"
                                      { add (Token::Sign, start); return true; }
    "\x00"                            {
      if (cursor > limit)
        {
          add (Token::End, start);
          return false;
        }
      wrong ("1.1", "a NUL character");
      return true;
    }
    beyond+                           {
      wrong ("1.1", "characters beyond ASCII stand only in strings and comments");
      return true;
    }
    [\x80-\xff]+                      { wrong ("1.1", "bytes that are not UTF-8"); return true; }
    *                                 {
      wrong ("1.1", format (*start > ' ' ? "'%c' has no meaning" : "a control character %#x",
                            *start));
      return true;
    }
  */
}

std::vector<Token>
Lexer::all ()
{
  while (next ())
    if (tokens.size () > most_words)
      {
        wrong ("1.9", format ("more than %zu words", most_words));
        add (Token::End, cursor);
        break;
      }
  return std::move (tokens);
}

} // namespace

std::vector<Token>
words_of (const Source &source, Diagnostics &diagnostics)
{
  return Lexer (source, diagnostics).all ();
}

} // namespace er
