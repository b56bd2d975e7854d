/* SPDX-License-Identifier: MIT */
/* words - the words and signs of StreamIt, a line each, as a dictionary of libFuzzer. */
#include <cstdio>

#include "streamit/builtins/builtins.h"
#include "streamit/lex/tokens.h"

int
main ()
{
  for (const auto &words : { er::streamit::reserved_words (), er::streamit::builtin_names () })
    for (const std::string &word : words)
      printf ("\"%s\"\n", word.c_str ());
  for (const char *word : { "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=",
                            "iter()", "pop()", "peek(", "push(", "Identity<", "FileReader<",
                            "FileWriter<", "2147483648", "1e30", "1i", "0x1f", "[1:2]", "[*]" })
    printf ("\"%s\"\n", word);
}
