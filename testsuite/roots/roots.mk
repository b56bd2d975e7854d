# SPDX-License-Identifier: MIT
# roots.mk - make check-gcc: tests of the plugin and the examples with another release of GCC;
# make check-deb: the packages in a fresh root of Debian.
#
#   make check-gcc V=16                           the tests of plugin and examples
#   make check-gcc V=16 T=testsuite/plugin/errors
#   make check-deb SUITE=trixie                   bookworm, trixie or sid
#   make check-gcc V=13 SUITE=noble MIRROR=URL    Ubuntu 24.04, as for check-deb
#
# GCC 11 to 16 are known.  If this machine lacks the release, check-gcc makes a Debian root with it
# below $(BUILD)/roots, which requires root permissions, and keeps it.  MIRROR=URL names a mirror of
# Debian other than the one that apt uses on this machine, or of Ubuntu.
#
# Included by testsuite.mk, which sets T and CHECK_PROGRAMS.

# The first packages are required for the build and for all tests, the others for some tests.
GCC_PACKAGES := $(DEPS_LIB) $(filter-out $(DEPS_LIB) gcc-@OLDGCC@%,$(DEPS_BUILD)) \
                g++-@GCC@ python3 llvm-@LLVM@-tools
GCC_OPTIONAL := $(DEPS_DEMO) $(filter-out $(GCC_PACKAGES) gcc-aarch64-linux-gnu \
                  libc6-dev-arm64-cross qemu-user $(DEPS_MPI),$(DEPS_CHECK)) procps

check-gcc:
	@BUILD='$(BUILD)' MAKE='$(MAKE)' SUITE='$(SUITE)' \
	  PACKAGES='$(GCC_PACKAGES)' OPTIONAL='$(GCC_OPTIONAL)' \
	  testsuite/roots/check-gcc '$(V)' $(filter-out testsuite,$(T))

# The packages of make deb, made and installed in roots of a suite of Debian.
check-deb:
	@BUILD='$(BUILD)' MAKE='$(MAKE)' testsuite/roots/check-deb '$(SUITE)'

check-programs: $(CHECK_PROGRAMS)

.PHONY: check-gcc check-deb check-programs
