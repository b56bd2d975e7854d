#!/bin/sh
# SPDX-License-Identifier: MIT
# copy-files.sh FOLDER FILE... - installs each FILE below FOLDER, under its relative name; programs
# stay programs.  The names are words without blanks.
set -e
to=$1 files= from= mode=
shift

# Those that were collected: they are of one folder and of one mode.
install_collected ()
{
  [ -z "$files" ] && return
  install -d "$to/$from"
  # shellcheck disable=SC2086 # several files
  install -m "$mode" $files "$to/$from"
}

for file; do
  case $file in
  */*) folder=${file%/*} ;;
  *) folder=. ;;
  esac
  if [ -x "$file" ]; then own=755; else own=644; fi
  if [ "$folder $own" != "$from $mode" ]; then
    install_collected
    files= from=$folder mode=$own
  fi
  files="$files $file"
done
install_collected
