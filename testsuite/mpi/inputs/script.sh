#!/bin/sh
# SPDX-License-Identifier: MIT
# script.sh exec|run WORD PROGRAM [ARGUMENT]... - runs a program, in its own place or not, and
# others before, which are no ranks.
how=$1 word=$(basename "$2")
shift 2
echo "before: $word"
[ "$how" = exec ] && exec "$@"
"$@"
status=$?
echo "after: $(dirname "$word/x"), status $status"
exit $status
