# SPDX-License-Identifier: MIT
# examples.mk - make examples, and make demo.
#
# NAME.c is a program by itself, and NAME.out what it prints (checked by
# testsuite/examples).  The programs of the tutorial, in the language of the plugin, are in
# plugin/, and those in C++20 in cxx/.  An application has a folder with a .mk file of its own.
# Included by the top Makefile.

EXAMPLES := first broadcast workers fir handover feedback observer spaces lc lc-sums
PLUGIN_EXAMPLES := first broadcast fir workers end handover feedback primitives rates receiver
CXX_EXAMPLES := average
EXAMPLE_PROGRAMS := $(BUILD)/examples/blocks/receiver $(CXX_EXAMPLES:%=$(BUILD)/examples/cxx/%) $(EXAMPLES:%=$(BUILD)/examples/%) $(PLUGIN_EXAMPLES:%=$(BUILD)/examples/plugin/%)
EXAMPLE_CFLAGS = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(SANITIZE) -Iruntime/include -MMD -MP
# Debian 13's TBB needs a later libstdc++ than its GCC 13 links with; programs then load the later one.
TBB_LIBS := -ltbb -Wl,--allow-shlib-undefined
EXAMPLE_LIBS = $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread

# The newest clang, for the fuzzers of make soak.
FUZZ_CLANG ?= $(notdir $(lastword $(sort $(wildcard /usr/bin/clang-[1-9][0-9]))))

include examples/dedup/dedup.mk
include examples/fmradio/fmradio.mk
include examples/fft/fft.mk
include examples/jpeg/jpeg.mk
include examples/wifi/wifi.mk
include examples/ir/ir.mk
include examples/mixed/mixed.mk
include examples/mapreduce/mapreduce.mk
include examples/ferret/ferret.mk
include examples/masked/masked.mk
include examples/mpi/mpi-examples.mk

examples: $(EXAMPLE_PROGRAMS) dedup fmradio fft jpeg wifi mapreduce ferret masked stencil mpi-examples \
          $(if $(GCCJIT_RELEASE),mixed ir-examples)

$(EXAMPLES:%=$(BUILD)/examples/%): $(BUILD)/examples/%: examples/%.c $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $< -o $@ $(EXAMPLE_LIBS)

$(BUILD)/examples/blocks/receiver: examples/blocks/receiver.c $(BUILD)/liberbium-blocks.a \
  $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $< -o $@ $(BUILD)/liberbium-blocks.a $(EXAMPLE_LIBS) -lm -ldl

$(CXX_EXAMPLES:%=$(BUILD)/examples/cxx/%): $(BUILD)/examples/cxx/%: examples/cxx/%.cc \
  $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -Wall -Wextra -Wshadow $(CFLAGS) $(SANITIZE) -Iruntime/include -MMD -MP $< -o $@ \
	  $(EXAMPLE_LIBS)

$(PLUGIN_EXAMPLES:%=$(BUILD)/examples/plugin/%): $(BUILD)/examples/plugin/%: \
  examples/plugin/%.c $(BUILD)/liberbium.a $(PLUGIN_SO)
	@mkdir -p $(@D)
	$(PLUGIN_GCC) -O2 -Wall -Wextra $(SANITIZE) $< -o $@ $(EXAMPLE_LIBS) -lm

-include $(EXAMPLES:%=$(BUILD)/examples/%.d) $(CXX_EXAMPLES:%=$(BUILD)/examples/cxx/%.d)

.PHONY: examples
