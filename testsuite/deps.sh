#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh PACKAGE... - names the Debian packages that are missing and installs
# them if it may; otherwise says how to, and fails.
#
# In a name, @GCC@ is the release of GCC that the distribution has for its own, or $GCC; @OLDGCC@
# is the one before, and @LLVM@ the distribution's LLVM.

# The release that a package without a number stands for.
own_release ()
{
  apt-cache depends "$1" 2>/dev/null | sed -n "s/.*Depends: $1-\([0-9][0-9]*\)\$/\1/p" | head -n 1
}

# The names, with releases in them; as they are while nothing is known of the distribution's packages.
packages ()
{
  gcc=${GCC:-$(own_release gcc)} llvm=$(own_release clang)
  [ "$gcc" ] && [ "$llvm" ] || { echo "$@"; return; }
  echo "$@" | sed -e "s/@GCC@/$gcc/g; s/@OLDGCC@/$((gcc - 1))/g; s/@LLVM@/$llvm/g"
}

missing=
for package in $(packages "$@"); do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
    || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "missing packages:$missing"
if ! command -v apt-get >/dev/null; then
  echo "error: this is no Debian system: install the equivalents of:$missing" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  sudo=
elif sudo -n true 2>/dev/null; then
  sudo=sudo
else
  echo "error: to install them, run: sudo apt-get install$missing" >&2
  exit 1
fi
log=$(mktemp)
for attempt in 1 2; do
  missing=$(packages $missing)
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing >"$log" 2>&1 && { rm -f "$log"; exit 0; }
  $sudo apt-get update >>"$log" 2>&1
done
cat "$log" >&2
echo "error: apt-get could not install:$missing" >&2
rm -f "$log"
exit 1
