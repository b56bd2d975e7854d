#!/bin/sh
# SPDX-License-Identifier: MIT
# against-installed.sh FOLDER USE - builds a program with what is installed
# below FOLDER/root, dynamically and statically, and runs it.
set -e
cd "$1"
export PKG_CONFIG_PATH="$1/root/usr/local/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$1/root"
pkg-config --exists --print-errors erbium
cp "$2" use.h
printf '#include "use.h"\nint main (void) { return use (); }\n' >program.c
gcc program.c $(pkg-config --cflags --libs erbium) -o program
LD_LIBRARY_PATH="$1/root/usr/local/lib" ./program
gcc program.c $(pkg-config --cflags erbium) "$1/root/usr/local/lib/liberbium.a" \
  $(pkg-config --static --libs-only-l erbium | sed 's/-lerbium//') -pthread -o static
./static
