/* SPDX-License-Identifier: MIT */
/* words - the words and signs of the language, a line each, as a dictionary of libFuzzer. */
#include <cstdio>

#include "syntax/syntax.h"

int
main ()
{
  for (const std::string &word : er::reserved_words ())
    printf ("\"%s\"\n", word.c_str ());
  for (int op = 0; op <= int (er::Op::Complement); op++)
    printf ("\"%s\"\n", er::sign_of (er::Op (op)));
  for (const char *sign : { "->", "..", "[[", "]]", "\\x22", "{", "}", "(", ")", ";", "//", "main()", "-1", "0x", "1e9",
                            "9223372036854775807", "1048576", "read view ", "write view ", "[4]i32" })
    printf ("\"%s\"\n", sign);
}
