#!/bin/sh
# SPDX-License-Identifier: MIT
# aarch64.sh ROOT BUILD TEMPORARY TEST [ARGUMENT...] - builds a test for aarch64, with the library
# of library.sh, and runs it under qemu.
set -e
root=$1 build=$2/aarch64 program=$3 test=$4
shift 4
aarch64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -static -pthread \
  -I"$root/runtime/include" -I"$root/testsuite/runtime" \
  "$root/testsuite/runtime/$test.c" "$build/liberbium.a" -o "$program"
exec timeout 300 qemu-aarch64 "$program" "$@"
