#!/bin/sh
# SPDX-License-Identifier: MIT
# as-user.sh SCRIPT ARGUMENT... - runs a script of sh as an ordinary user.
script=$1
shift
if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -s "$@" <"$script"
fi
exec sh "$script" "$@"
