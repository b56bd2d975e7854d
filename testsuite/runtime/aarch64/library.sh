#!/bin/sh
# SPDX-License-Identifier: MIT
# library.sh ROOT BUILD FILE... - builds files of BUILD/aarch64, for aarch64: the libraries, and
# programs.  Several tests share them, so one at a time.
set -e
root=$1 build=$2/aarch64
shift 2
for file; do
  shift
  set -- "$@" "$build/$file"
done
unset SAN MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "$build"
exec flock "$build/.lock" make -C "$root" -s BUILD="$build" CC=aarch64-linux-gnu-gcc \
  AR=aarch64-linux-gnu-ar HWLOC=no "$@"
