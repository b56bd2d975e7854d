# SPDX-License-Identifier: MIT
# names.sh FOLDER COMPILER - a source whose name has quotes, a tab, UTF-8 and a byte that is none.
cd "$1" || exit 1
name=$(printf 'a"b\\c\td\303\251\377\355\240\200.c')
printf 'process caf\303\251 (void) { }\n' > "$name"
$2 -c -o names.o -fplugin-arg-erbium-network=names.json -- "$name" 2> /dev/null \
  || $2 -c -o names.o -fplugin-arg-erbium-network=names.json "./$name"
