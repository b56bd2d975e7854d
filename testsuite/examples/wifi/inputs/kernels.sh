# SPDX-License-Identifier: MIT
# kernels.sh COMPILER SOURCES TEST T FLAGS - builds TEST with the kernels and those flags, and
# runs it.
cc=$1 sources=$2 test=$3 t=$4 flags=$5
files=
for name in rates bits training fft modulate sync header viterbi deframe air engine; do
  files="$files $sources/$name.c"
done
# shellcheck disable=SC2086
$cc $flags -I"$sources" "$test" $files -o "$t.program" -lm || exit 1
exec "$t.program"
