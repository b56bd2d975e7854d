# SPDX-License-Identifier: MIT
# roots.mk - make check-gcc: the plugin, the examples and the views with another release of GCC.
#
#   make check-gcc V=16                           the tests of plugin and examples
#   make check-gcc V=16 T=testsuite/plugin/errors
#
# GCC 11 to 16 are known.  A release that is not on this machine is taken from Debian: a root with
# it is made below $(BUILD)/roots, which needs the rights of root, and used again (check-gcc).
# MIRROR=URL is where Debian comes from, else from the mirror that apt uses here.
#
# Included by testsuite.mk, which sets T and CHECK_PROGRAMS.

# Without these nothing is built or tested; the others are needed by some tests.
GCC_PACKAGES := $(DEPS_LIB) $(filter-out $(DEPS_LIB) gcc-@OLDGCC@%,$(DEPS_BUILD)) g++-@GCC@ python3 llvm-@LLVM@-tools
GCC_OPTIONAL := $(DEPS_DEMO) $(filter-out $(GCC_PACKAGES) gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user, \
                  $(DEPS_CHECK)) procps

check-gcc:
	@BUILD='$(BUILD)' MAKE='$(MAKE)' PACKAGES='$(GCC_PACKAGES)' OPTIONAL='$(GCC_OPTIONAL)' \
	  testsuite/roots/check-gcc '$(V)' $(filter-out testsuite,$(T))

check-programs: $(CHECK_PROGRAMS)

.PHONY: check-gcc check-programs
