#!/bin/sh
# SPDX-License-Identifier: MIT
# partition.sh ROOT BUILD FOLDER PROGRAM... - puts the shared library and erbium-partition for
# aarch64 (library.sh) into FOLDER, and programs that it compiles with them.  A program is a file of
# C; one whose name begins with + is linked with the library.
set -e
root=$1 build=$2/aarch64 folder=$3
shift 3
cp -L "$build/liberbium.so" "$folder/liberbium.so.0.2"
ln -sf liberbium.so.0.2 "$folder/liberbium.so"
cp "$build/erbium-partition" "$folder"
for program; do
  file=${program#+} libraries=
  [ "$file" = "$program" ] || libraries="-L$folder -lerbium"
  # shellcheck disable=SC2086 # several options
  aarch64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -pthread -I"$root/runtime/include" \
    -I"$root/testsuite/runtime" "$file" $libraries -o "$folder/$(basename "$file" .c)"
done
