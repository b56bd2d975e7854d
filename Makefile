# Erbium.  make all | deps | demo | check | bench | soak | clean
#          make lib | install-lib                           the library alone
#          make install | uninstall                         runtime/install/install.mk
#          make deb                                         packages for Debian
#          make check-gcc V=16                              plugin and examples with another GCC
#
#   make check [T=testsuite/runtime/clauses] [SAN=address|undefined|thread]
#   make bench B=peers
#   make soak [SECONDS=3600] [SEED=1]
#   make BUILD=build/debug CFLAGS='-O0 -g'     builds live side by side

BUILD   ?= build$(if $(SAN),/$(SAN))
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX     := $(if $(filter default,$(origin CXX)),g++,$(CXX))
# Compiles the programs that the build runs; CC may be a cross compiler.
HOST_CC ?= $(if $(shell command -v gcc),gcc,$(CC))
AR      := $(if $(filter default,$(origin AR)),ar,$(AR))
CFLAGS  ?= -O2 -g
VERSION := 0.2.0
# Until version 1, programs must be compiled again for each minor version.
SONAME  := liberbium.so.$(basename $(VERSION))

# HWLOC=no builds without hwloc, for a cross compiler that has none.
HWLOC        ?= yes
HWLOC_CFLAGS := $(if $(filter no,$(HWLOC)),-DERB_NO_HWLOC,)
HWLOC_LIBS   := $(if $(filter no,$(HWLOC)),,-lhwloc)

# How fibers switch: boost (two objects of Boost.Context, which become part of the
# library), or ucontext where the compiler's target has no Boost.Context.
BOOST_CONTEXT := $(filter /%,$(shell $(CC) -print-file-name=libboost_context.a 2>/dev/null))
FIBER         ?= $(if $(BOOST_CONTEXT),boost,ucontext)
FIBER_CFLAGS  := $(if $(filter ucontext,$(FIBER)),-DERB_FIBER_UCONTEXT)
ifeq ($(FIBER)$(BOOST_CONTEXT),boost)
$(error FIBER=boost needs libboost_context.a, which $(CC) does not find: \
  install libboost-context-dev, or take FIBER=ucontext)
endif

SANITIZE  := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer)
# For the tools that the build itself runs, as for those of the tests.
ifeq ($(SAN),address)
export LSAN_OPTIONS := suppressions=$(CURDIR)/testsuite/frontend/leaks.txt:print_suppressions=0
endif
# Debug information names the sources relative to the folder of the sources, so builds in different
# folders give the same bytes.  GCC takes the name of that folder from PWD, which may be a link.
SAME_PATHS := -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(BUILD)=build
export PWD := $(CURDIR)
WARNINGS  := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wno-missing-field-initializers
INCLUDES  := -Iruntime/include -Iruntime -Iir-spec
ALL_CFLAGS = -std=gnu11 $(WARNINGS) $(CFLAGS) $(SAME_PATHS) $(SANITIZE) -pthread -fPIC -fno-plt \
             -fvisibility=hidden $(INCLUDES) $(HWLOC_CFLAGS) $(FIBER_CFLAGS) -MMD -MP

all: lib blocks mpi ranks $(BUILD)/erbium-replay $(BUILD)/erbium-partition $(BUILD)/erbium-top plugin frontend commands manuals

include runtime/runtime.mk
include runtime/blocks/blocks.mk
include runtime/mpi/mpi.mk
include plugin/plugin.mk
include frontend/frontend.mk
include frontend/python/python.mk
include runtime/replay/replay.mk
include runtime/partition/partition.mk
include runtime/top/top.mk
include runtime/rank/rank.mk
include runtime/install/commands/commands.mk
include docs/docs.mk

# ---- What is needed --------------------------------------------------------

# Debian packages for the library, for the whole build, and for the tests; testsuite/bench lists
# those for the benchmarks.  @GCC@, @OLDGCC@ and @LLVM@ are the releases of the distribution
# (testsuite/deps.sh).
DEPS_LIB   := gcc make libc6-dev libhwloc-dev libboost-context-dev libseccomp-dev \
              libxxhash-dev
DEPS_BUILD := $(DEPS_LIB) g++ pkg-config gcc-@OLDGCC@ gcc-@OLDGCC@-plugin-dev \
              gcc-@GCC@ gcc-@GCC@-plugin-dev re2c libffi-dev libgccjit-@GCC@-dev \
              libjansson-dev libmetis-dev go-md2man libdw-dev python3
DEPS_DEMO  := gnuplot-nox
DEPS_DEB   := debhelper
DEPS_MPI   := gfortran mpich libmpich-dev scalapack-mpi-test openmpi-bin libopenmpi-dev
DEPS_PYTHON := python3-dev python3-numpy python3-pip python3-setuptools python3-wheel
DEPS_CHECK := git llvm-@LLVM@-tools clang-@LLVM@ libclang-rt-@LLVM@-dev \
              libcmocka-dev gdb valgrind ccache gcc-@GCC@-source g++-@GCC@ gcc-aarch64-linux-gnu \
              libc6-dev-arm64-cross qemu-user binutils \
              $(DEPS_PYTHON) python3-scipy libfftw3-dev \
              libjpeg-turbo-progs libjpeg-dev libtbb-dev tshark graphviz groff-base \
              nettle-dev zlib1g-dev libjemalloc-dev cmake meson ninja-build xz-utils bc sqlite3 \
              vim emacs-nox clangd-@LLVM@ clang-format-@LLVM@ man-db abigail-tools \
              $(DEPS_MPI) $(DEPS_DEB) lintian chromium
# Packages that are required only by some tests, and that some distributions lack.
DEPS_OPTIONAL := scalapack-mpi-test chromium abigail-tools
DEPS_BENCH := $(DEPS_PYTHON) $(shell cat testsuite/bench/packages.txt 2>/dev/null)

deps: ; @OPTIONAL='$(DEPS_OPTIONAL)' sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_DEMO) $(DEPS_CHECK)
deps-lib: ; @sh testsuite/deps.sh $(DEPS_LIB)
deps-build: ; @sh testsuite/deps.sh $(DEPS_BUILD)
deps-demo: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_DEMO)
deps-bench: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_BENCH)

# ---- Programs made from the library ----------------------------------------

include examples/examples.mk
include testsuite/testsuite.mk
include testsuite/model/model.mk
include testsuite/bench/bench.mk

# ---- Install ---------------------------------------------------------------

include runtime/install/install.mk

clean:
	rm -rf $(BUILD)

.PHONY: all deps deps-lib deps-build deps-demo deps-bench demo check bench soak clean
.DELETE_ON_ERROR:
