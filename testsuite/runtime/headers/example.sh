#!/bin/sh
# SPDX-License-Identifier: MIT
# example.sh HEADER - prints the program in its first comment, from spmc_init to the next line without code, as C.
cat <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "erbium/channel.h"
int
main (void)
{
END
sed -n '/^ \*   spmc_init/,/^ \*$/ s/^ \*//p' "$1"
echo '}'
