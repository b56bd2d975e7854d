# SPDX-License-Identifier: MIT
# roundtrip.sh WIFI T [OPTION OF tx]... - sends T.frames at each rate, with noise 34 dB
# below, a carrier and a clock that are 20 ppm off at 5.8 GHz; says how many came back.
wifi=$1 t=$2
shift 2
grep -c '^$' "$t.frames" > "$t.count"
for rate in 6 9 12 18 24 36 48 54; do
  "$wifi" tx "$t.frames" -r $rate "$@" -o "$t.sent" > /dev/null || exit 1
  "$wifi" air "$t.sent" --snr 34 --offset 116000 --skew 20 --seed $rate -o "$t.heard" || exit 1
  "$wifi" rx "$t.heard" --hex > "$t.octets" || exit 1
  grep -v '^#' "$t.octets" > "$t.back"
  cmp "$t.frames" "$t.back" || exit 1
  echo "$rate Mbit/s: $(grep -c '^$' "$t.back") of $(cat "$t.count")"
done
