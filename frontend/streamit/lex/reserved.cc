/* SPDX-License-Identifier: MIT */
/* reserved.cc - the reserved words, and tokens in messages (tokens.h). */
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

} // namespace er::streamit
