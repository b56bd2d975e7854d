# SPDX-License-Identifier: GPL-3.0-or-later
# plugin.mk - the GCC plugin, once for each GCC that has its plugin headers.
#
#   make plugin                        for each gcc-N from GCC 11 on that has them
#   make plugin GCC_RELEASES=12
#
# What a release compiles is compiled again after an update of GCC: a plugin fits one build of it.
#
# The build first compiles and runs a probe of each release (gcc/probe.cc).  So it tries a release
# that is not known yet, and rejects it before it builds anything else if GCC has changed too much.
#
# Every symbol is made weak.  GCC resolves them all as it loads a plugin, and the
# link-time compiler has none of the C front end's, another release of GCC lacks
# some: so the plugin is loaded in any case and can say what is wrong.
#
# Included by the top Makefile, which sets BUILD and installs.

ifndef GCC_RELEASES
GCC_RELEASES := $(shell for v in $$(seq 11 40); do \
  [ -e "$$(gcc-$$v -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h" ] && echo $$v; done)
endif
# The newest release, which compiles the examples and most tests.
GCC_NEWEST   := $(lastword $(GCC_RELEASES))
PLUGIN_CXX   ?= $(CXX)
PLUGIN_FLAGS ?= -O2 -g
OBJCOPY      ?= objcopy
PLUGIN_PARTS := $(filter-out gcc/probe,$(patsubst plugin/%.cc,%, \
                  $(sort $(wildcard plugin/*.cc plugin/*/*.cc plugin/*/*/*.cc))))
PROBE_PARTS  := $(filter gcc/%,$(PLUGIN_PARTS)) gcc/probe
PLUGINS      := $(GCC_RELEASES:%=$(BUILD)/plugin/gcc-%/erbium.so)

# A compiler with the plugin, for examples and tests.
PLUGIN_SO    := $(BUILD)/plugin/gcc-$(GCC_NEWEST)/erbium.so
PLUGIN_GCC   := gcc-$(GCC_NEWEST) -fplugin=$(PLUGIN_SO)

plugin_headers = $(shell gcc-$(1) -print-file-name=plugin)/include
plugin_compile = $(PLUGIN_CXX) -std=gnu++17 -fno-rtti -fPIC -Wall -Wextra -Wno-unused-parameter \
  $(PLUGIN_FLAGS) $(SAME_PATHS) -DERBIUM_VERSION='"$(VERSION)"' \
  -isystem $(call plugin_headers,$(1)) -Iplugin -Iir-spec -Iruntime/include -MMD -MP -c $$< -o $$@

# built-for tells the builds of GCC apart.  GCC's headers are in no .d file, and packages keep the
# times of their files.
define plugin_rules
$(BUILD)/plugin/gcc-$(1)/built-for: always
	@mkdir -p $$(@D)
	@is="`LC_ALL=C gcc-$(1) -v 2>&1; cat '$(call plugin_headers,$(1))/plugin-version.h'`"; \
	  [ "$$$$is" = "`cat $$@ 2>/dev/null`" ] || printf '%s\n' "$$$$is" >$$@
$(BUILD)/plugin/gcc-$(1)/gcc/%.o: plugin/gcc/%.cc $(BUILD)/plugin/gcc-$(1)/built-for
	@mkdir -p $$(@D)
	$(plugin_compile) || plugin/gcc/reject $(1) "has unknown headers"
$(BUILD)/plugin/gcc-$(1)/probe.so: $(PROBE_PARTS:%=$(BUILD)/plugin/gcc-$(1)/%.o)
	$(PLUGIN_CXX) -shared $$^ -o $$@
$(BUILD)/plugin/gcc-$(1)/probed: $(BUILD)/plugin/gcc-$(1)/probe.so plugin/gcc/probe_input.c
	gcc-$(1) -fplugin=$$< -fsyntax-only plugin/gcc/probe_input.c >$$@.out 2>&1 && [ ! -s $$@.out ] \
	  || plugin/gcc/reject $(1) "does not behave as the plugin requires" $$@.out
	@mv $$@.out $$@
$(BUILD)/plugin/gcc-$(1)/%.o: plugin/%.cc $(BUILD)/plugin/gcc-$(1)/built-for \
  | $(BUILD)/plugin/gcc-$(1)/probed
	@mkdir -p $$(@D)
	$(plugin_compile)
$(BUILD)/plugin/gcc-$(1)/erbium.so: $(PLUGIN_PARTS:%=$(BUILD)/plugin/gcc-$(1)/%.o)
	$(PLUGIN_CXX) -r -nostdlib $$^ -o $$@.o
	$(OBJCOPY) --weaken $$@.o
	$(PLUGIN_CXX) -shared -Wl,--no-as-needed $$@.o -o $$@
-include $(PLUGIN_PARTS:%=$(BUILD)/plugin/gcc-$(1)/%.d) $(BUILD)/plugin/gcc-$(1)/gcc/probe.d
endef
$(foreach v,$(GCC_RELEASES),$(eval $(call plugin_rules,$(v))))

plugin: $(PLUGINS)
	$(if $(GCC_RELEASES),,@echo 'note: no GCC with plugin headers (gcc-N-plugin-dev) found; omitting the plugin' >&2)

always:

.PHONY: plugin always
