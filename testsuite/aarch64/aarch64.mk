# SPDX-License-Identifier: MIT
# aarch64.mk - make check-aarch64: library, plugin and examples for aarch64, under qemu.
#
#   make check-aarch64 [T=testsuite/plugin/run]
#
# Debian's cross compiler loads the plugin, which is a program of this machine; then the compiler
# of an aarch64 system, which runs under qemu, loads the plugin as a program of aarch64.  qemu shows
# neither the order of memory accesses nor the speed of a real machine (docs/internals/aarch64.md).
#
# Included by testsuite.mk, which sets T.

A64         := aarch64-linux-gnu
DEPS_AARCH64 := gcc-$(A64) g++-@GCC@-$(A64) gcc-@GCC@-plugin-dev-$(A64) libc6-dev-arm64-cross \
                qemu-user python3 llvm-@LLVM@-tools

deps-aarch64: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_AARCH64)

check-aarch64: deps-aarch64
	@BUILD='$(BUILD)' MAKE='$(MAKE)' testsuite/aarch64/check-aarch64 $(filter-out testsuite,$(T))

.PHONY: deps-aarch64 check-aarch64
