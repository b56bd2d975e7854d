#!/bin/sh
# SPDX-License-Identifier: MIT
# build-part.sh FOLDER BUILD RELEASE - builds, in a copy of the sources, BUILD/liberbium.so of an
# object of each folder of the library and of all that have rules of their own, an object of the
# plugin for the release of GCC, and one of a tool whose source is generated.  All objects of the
# library are compiled by one rule, with the same flags.
set -e
cd "$1"
build=$2 release=$3
objects="seal/call_answers task/process"
case $(${CC:-gcc} -print-file-name=libboost_context.a) in
/*) objects="$objects fcontext" ;;
esac
for folder in runtime/*/; do
  # These two are no objects of the library.
  for source in "$folder"*.c; do
    case $source in
    runtime/seal/allowed_calls.c | runtime/rank/start_main.c | *'*'*) continue ;;
    esac
    object=${source#runtime/}
    objects="$objects ${object%.c}"
    break
  done
done
objects=$(printf '%s\n' $objects | sort -u | sed "s|.*|$build/runtime/&.o|" | tr '\n' ' ')
make -s BUILD="$build" CFLAGS='-O0 -g' PLUGIN_FLAGS='-O0 -g' OBJECTS="$objects" \
  "$build/liberbium.so" "$build/plugin/gcc-$release/gcc/names.o" "$build/frontend/syntax/lexer.o"
