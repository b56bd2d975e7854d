#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh PYTHON ROOT FOLDER - installs the module with pip from the sources ROOT to FOLDER, with
# what Debian has of pip and setuptools.
"$1" -m pip install -q --no-build-isolation --no-deps --no-index --upgrade \
  --root-user-action=ignore --target "$3" "$2/frontend/python" 2>"$3.err" || {
  cat "$3.err"
  exit 1
}
