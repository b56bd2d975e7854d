#!/bin/sh
# SPDX-License-Identifier: MIT
# ucontext.sh ROOT BUILD TEMPORARY CROSS TEST... - takes the runtime with glibc's ucontext in place
# of Boost.Context, and runs tests of this folder with it; with CROSS = aarch64-linux-gnu for that
# machine, under qemu.
set -e
root=$1 out=$2 program=$3 cross=$4
shift 4

# Makes $build/liberbium.a.  Most objects do not know how fibers switch: they are those of the
# library in BUILD, and only the others are compiled.
make_own_library ()
{
  build=$out/ucontext
  changed=$(cd "$root" && grep -rlF ERB_FIBER_UCONTEXT runtime)
  objects=$(cd "$out/runtime" && grep -rlwF --include='*.d' "$changed" . | sed 's|^\./||; s|d$|o|')
  [ "$objects" ]
  # shellcheck disable=SC2086 # several objects
  make -C "$root" -s BUILD="$build" FIBER=ucontext $(printf "$build/runtime/%s\n" $objects)
  cp "$out/liberbium.a" "$build/liberbium.a"
  if ar t "$build/liberbium.a" | grep -qx fcontext.o; then
    ar d "$build/liberbium.a" fcontext.o
  fi
  # shellcheck disable=SC2086
  (cd "$build/runtime" && ar r ../liberbium.a $objects)
}

unset SAN MAKEFLAGS MFLAGS MAKELEVEL
if [ "$cross" ]; then
  # Without Boost.Context, the runtime takes ucontext by itself.
  sh "$root/testsuite/runtime/aarch64/library.sh" "$root" "$out" liberbium.a
  build=$out/aarch64 cc="$cross-gcc -static" hwloc= run="qemu-${cross%%-*}"
else
  make_own_library
  cc=gcc hwloc=-lhwloc run=
fi
for test; do
  $cc -std=gnu11 -O2 -Wall -Wextra -Werror -pthread -DERB_FIBER_UCONTEXT -I"$root/runtime" \
    -I"$root/ir-spec" -I"$root/runtime/include" -I"$root/testsuite/runtime" \
    "$root/testsuite/runtime/fiber/$test.c" "$build/liberbium.a" $hwloc -lm -o "$program"
  timeout 300 $run "$program" || { echo "$test, ${cross:-this machine}: status $?" >&2; exit 1; }
done
