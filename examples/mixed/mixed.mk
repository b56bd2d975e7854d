# SPDX-License-Identifier: MIT
# mixed.mk - make mixed: one program of C with the plugin, of the textual IR, and of C without
# the plugin.

MIXED_OUT      := $(BUILD)/examples/mixed
CHECK_PROGRAMS += $(if $(GCCJIT_RELEASE),$(MIXED_OUT)/mixed)

mixed: $(MIXED_OUT)/mixed

$(MIXED_OUT)/wave.o: examples/mixed/wave.c $(PLUGIN_SO)
	@mkdir -p $(@D)
	$(PLUGIN_GCC) -O3 -Wall -Wextra $(SANITIZE) -c $< -o $@

$(MIXED_OUT)/smooth.o: examples/mixed/smooth.er $(BUILD)/frontend/erbiumc
	@mkdir -p $(@D)
	$(BUILD)/frontend/erbiumc -O3 -c $< -o $@

$(MIXED_OUT)/main.o: examples/mixed/main.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) -c $< -o $@

$(MIXED_OUT)/mixed: $(MIXED_OUT)/main.o $(MIXED_OUT)/smooth.o $(MIXED_OUT)/wave.o $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $^ $(HWLOC_LIBS) -pthread -o $@

-include $(MIXED_OUT)/main.d

.PHONY: mixed
