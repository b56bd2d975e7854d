#!/bin/sh
# SPDX-License-Identifier: MIT
# may-install.sh MEND FILE... - can each FILE be made, or replaced, by who calls?
# Says of each folder where not, and MEND, what to do about it; makes nothing.
mend=$1 status=0 said= last=
shift

# Sets parent as dirname would print it, without a process for each file.
set_parent ()
{
  case $1 in
  */*) parent=${1%/*} ;;
  *) parent=. ;;
  esac
  while [ "$parent" != "${parent%/}" ]; do
    parent=${parent%/}
  done
  parent=${parent:-/}
}

for file; do
  set_parent "$file"
  # Most files are in the folder of the one before.
  if [ "$parent" != "$last" ]; then
    last=$parent
    while [ ! -e "$parent" ]; do
      set_parent "$parent"
    done
    exists=$parent
  fi
  folder=$exists problem=
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
