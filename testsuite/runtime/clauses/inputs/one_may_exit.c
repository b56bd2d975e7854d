/* SPDX-License-Identifier: MIT */
/* one_may_exit.c - a C library that claims to let one thread at a time call exit. */
#include <gnu/libc-version.h>

const char *
gnu_get_libc_version (void)
{
  return "2.41";
}
