# SPDX-License-Identifier: MIT
"""How lit runs the tests below this folder.

A folder whose files are tests has a lit.local.cfg that says which
(config.suffixes).  In a test's RUN lines:

    %build        compiles the test, and links it to %t
    %run P A...   runs P under each setting (runtime/matrix) and prints its
                  output once: it must be the same each time
    %exits N P A..  the same for a program that ends with status N (128 + n:
                  by signal n); prints stdout and stderr
    %models P A...  the same in each task model only (spaces and partitions too), with shared windows
                    and with private ones
    %ranks P A..  runs P as ranks of a job, with each MPI (runtime/rank/ranks)
    %timed P A..  runs P, which hangs if it takes longer than three minutes (a sanitizer: longer)
    %cc %cxx      compilers, with the flags of this build
    %strict       flags for code that must compile anywhere
    %libs         what a program that uses Erbium is linked with; it is linked twice (runtime/twice)
    %shared       the same with the shared library, which takes less time to link
    %plugin       the newest GCC with its plugin; %oldplugin is the oldest
    %gcc %so %newest            the newest GCC without the plugin, the plugin's file, and the release
    %oldgcc %oldso %oldest      the same of the oldest GCC
    %clang %clangxx   the newest clang; %clangs are the releases that are installed
    %same F...    compiles F with and without the plugin, in many ways: the same?
    %mock         the runtime that prints the calls of compiled code (plugin/mock)
    %interp %opt %gen %reduce %graph %place %report   the tools
    %erbiumc %jit               its compilers: to a file (without the library's folder), and erbium-run
    %status N C   runs C, which must end with status N
    %agree F...   the same from the interpreter, the passes, and C of both kinds?
    %many         the same of many random programs; %replay F...  texts through all tools in one process
    %replay-streamit F...  the same for texts of StreamIt
    %mpi          the folder of detmpicc and detmpiexec
    %streamit     the compiler of StreamIt
    %toy          the compiler of the tutorial, and its programs
    %python       a Python with NumPy (REQUIRES: python-numpy, or python-scipy)
    %root %out    the repository, the build folder
    %data         input that is not shipped (REQUIRES: shared-data)
"""
import glob
import os
import platform
import shlex
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
from shell_test import ShellTest
root = os.path.dirname(here)
build = os.path.join(root, os.environ.get("BUILD") or "build")
sanitizer = os.environ.get("SAN", "")

config.name = "erbium"
config.test_format = ShellTest(execute_external=False)
config.test_source_root = here
config.test_exec_root = os.path.join(build, "testsuite")
config.suffixes = []
config.excludes = ["Output"]
config.recursiveExpansionLimit = 4

# ---- Releases of GCC ---------------------------------------------------------

def releases_built():
    """The releases of GCC that have a plugin in the build folder."""
    import glob
    found = glob.glob(os.path.join(build, "plugin", "gcc-*", "erbium.so"))
    return sorted((path.split(os.sep)[-2][4:] for path in found), key=int)


releases = os.environ.get("GCC_RELEASES", "").split() or releases_built() or ["12"]
oldest, newest_release = releases[0], releases[-1]


def plugin_file(release):
    return f"{build}/plugin/gcc-{release}/erbium.so"


# ---- What a test may ask for (REQUIRES, UNSUPPORTED) ------------------------

# The architecture that the tests compile for and run on.
config.available_features.add(os.environ.get("TEST_MACHINE", platform.machine()))
try:
    with open("/proc/cpuinfo") as file:
        flags = " ".join(line for line in file if line.startswith("flags")).split()
        config.available_features.update({"fma", "pku"} & set(flags))
except OSError:
    pass
hwloc = os.environ.get("HWLOC_LIBS", "-lhwloc")
if hwloc:
    config.available_features.add("hwloc")
config.available_features.update(f"gcc-{release}" for release in releases)
if int(newest_release) >= 12:
    config.available_features.add("digit-separators")  # 1'000 in C23
if len(releases) > 1:
    config.available_features.add("two-releases")
if sanitizer:
    config.available_features.add("sanitizer")
    config.available_features.add(sanitizer)  # address, undefined, thread

data = os.path.join(root, os.pardir, "shared", "data")  # input that is not shipped
if os.path.isdir(data):
    config.available_features.add("shared-data")
if os.environ.get("GCCJIT_RELEASE") != "" and os.path.exists(f"{build}/frontend/erbiumc"):
    config.available_features.add("libgccjit")
if os.path.exists(f"{build}/frontend/erbium-place"):
    config.available_features.add("metis")
for tool in ("tshark", "gfortran", "mpicc.mpich", "mpicc.openmpi", "chromium"):
    if shutil.which(tool):
        config.available_features.add(tool)
# The releases of libabigail that find no difference between the library and its description: their
# descriptions have these formats.
if shutil.which("abidw"):
    format_of_abidw = subprocess.run(["abidw", "--abixml-version"], capture_output=True, text=True)
    if format_of_abidw.stdout.split()[-1:] in (["2.1"], ["2.4"]):
        config.available_features.add("known-abidw")
try:  # not the one that is linked with Open MPI
    where = subprocess.run(["python3", "-c", "import importlib.util as u; print(u.find_spec('mpi4py')"
                            ".submodule_search_locations[0])"], capture_output=True, text=True)
    if glob.glob(os.path.join(where.stdout.strip() or "/none", "MPI.mpich*.so")):
        config.available_features.add("mpi4py")
except OSError:
    pass
def python_with(module):
    """A Python that has the module; the first one of PATH may be another one than Debian's."""
    for python in ("python3", "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    return None


python = python_with("numpy, setuptools, wheel, pip")
if python:
    config.available_features.add("python-numpy")
    if subprocess.run([python, "-c", "import scipy.signal"], capture_output=True).returncode == 0:
        config.available_features.add("python-scipy")
if glob.glob(os.path.join(build, "liberbium-rank-*.so")) and not sanitizer:
    config.available_features.add("ranks")
if glob.glob("/usr/lib/*/scalapack/mpich-tests"):
    config.available_features.add("scalapack-mpi-test")

# ---- Environment -------------------------------------------------------------

def newest(pattern):
    """The newest folder of LLVM's tools."""
    import glob
    found = glob.glob(pattern)
    return max(found, key=lambda path: int(path.split("/")[3].split("-")[1])) if found else ""


def releases_of_clang():
    import glob
    return sorted(path.split("/")[3][5:] for path in glob.glob("/usr/lib/llvm-*/bin/clang++"))


llvm = newest("/usr/lib/llvm-*/bin/clang").removesuffix("/clang") or newest("/usr/lib/llvm-*/bin")
clang = "clang-" + (llvm.split("/")[3][5:] if llvm else "14")


def folder_of_python():
    """A folder whose python3 starts the interpreter that runs lit.

    What PATH finds may be a script that looks for an interpreter first, and a test starts some.
    """
    folder = os.path.join(build, "testsuite", "python")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"python3.{os.getpid()}"), "w") as file:
        file.write(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} \"$@\"\n")
    os.chmod(file.name, 0o755)
    os.replace(file.name, os.path.join(folder, "python3"))
    return folder


config.environment["PATH"] = os.pathsep.join([folder_of_python(), llvm, os.environ["PATH"]])
# Ranks of Open MPI 5 do not start without a home.  This one has no settings of the user.
config.environment["HOME"] = os.path.join(build, "testsuite", "home")
os.makedirs(config.environment["HOME"], exist_ok=True)
# A process that dies is told by the runtime, not by the sanitizer.
quiet = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0"
# LeakSanitizer needs ptrace, which an emulator lacks.
leaks = "0" if "TEST_MACHINE" in os.environ else "1"
config.environment["ASAN_OPTIONS"] = quiet + f":detect_leaks={leaks}:detect_stack_use_after_return=0"
config.environment["LSAN_OPTIONS"] = f"suppressions={here}/frontend/leaks.txt:print_suppressions=0"
# A program sleeps at its end for races of those who still run then: a second, if nothing is said.
config.environment["TSAN_OPTIONS"] = (
    quiet + ":halt_on_error=1:second_deadlock_stack=1:atexit_sleep_ms=20"
    f":suppressions={here}/runtime/races.txt:print_suppressions=0")
config.environment["UBSAN_OPTIONS"] = quiet + ":halt_on_error=1:print_stacktrace=1"
config.environment["BUILD"] = build  # for those that call tools
config.environment["DETMPI_HOME"] = os.environ.get("DETMPI_HOME", "")  # of jobs that name none
if config.environment["DETMPI_HOME"] == "partition":
    config.available_features.add("partition-home")
for name in os.environ:  # of soak/netem
    if name.startswith(("SLOW_", "TEST_MPIS", "TEST_RANKS")):
        config.environment[name] = os.environ[name]
config.environment["GCC_RELEASES"] = " ".join(releases)
config.environment["HWLOC_LIBS"] = hwloc
config.environment["TEST_TORTURE"] = os.environ.get("TEST_TORTURE", "200")
# ThreadSanitizer knows of one process only.
config.environment["TEST_BUT"] = "space" if sanitizer == "thread" else os.environ.get("TEST_BUT", "")
config.environment["SANITIZE"] = f"-fsanitize={sanitizer}" if sanitizer else ""
config.environment["TEST_SLOWER"] = {"thread": "8", "address": "3"}.get(
    sanitizer, os.environ.get("TEST_SLOWER", "1"))

# ---- Substitutions -----------------------------------------------------------

sanitize = f"-fsanitize={sanitizer} -fno-omit-frame-pointer" if sanitizer else ""
if sanitizer == "undefined":
    sanitize += " -fno-sanitize-recover=undefined"
flags = f"-O2 -g -Wall -Wextra -I{root}/runtime/include -I{here}/runtime -pthread {sanitize}"
# Programs of MPI are compiled as the library, which they load; binaries of MPICH are not.
mpiexec = f"{build}/mpi/bin/detmpiexec"
if sanitizer:
    for variable, compiler in (("CC", "gcc"), ("CXX", "g++"), ("FC", "gfortran")):
        config.environment["DETMPI_" + variable] = f"{compiler} {sanitize}"
if sanitizer == "address":
    runtime = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True)
    config.environment["MPI_PRELOAD"] = os.path.realpath(runtime.stdout.strip())
    mpiexec = f"{here}/mpi/inputs/sanitized"
# The second linking is for partitions, which are not tested for other machines than this one.
twice = "" if "TEST_MACHINE" in os.environ else f" -B{here}/runtime/twice"
libs = f"{build}/liberbium.a {hwloc} -pthread{twice}"
config.substitutions += [
    ("%build", "%cc %s -o %t %libs"),
    ("%run", f"{here}/runtime/matrix"),
    ("%models", f"{here}/runtime/matrix "
                "--only default,fiber,alone,space,own-core,own-fiber,own-space"),
    ("%ranks", f"{here}/runtime/rank/ranks"),
    ("%exits", f"{here}/runtime/matrix --status"),
    ("%timed", f"timeout {180 * int(config.environment['TEST_SLOWER'])}"),
    ("%cc", f"{os.environ.get('CC') or 'gcc'} -std=gnu11 -Werror {flags}"),
    ("%cxx", f"{os.environ.get('CXX') or 'g++'} -Werror {flags}"),
    ("%strict", f"-Wall -Wextra -Wpedantic -Werror -I{root}/runtime/include {sanitize}"),
    ("%libs", f"{libs} {sanitize}"),
    ("%shared", f"-L{build} -lerbium -Wl,-rpath,{build} -pthread {sanitize}"),
    ("%oldplugin", f"gcc-{oldest} -fplugin={plugin_file(oldest)} -pthread"),
    ("%oldgcc", f"gcc-{oldest}"),
    ("%oldso", plugin_file(oldest)),
    ("%oldest", oldest),
    ("%plugin", f"gcc-{newest_release} -fplugin={plugin_file(newest_release)} -pthread"),
    ("%gcc", f"gcc-{newest_release}"),
    ("%so", plugin_file(newest_release)),
    ("%newest", newest_release),
    ("%clangs", " ".join(releases_of_clang())),
    ("%clangxx", clang.replace("-", "++-")),
    ("%clang", clang),
    ("%same", f"{here}/soak/torture --all-modes"),
    ("%mock", f"{here}/plugin/mock/inputs/runtime.c"),
    ("%python", python or "python3"),
    ("%data", data),
    ("%erbiumc", f"{build}/frontend/erbiumc"),
    ("%jit", f"{build}/frontend/erbium-run"),
    ("%interp", f"{build}/frontend/erbium-interp"),
    ("%opt", f"{build}/frontend/erbium-opt"),
    ("%gen", f"{build}/frontend/erbium-gen"),
    ("%reduce", f"{build}/frontend/erbium-reduce"),
    ("%graph", f"{build}/frontend/erbium-graph"),
    ("%report", f"{build}/frontend/erbium-report"),
    ("%place", f"{build}/frontend/erbium-place"),
    ("%streamit", f"{build}/frontend/erbium-streamit"),
    ("%status", f"{here}/frontend/status"),
    ("%agree", f"{here}/frontend/agree"),
    ("%many", f"{build}/frontend/many --gcc=gcc-{newest_release} --plugin={plugin_file(newest_release)} --include={root}/runtime/include"),
    ("%replay-streamit", f"{build}/frontend/replay-streamit"),
    ("%replay", f"{build}/frontend/replay"),
    ("%mpi/detmpiexec", mpiexec),
    ("%mpi", f"{build}/mpi/bin"),
    ("%toy", f"{root}/examples/toy"),
    ("%root", root),
    ("%out", build),
]
if os.environ.get("BLESS"):
    config.environment["BLESS"] = "1"
    config.substitutions.append((r"(?<=[|&;)] )diff(?= )|^diff(?= )",
                                 f"{sys.executable} {here}/tools/bless.py"))
