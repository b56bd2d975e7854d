/* SPDX-License-Identifier: MIT */
/* word_cursor.h - the words of a text, for parsers by recursive descent.
 *
 * A parser derives from Word_cursor, and adds a function for each production of its grammar.  An
 * error is reported once, where it is found; then Lost is thrown, and caught by a production that
 * can skip to its end and go on.
 */
#ifndef ERBIUM_WORD_CURSOR_H
#define ERBIUM_WORD_CURSOR_H

#include <algorithm>
#include <string>
#include <vector>

namespace er {

/* Token has `at', `is (const char *)' and `kind'; the last token has the kind End. */
template <class Token> class Word_cursor
{
protected:
  /* Thrown after an error message, and caught where the parser can go on. */
  struct Lost {};
  static const int most_nesting = 200;

  /* Counts the nesting depth of brackets and blocks, that is, the recursion of productions.
   * Sequences of operators are read by loops and do not count. */
  struct Nested
  {
    Word_cursor &cursor;
    explicit Nested (Word_cursor &cursor) : cursor (cursor) { cursor.enter (); }
    ~Nested () { cursor.nesting--; }
  };

  explicit Word_cursor (std::vector<Token> tokens) : tokens (std::move (tokens)) {}
  virtual ~Word_cursor () {}

  /* Report an error at the current word. */
  virtual void unexpected (const std::string &expected) = 0;
  virtual void too_deep () = 0;

  [[noreturn]] void lost (const std::string &expected)
  {
    unexpected (expected);
    throw Lost ();
  }

  const Token &token (size_t ahead = 0) const
  {
    return tokens[std::min (position + ahead, tokens.size () - 1)];
  }
  bool at_end () const { return token ().kind == Token::End; }
  bool is (const char *word, size_t ahead = 0) const { return token (ahead).is (word); }

  Token take ()
  {
    Token taken = token ();
    position += position + 1 < tokens.size ();
    return taken;
  }

  bool take_if (const char *word)
  {
    if (!is (word))
      return false;
    take ();
    return true;
  }

  void expect (const char *word)
  {
    if (!take_if (word))
      lost ("'" + std::string (word) + "'");
  }

  /* Skips to the end of the statement: behind its ';' or block, or to the '}' around it. */
  void skip_statement ()
  {
    int open = 0;
    while (!at_end () && !(open == 0 && is ("}")))
      {
        Token passed = take ();
        open += passed.is ("{") - passed.is ("}");
        if (open == 0 && (passed.is (";") || passed.is ("}")))
          return;
      }
  }

private:
  std::vector<Token> tokens;
  size_t position = 0;
  int nesting = 0;

  void enter ()
  {
    if (++nesting <= most_nesting)
      return;
    nesting--;
    too_deep ();
    throw Lost ();
  }
};

} // namespace er
#endif
