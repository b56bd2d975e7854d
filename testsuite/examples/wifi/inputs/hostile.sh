# SPDX-License-Identifier: MIT
# hostile.sh WIFI INPUTS T - all kinds of hostile.py through all engines: the same of each.
wifi=$1 inputs=$2 t=$3
try () { # NAME FORMAT
  for engine in sequential pipeline shared combined; do
    timeout 120 "$wifi" rx "$t.in" -f $2 -e $engine -w 2 --all --hex > "$t.$engine" || { echo "$1: $engine: status $?"; exit 1; }
    cmp "$t.$engine" "$t.sequential" || exit 1
  done
  echo "$1: $(sed -n 's/^# //p' "$t.sequential" | tail -1)"
}
python3 "$inputs/frames.py" 3 1000 1000 8 > "$t.frames"
"$wifi" tx "$t.frames" -r 12 -o "$t.capture" > /dev/null || exit 1
for kind in empty one silence noise tone square; do
  python3 "$inputs/hostile.py" $kind > "$t.in" && try $kind int16
done
python3 "$inputs/hostile.py" numbers > "$t.in" && try numbers float32
# Cut off where the windows have been used before: what never came must not be what was there.
python3 "$inputs/frames.py" 60 1800 1800 9 > "$t.frames"
"$wifi" tx "$t.frames" -r 54 -o "$t.late" > /dev/null || exit 1
for kind in training cut; do
  python3 "$inputs/hostile.py" $kind "$t.capture" > "$t.in" && try $kind int16
done
python3 "$inputs/hostile.py" late "$t.late" > "$t.in" && try late int16
for kind in head damaged; do
  python3 "$inputs/hostile.py" $kind "$t.capture" > "$t.in" && try $kind int16
done

# Workers must not keep samples while there is no packet.
python3 "$inputs/frames.py" 1 20 20 8 > "$t.frames"
"$wifi" tx "$t.frames" -r 54 -o "$t.capture" > /dev/null || exit 1
python3 "$inputs/hostile.py" long "$t.capture" > "$t.in"
export ERBIUM_GROW=0
try "long silence, windows that may not grow" int16
rm -f "$t.in"
