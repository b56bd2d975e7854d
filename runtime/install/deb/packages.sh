#!/bin/sh
# SPDX-License-Identifier: MIT
# packages.sh FOLDER VERSION RELEASE... - makes Debian packages in FOLDER of what make install has
# installed below FOLDER/debian/tmp, with a plugin package for each release of GCC.
#
# The files of the folder debian/ are made from those beside this script; debhelper does the rest.
# The environment sets SOURCE_DATE_EPOCH and MAKER, who builds the packages.
set -e
here=$(cd "$(dirname "$0")" && pwd) sources=$PWD out=$1 version=$2
shift 2
cd "$out"

# Fills in the variables of a template.
fill ()
{
  sed -e "s|@VERSION@|$version|; s|@SONAME@|${version%.*}|; s|@MAKER@|$MAKER|" \
      -e "s|@RELEASE@|$release|; s|@EXACTLY@|$exactly|; s|@DEFAULT@|$default|" "$here/$1"
}

# The release that `gcc' is, or else the newest one.
default=$(gcc -dumpversion 2>/dev/null | sed 's/[.].*//')
case " $* " in
*" $default "*) ;;
*) for default; do :; done ;;
esac

fill control.in >debian/control
# The links of ranks depend on an MPI each, and would need a package each: make install has them.
rm -f debian/tmp/usr/lib/erbium/liberbium-rank-*.so
for release; do
  # A plugin works only in the build of GCC whose headers it was compiled with.
  if ! exactly=$(dpkg-query -W -f='${Version}' "gcc-$release" 2>/dev/null); then
    echo "note: gcc-$release is not from a package; omitting erbium-gcc-$release" >&2
    rm -rf "debian/tmp/usr/lib/erbium/gcc-$release"
    find debian/tmp -lname "*/erbium/gcc-$release/erbium.so" -delete
    continue
  fi
  { echo; fill plugin.in; } >>debian/control
  echo "usr/lib/erbium/gcc-$release
usr/lib/gcc/*/$release/plugin/erbium.so" >"debian/erbium-gcc-$release.install"
done
fill changelog.in | sed "s|@DATE@|$(date -R -u -d "@$SOURCE_DATE_EPOCH")|" >debian/changelog
sed '1,/^$/d' "$sources/LICENSE" | sed 's/^$/./; s/^/ /' | cat "$here/copyright.in" - >debian/copyright
mkdir debian/source
echo '3.0 (native)' >debian/source/format

cat >"debian/liberbium${version%.*}.install" <<END
usr/lib/liberbium.so.*
usr/lib/liberbium-blocks.so.*
END
cat >debian/liberbium-dev.install <<END
usr/include
usr/lib/liberbium.a
usr/lib/liberbium.so
usr/lib/liberbium-blocks.a
usr/lib/liberbium-blocks.so
usr/lib/pkgconfig
usr/lib/cmake
usr/share/erbium
usr/share/gdb
usr/share/man/man3
END
cat >debian/erbium.install <<END
usr/bin
usr/lib/detmpi
usr/lib/erbium/liberbium-streamit.*
usr/share/bash-completion
usr/share/man/man1
END
cat >debian/erbium-doc.install <<END
usr/share/doc
END
# The pages, without those files that only the sources need.
doc=debian/tmp/usr/share/doc/erbium
rm -f "$doc/LICENSE" "$doc/COPYING" # debian/copyright has the first, Debian the other
cp "$sources/README.md" "$doc"
(cd "$sources" && find docs ir-spec -name '*.md' -o -name '*.svg' -o -name '*.png') \
  | while read -r page; do install -D -m 644 "$sources/$page" "$doc/$page"; done

dh_install
dh_missing --fail-missing
dh_installdocs
dh_installchangelogs
dh_strip --no-automatic-dbgsym
dh_compress -X.md -X.svg -X/examples/
dh_fixperms
dh_makeshlibs -p"liberbium${version%.*}"
dh_shlibdeps -- --ignore-missing-info
dh_installdeb
dh_gencontrol
dh_md5sums
dh_builddeb --destdir=. -- -Zxz
ls ./*.deb
