/* SPDX-License-Identifier: MIT */
/* erbium/blocking.h alone compiles without a warning; where the headers of the system declare a call only
 * for those who ask for more than the standard of C, it is left out. */
// RUN: gcc -std=c99 %strict -fsyntax-only %s
// RUN: gcc -std=c11 %strict -fsyntax-only %s
// RUN: %clang -std=c11 %strict -fsyntax-only %s
// RUN: gcc -std=c11 -D_POSIX_C_SOURCE=200112 -DALL %strict -fsyntax-only %s
// RUN: gcc -std=c11 -D_POSIX_C_SOURCE=200809L -DALL -DLINES %strict -fsyntax-only %s
// RUN: gcc -std=gnu11 -DALL -DLINES -DOLD %strict -fsyntax-only %s
// RUN: %clang -std=gnu17 -DALL %strict -fsyntax-only %s
// RUN: g++ -x c++ -std=c++11 -DALL -DLINES -DOLD %strict -fsyntax-only %s
// RUN: gcc -std=c11 -DERBIUM_WRAP_BLOCKING %strict -fsyntax-only %s
#include "erbium/blocking.h"

int
main (void)
{
  char to;
#ifdef ALL
  struct timespec time = { 0, 0 };
  struct addrinfo *found;
  erbium_nanosleep (&time, NULL);
  erbium_getaddrinfo (NULL, "1", NULL, &found);
#endif
#ifdef LINES
  char *line = NULL;
  size_t room = 0;
  erbium_getline (&line, &room, stdin);
#endif
#ifdef OLD
  erbium_usleep (1);
#endif
  return (int) erbium_read (0, &to, 1);
}
