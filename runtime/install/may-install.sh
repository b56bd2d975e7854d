#!/bin/sh
# SPDX-License-Identifier: MIT
# may-install.sh MEND FILE... - can each FILE be made, or replaced, by who calls?
# Says of each folder where not, and MEND, what to do about it; makes nothing.
mend=$1 status=0 said=
shift
for file; do
  folder=$(dirname "$file") problem=
  while [ ! -e "$folder" ]; do
    folder=$(dirname "$folder")
  done
  if [ -d "$file" ]; then
    folder=$file problem="is a folder, where a file is to be"
  elif [ ! -d "$folder" ]; then
    problem="is a file, where a folder is to be"
  elif [ ! -w "$folder" ] || [ ! -x "$folder" ]; then
    problem="cannot be written to"
  fi
  if [ "$problem" ] && [ "$folder" != "$said" ]; then
    echo "install: $folder $problem: $mend" >&2
    said=$folder status=1
  fi
done
exit $status
