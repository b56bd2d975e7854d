#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh PACKAGE... - names the Debian packages that are missing and installs
# them if it may; otherwise says how to, and fails.  Shows each command of apt before running it.
#
# In a name, @GCC@ stands for the default release of GCC in the distribution, or for $GCC; @OLDGCC@
# for the release before it, and @LLVM@ for the default release of LLVM.  $OPTIONAL lists packages
# that some distributions lack; where apt does not know them, a note says so.

# Prints the release on which a package without a number depends; without apt's lists of packages,
# the newest release that is installed.
own_release ()
{
  release=$(apt-cache depends "$1" 2>/dev/null \
            | sed -n "s/.*Depends: $1-\([0-9][0-9]*\)\$/\1/p" | head -n 1)
  [ "$release" ] || release=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' "$1-[0-9]*" \
            2>/dev/null | sed -n "s/^ii $1-\([0-9][0-9]*\)\$/\1/p" | sort -n | tail -n 1)
  echo "$release"
}

# Prints the names with the releases, or unchanged if the releases are unknown yet.
packages ()
{
  case "$*" in *@*) ;; *) echo "$@"; return ;; esac
  gcc=${GCC:-$(own_release gcc)} llvm=$(own_release clang)
  [ "$gcc" ] && [ "$llvm" ] || { echo "$@"; return; }
  echo "$@" | sed -e "s/@GCC@/$gcc/g; s/@OLDGCC@/$((gcc - 1))/g; s/@LLVM@/$llvm/g"
}

# Prints the names without the optional ones that apt does not know.  Without apt's lists of
# packages, it knows none, so the names stay.
obtainable ()
{
  known=
  for package; do
    case " $OPTIONAL " in
    *" $package "*)
      if apt-cache show make >/dev/null 2>&1 && ! apt-cache show "$package" >/dev/null 2>&1; then
        echo "note: this system has no package $package; tests that need it are skipped" >&2
        continue
      fi ;;
    esac
    known="$known $package"
  done
  echo $known
}

# Shows a command of apt, and runs it; its output goes to the log.
run ()
{
  echo "running: ${sudo:+$sudo }$*"
  $sudo env DEBIAN_FRONTEND=noninteractive "$@" >>"$log" 2>&1
}

missing=
for package in $(packages "$@"); do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
    || missing="$missing $package"
done
missing=$(obtainable $missing)
[ -z "$missing" ] && exit 0
echo "missing packages: $missing"
if ! command -v apt-get >/dev/null; then
  echo "error: this is no Debian system: install the equivalents of: $missing" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  sudo=
elif sudo -n true 2>/dev/null; then
  sudo=sudo
else
  echo "error: to install them, run: sudo apt-get install $missing" >&2
  exit 1
fi
log=$(mktemp)
for attempt in 1 2; do
  run apt-get install -y --no-install-recommends $missing && { rm -f "$log"; exit 0; }
  [ $attempt = 2 ] && break
  run apt-get update
  missing=$(obtainable $(packages $missing))
done
cat "$log" >&2
echo "error: apt-get could not install: $missing" >&2
rm -f "$log"
exit 1
