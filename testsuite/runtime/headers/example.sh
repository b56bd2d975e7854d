#!/bin/sh
# SPDX-License-Identifier: MIT
# example.sh HEADER - prints the program in the first comment of HEADER as C.
#
# The program reaches from erbium_spmc_init to the next line without code.
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
sed -n '/^ \*   erbium_spmc_init/,/^ \*$/ s/^ \*//p' "$1"
echo '}'
