# SPDX-License-Identifier: MIT
"""Builds the module with the library of the checkout, or with an installed one.

The library is, in this order: the one below ERBIUM_PREFIX, the one that make has built in this
checkout (BUILD names another folder than build), and the one that pkg-config finds.
"""
import atexit
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile

from setuptools import Extension, setup

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fail(what, hint):
    sys.exit(f"error: {what}\nnote: {hint}")


def has_library(folder):
    return os.path.exists(os.path.join(folder, "liberbium.so"))


def pkg_config(option, package):
    if not shutil.which("pkg-config"):
        return []
    said = subprocess.run(["pkg-config", option, package], capture_output=True, text=True)
    return said.stdout.split() if said.returncode == 0 else []


def find_erbium():
    """The folder of the headers and that of the library."""
    prefix = os.environ.get("ERBIUM_PREFIX")
    if prefix:
        if not has_library(os.path.join(prefix, "lib")):
            fail(f"there is no liberbium.so in '{prefix}/lib'",
                 "ERBIUM_PREFIX names the folder in which Erbium is installed")
        return os.path.join(prefix, "include"), os.path.join(prefix, "lib")
    build = os.path.join(ROOT, os.environ.get("BUILD") or "build")
    if has_library(build):
        return os.path.join(ROOT, "runtime", "include"), build
    headers = [word[2:] for word in pkg_config("--cflags-only-I", "erbium")]
    libraries = [word[2:] for word in pkg_config("--libs-only-L", "erbium")]
    if pkg_config("--modversion", "erbium"):
        return (headers or ["/usr/include"])[0], (libraries or ["/usr/lib"])[0]
    fail("there is no liberbium.so", "run 'make lib' in the checkout, or install Erbium and set "
         "ERBIUM_PREFIX to the folder in which it is")


def expect_headers():
    """Says which package is missing, before the compiler says which file."""
    if not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")):
        fail("there is no Python.h", "install python3-dev (its name on Debian)")
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC")).split()
    if not shutil.which(compiler[0]):
        fail(f"there is no C compiler '{compiler[0]}'", "install gcc, or set CC")
    flags = pkg_config("--cflags", "libffi")
    tried = subprocess.run([*compiler, *flags, "-E", "-x", "c", "-"], input="#include <ffi.h>\n",
                           capture_output=True, text=True)
    if tried.returncode != 0:
        fail("there is no ffi.h", "install libffi-dev (its name on Debian)")
    return flags


def work_folder():
    """Where the build writes: not among the sources, and in a folder of its own, since several may
    run at a time."""
    folder = tempfile.mkdtemp(prefix="erbium-python-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


work = work_folder()
ffi_flags = expect_headers()
headers, library = find_erbium()
setup(options={"build": {"build_base": work}, "egg_info": {"egg_base": work}}, ext_modules=[Extension(
    "erbium._network", ["network.c"], include_dirs=[headers], library_dirs=[library],
    libraries=["erbium", "ffi"], runtime_library_dirs=[library],
    extra_compile_args=["-std=gnu11", "-O2", "-Wall", "-Wextra", *ffi_flags])])
