# SPDX-License-Identifier: MIT
# views.mk - each kernel of this folder becomes a program of all its variants.
#
#   $(BUILD)/bench/views/saxpy: main.o and {view,array,process,restrict}_{O3,O2}.o
#
# Included by bench.mk.  A loop over arrays has the text of the loop over views
# but for the brackets; it is compiled by the same GCC with the same flags.
# Loops and functions begin at a cache line in all variants: where they would
# fall by chance is worth more than 10% in a loop of a few instructions.

VIEWS_DIR     := $(BENCH_DIR)/views
VIEWS_OUT     := $(BENCH_OUT)/views
VIEWS_KERNELS := $(basename $(notdir $(wildcard $(VIEWS_DIR)/*.c)))
PLUGIN_CC      ?= gcc-$(GCC_NEWEST)
PLUGIN  ?= $(BUILD)/plugin/$(PLUGIN_CC)/erbium.so
VIEWS_FLAGS   := -std=gnu11 -Wall -Wextra -falign-functions=64 -falign-loops=64 -I$(VIEWS_DIR)
VIEWS_LEVEL_O3 := -O3 -march=native
VIEWS_LEVEL_O2 := -O2

BENCH_PROGRAMS += $(VIEWS_KERNELS:%=$(VIEWS_OUT)/%)

variant = -DVARIANT=$(1)_$(2) -DVARIANT_$(shell echo $(1) | tr a-z A-Z)=1

# $(call views_rules,kernel,level)
define views_rules
$(VIEWS_OUT)/$(1).view_$(2).o $(VIEWS_OUT)/$(1).process_$(2).o: \
  $(VIEWS_OUT)/$(1).%_$(2).o: $(VIEWS_DIR)/$(1).c $(wildcard $(VIEWS_DIR)/*.h) $(PLUGIN)
	@mkdir -p $$(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(VIEWS_FLAGS) $(VIEWS_LEVEL_$(2)) $$(call variant,$$*,$(2)) -c $$< -o $$@
$(VIEWS_OUT)/$(1).array_$(2).o $(VIEWS_OUT)/$(1).restrict_$(2).o: \
  $(VIEWS_OUT)/$(1).%_$(2).o: $(VIEWS_OUT)/$(1).array.c $(wildcard $(VIEWS_DIR)/*.h)
	$(PLUGIN_CC) $(VIEWS_FLAGS) $(VIEWS_LEVEL_$(2)) $$(call variant,$$*,$(2)) -c $$< -o $$@
endef
$(foreach k,$(VIEWS_KERNELS),$(foreach l,O3 O2,$(eval $(call views_rules,$k,$l))))

$(VIEWS_OUT)/%.array.c: $(VIEWS_DIR)/%.c
	@mkdir -p $(@D)
	sed 's/\[\[/[/g; s/\]\]/]/g' $< > $@

$(VIEWS_OUT)/main.o: $(VIEWS_DIR)/main/main.c $(VIEWS_DIR)/variant.h
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -c $< -o $@

VIEWS_OBJECTS = $(foreach v,view array process restrict,$(VIEWS_OUT)/%.$(v)_O3.o $(VIEWS_OUT)/%.$(v)_O2.o)
$(VIEWS_KERNELS:%=$(VIEWS_OUT)/%): $(VIEWS_OUT)/%: $(VIEWS_OUT)/main.o $(VIEWS_OBJECTS) $(BUILD)/liberbium.a
	$(CC) -pthread $^ -o $@ $(HWLOC_LIBS)
