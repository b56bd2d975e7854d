# SPDX-License-Identifier: MIT
# kernels.sh COMPILER SOURCES INPUTS T FLAGS - builds kernels.c with those flags, and runs it.
cc=$1 sources=$2 inputs=$3 t=$4 flags=$5
files=
for name in rates bits training fft modulate viterbi deframe air engine; do
  files="$files $sources/$name.c"
done
# shellcheck disable=SC2086
$cc $flags -I"$sources" "$inputs/kernels.c" $files -o "$t.kernels" -lm || exit 1
exec "$t.kernels"
