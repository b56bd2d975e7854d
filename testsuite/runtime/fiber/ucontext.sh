#!/bin/sh
# SPDX-License-Identifier: MIT
# ucontext.sh ROOT BUILD TEMPORARY TEST [CROSS] - builds the runtime with glibc's
# ucontext in place of Boost.Context, and runs a test of this folder with it; with
# CROSS = aarch64-linux-gnu for that machine, under qemu.
set -e
root=$1 build=$2/ucontext program=$3 test=$4 cross=$5
unset SAN
if [ -n "$cross" ]; then
  set -- CC="$cross-gcc" AR="$cross-ar" HWLOC=no
  cc="$cross-gcc -static" hwloc= build=$build-$cross run="qemu-${cross%%-*}"
else
  set -- FIBER=ucontext
  cc=gcc hwloc=-lhwloc run=
fi
make -C "$root" -s BUILD="$build" "$@" "$build/liberbium.a"
$cc -std=gnu11 -O2 -Wall -Wextra -Werror -pthread -DERB_FIBER_UCONTEXT -I"$root/runtime" -I"$root/ir-spec" \
  -I"$root/runtime/include" -I"$root/testsuite/runtime" \
  "$root/testsuite/runtime/fiber/$test.c" "$build/liberbium.a" $hwloc -lm -o "$program"
exec timeout 300 $run "$program"
