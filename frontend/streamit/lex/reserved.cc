/* SPDX-License-Identifier: MIT */
/* reserved.cc - the reserved words, and how tokens are shown (tokens.h). */
#include "streamit/lex/tokens.h"

namespace er::streamit {

const std::vector<std::string> &
reserved_words ()
{
  static const std::vector<std::string> words = {
    "filter",  "pipeline", "splitjoin", "feedbackloop", "portal",   "to",         "handler",
    "add",     "split",    "join",      "duplicate",    "roundrobin", "body",     "loop",
    "enqueue", "init",     "prework",   "work",         "peek",     "pop",        "push",
    "boolean", "float",    "bit",       "int",          "void",     "double",     "complex",
    "float2",  "float3",   "float4",    "struct",       "native",   "static",     "helper",
    "if",      "else",     "while",     "for",          "break",    "continue",   "return",
    "do",      "pi",       "true",      "false",        "stateful",
  };
  return words;
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

std::string
dump_words (Report &report)
{
  static const char *const kinds[] = { "end",   "name",      "word",      "sign",  "integer",
                                       "float", "imaginary", "character", "string" };
  std::string text;
  for (const Token &t : words_of (report))
    if (t.kind != Token::End)
      text += report.where (t.at) + " " + kinds[t.kind] + " "
              + (t.kind == Token::String ? '"' + t.text + '"' : t.said ()) + "\n";
  return text;
}

} // namespace er::streamit
