# SPDX-License-Identifier: MIT
# masked.mk - masked and stencil, with Erbium; masked-peers and stencil-peers, with OpenMP and
# oneTBB.
#
#   make masked          $(BUILD)/examples/masked
#   make stencil         $(BUILD)/examples/stencil
#
# Both have the sources main, items, places and methods in common.  Included by examples.mk.

MASKED_CFLAGS ?= -O3
MASKED_CC     ?= gcc-$(GCC_NEWEST)
MASKED_FLAGS   = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(MASKED_CFLAGS) $(SANITIZE) \
                 -Iexamples -MMD -MP
MASKED_BOTH   := $(addprefix $(BUILD)/examples/masked/,main.o items.o bursts.o)
MASKED_OURS   := $(MASKED_BOTH) \
                 $(addprefix $(BUILD)/examples/masked/,places.o lc_processes.o methods.o)
MASKED_PEERS  := $(MASKED_BOTH) $(BUILD)/examples/masked/methods_peers.o
MASKED_PROGRAMS :=

# $(1): masked or stencil.
define masked_rules
$(BUILD)/examples/$(1)/%.o: examples/$(1)/%.c
	@mkdir -p $$(@D)
	$$(MASKED_CC) $$(MASKED_FLAGS) -c $$< -o $$@

$(BUILD)/examples/$(1)/processes.o: examples/$(1)/processes.c $(PLUGIN_SO)
	@mkdir -p $$(@D)
	$$(MASKED_CC) -fplugin=$(PLUGIN_SO) $$(MASKED_FLAGS) -Iruntime/include -c $$< -o $$@

$(BUILD)/examples/$(1)/lc.o: MASKED_FLAGS += -Iruntime/include
$(BUILD)/examples/$(1)/openmp.o: MASKED_FLAGS += -fopenmp

$(BUILD)/examples/$(1)/tbb.o: examples/$(1)/tbb.cc
	@mkdir -p $$(@D)
	@echo '#include <oneapi/tbb/parallel_pipeline.h>' | $(CXX) -M -x c++ - >/dev/null 2>&1 \
	  || { echo "$(1)-peers needs <oneapi/tbb/parallel_pipeline.h>:" \
	            "install the Debian package libtbb-dev" >&2; exit 1; }
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $$(MASKED_CFLAGS) $(SANITIZE) -Iexamples \
	  -MMD -MP -c $$< -o $$@

$(BUILD)/examples/$(1)/$(1): $(MASKED_OURS) \
  $(patsubst %,$(BUILD)/examples/$(1)/%.o,kernel sequential processes lc) $(BUILD)/liberbium.a
	$$(MASKED_CC) $(SANITIZE) $$^ -o $$@ $(HWLOC_LIBS) -lm -pthread

$(BUILD)/examples/$(1)/$(1)-peers: $(MASKED_PEERS) \
  $(patsubst %,$(BUILD)/examples/$(1)/%.o,kernel openmp tbb)
	$(CXX) $(SANITIZE) -fopenmp $$^ -o $$@ $(TBB_LIBS) -lm -pthread

MASKED_PROGRAMS += $(BUILD)/examples/$(1)/$(1) $(BUILD)/examples/$(1)/$(1)-peers

$(1): $(BUILD)/examples/$(1)/$(1) $(BUILD)/examples/$(1)/$(1)-peers

-include $$(wildcard $(BUILD)/examples/$(1)/*.d)

.PHONY: $(1)
endef
$(foreach program,masked stencil,$(eval $(call masked_rules,$(program))))

$(BUILD)/examples/masked/lc_processes.o: MASKED_FLAGS += -Iruntime/include

# What lets GCC vectorise a square root, and the greatest of many numbers.
$(BUILD)/examples/masked/kernel.o $(BUILD)/examples/stencil/kernel.o: \
  MASKED_FLAGS += -fno-math-errno -ffinite-math-only -fno-signed-zeros -fno-trapping-math
