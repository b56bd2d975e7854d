/* SPDX-License-Identifier: MIT */
/* mutate.cc - changes a text word by word, for libFuzzer.
 *
 * A byte that is changed makes a text that is no program, nearly always.  A word that is left out, doubled,
 * exchanged with one of its kind or put in from the language, or a statement that moves, often leaves one. */
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "syntax/syntax.h"

extern "C" size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t most);

namespace {

typedef std::vector<std::string> Words;

const char *const numbers[] = { "0", "1", "-1", "2", "63", "64", "127", "255", "65535", "65536", "1048576", "9223372036854775807",
                                "4611686018427387904", "-128i8", "255u8", "2147483647i32", "18446744073709551615u64", "1e308",
                                "0.0", "1.5f32" };

enum Kind { Blank, Letters, Digits, Sign };

Kind
kind_of (char c)
{
  return strchr (" \t\r\n", c) ? Blank : isdigit (static_cast<unsigned char> (c)) ? Digits
         : isalpha (static_cast<unsigned char> (c)) || c == '_' ? Letters : Sign;
}

/* Signs are one character each, but for those of two. */
Words
split (const std::string &text)
{
  Words words;
  for (size_t at = 0; at < text.size ();)
    {
      Kind kind = kind_of (text[at]);
      size_t end = at + 1;
      if (kind == Sign)
        end += end < text.size () && strchr ("[|&=<>.-", text[at]) && strchr ("[|&=<>.", text[end]);
      else
        while (end < text.size () && (kind_of (text[end]) == kind || (kind != Blank && kind_of (text[end]) <= Digits
                                                                      && kind_of (text[end]) != Blank)))
          end++;
      words.push_back (text.substr (at, end - at));
      at = end;
    }
  return words;
}

class Editor
{
public:
  Editor (const std::string &text, unsigned seed) : random (seed), words (split (text)) {}
  std::string all ();

private:
  std::minstd_rand random;
  Words words;
  size_t below (size_t n) { return random () % n; }
  std::string new_word ();
  size_t next_of_kind (size_t at);
  size_t end_of_statement (size_t at);
  void edit ();
};

std::string
Editor::new_word ()
{
  const std::set<std::string> &known = er::reserved_words ();
  if (below (3) == 0)
    return numbers[below (sizeof numbers / sizeof *numbers)];
  auto word = known.begin ();
  std::advance (word, below (known.size ()));
  return " " + *word + " ";
}

/* Another word that begins with the same kind of character. */
size_t
Editor::next_of_kind (size_t at)
{
  size_t other = below (words.size ());
  for (size_t k = 0; k < words.size (); k++, other = (other + 1) % words.size ())
    if (other != at && kind_of (words[other][0]) == kind_of (words[at][0]))
      break;
  return other;
}

size_t
Editor::end_of_statement (size_t at)
{
  int open = 0;
  for (; at < words.size (); at++)
    {
      open += words[at] == "{";
      open -= words[at] == "}";
      if (open <= 0 && (words[at] == ";" || words[at] == "}"))
        return at + 1;
    }
  return words.size ();
}

void
Editor::edit ()
{
  if (words.empty ())
    words.push_back (new_word ());
  size_t at = below (words.size ());
  auto place = [&] (size_t k) { return words.begin () + long (k); };
  switch (below (7))
    {
    case 0:
      words.erase (place (at), place (std::min (words.size (), at + 1 + below (4))));
      break;
    case 1:
      words[at] = words[next_of_kind (at)];
      break;
    case 2:
      words[at] = new_word ();
      break;
    case 3:
      words.insert (place (at), new_word ());
      break;
    case 4:
      std::swap (words[at], words[next_of_kind (at)]);
      break;
    default: /* a statement is left out, or stands elsewhere as well */
      {
        Words statement (place (at), place (end_of_statement (at)));
        if (below (2))
          words.erase (place (at), place (at + statement.size ()));
        else
          words.insert (place (end_of_statement (below (words.size ()))), statement.begin (), statement.end ());
      }
    }
}

std::string
Editor::all ()
{
  for (size_t k = 1 + below (4); k > 0; k--)
    edit ();
  std::string text;
  for (const std::string &word : words)
    text += word;
  return text;
}

} // namespace

extern "C" size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed)
{
  if (seed % 4 == 0)
    return LLVMFuzzerMutate (data, size, most);
  std::string text = Editor (std::string (reinterpret_cast<const char *> (data), size), seed).all ();
  size = std::min (text.size (), most);
  memcpy (data, text.data (), size);
  return size;
}
