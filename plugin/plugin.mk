# SPDX-License-Identifier: GPL-3.0-or-later
# plugin.mk - the GCC plugin, once for each GCC that has its plugin headers.
#
#   make plugin                        for GCC 11 and 12, those that are there
#   make plugin GCC_RELEASES=12
#
# Every symbol is made weak.  GCC resolves them all as it loads a plugin, and the
# link-time compiler has none of the C front end's, another release of GCC lacks
# some: so the plugin is loaded in any case and can say what is wrong.
#
# Included by the top Makefile, which sets BUILD and installs.

GCC_RELEASES ?= $(foreach v,11 12,$(if $(wildcard $(shell gcc-$(v) -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h),$(v)))
PLUGIN_CXX   ?= g++
PLUGIN_FLAGS ?= -O2 -g
OBJCOPY      ?= objcopy
PLUGIN_PARTS := $(patsubst plugin/%.cc,%,$(sort $(wildcard plugin/*.cc plugin/*/*.cc plugin/*/*/*.cc)))
PLUGINS      := $(GCC_RELEASES:%=$(BUILD)/plugin/gcc-%/erbium.so)

plugin_headers = $(shell gcc-$(1) -print-file-name=plugin)/include

define plugin_rules
$(BUILD)/plugin/gcc-$(1)/%.o: plugin/%.cc
	@mkdir -p $$(@D)
	$(PLUGIN_CXX) -std=gnu++17 -fno-rtti -fPIC -Wall -Wextra -Wno-unused-parameter $(PLUGIN_FLAGS) \
	  -DERBIUM_VERSION='"$(VERSION)"' \
	  -isystem $(call plugin_headers,$(1)) -Iplugin -Iir-spec -Iruntime/include -MMD -MP -c $$< -o $$@
$(BUILD)/plugin/gcc-$(1)/erbium.so: $(PLUGIN_PARTS:%=$(BUILD)/plugin/gcc-$(1)/%.o)
	$(PLUGIN_CXX) -r -nostdlib $$^ -o $$@.o
	$(OBJCOPY) --weaken $$@.o
	$(PLUGIN_CXX) -shared -Wl,--no-as-needed $$@.o -o $$@
-include $(PLUGIN_PARTS:%=$(BUILD)/plugin/gcc-$(1)/%.d)
endef
$(foreach v,$(GCC_RELEASES),$(eval $(call plugin_rules,$(v))))

plugin: $(PLUGINS)
.PHONY: plugin
