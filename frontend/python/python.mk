# SPDX-License-Identifier: MIT
# python.mk - the Python module, for tests and benchmarks; users install it with pip.
#
#   pip install ./frontend/python
#
# Included by the top Makefile.

# A Python that has NumPy; the first one of PATH may be another one than Debian's.
PYTHON ?= $(firstword $(foreach p,python3 /usr/bin/python3,$(shell $(p) -c \
            'import numpy, sys; print (sys.executable)' 2>/dev/null)) python3)
PYTHON_SOURCES := $(addprefix frontend/python/,network.c setup.py pyproject.toml \
                    erbium/__init__.py)

# Installs the module to a folder, with what Debian has of pip and setuptools, and from no network.
install_python = $(PYTHON) -m pip install -q --no-build-isolation --no-deps --no-index --upgrade \
  --root-user-action=ignore --target $(1) ./frontend/python
