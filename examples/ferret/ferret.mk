# SPDX-License-Identifier: MIT
# ferret.mk - ferret, with Erbium; ferret-peers, with threads and with oneTBB; ferret-generate, which
# makes pictures.
#
#   make ferret          all, in $(BUILD)/examples/ferret
#
# Included by examples.mk.

FERRET_CFLAGS ?= -O3
FERRET_CC     ?= gcc-$(GCC_NEWEST)
FERRET_OUT    := $(BUILD)/examples/ferret
FERRET_COMMON := main fail load segment extract index vectorise distance rank output sequential
FERRET_FLAGS   = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(FERRET_CFLAGS) $(SANITIZE) -MMD -MP
FERRET_LIBS   := -ljpeg -lm
FERRET_PROGRAMS := $(addprefix $(FERRET_OUT)/,ferret ferret-peers ferret-generate)
ferret_objects = $(patsubst %,$(FERRET_OUT)/%.o,$(FERRET_COMMON) $(1))

ferret: $(FERRET_PROGRAMS)

$(FERRET_OUT)/%.o: examples/ferret/%.c
	@mkdir -p $(@D)
	$(FERRET_CC) $(FERRET_FLAGS) -c $< -o $@

$(FERRET_OUT)/processes.o: examples/ferret/processes.c $(PLUGIN_SO)
	@mkdir -p $(@D)
	$(FERRET_CC) -fplugin=$(PLUGIN_SO) $(FERRET_FLAGS) -Iruntime/include -c $< -o $@

$(FERRET_OUT)/channels.o: FERRET_FLAGS += -Iruntime/include

$(FERRET_OUT)/tbb.o: examples/ferret/tbb.cc
	@mkdir -p $(@D)
	@echo '#include <oneapi/tbb/parallel_pipeline.h>' | $(CXX) -M -x c++ - >/dev/null 2>&1 \
	  || { echo "ferret-peers needs <oneapi/tbb/parallel_pipeline.h>: install the Debian package libtbb-dev" >&2; exit 1; }
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $(FERRET_CFLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(FERRET_OUT)/ferret: $(call ferret_objects,processes channels methods) $(BUILD)/liberbium.a
	$(FERRET_CC) $(SANITIZE) $^ -o $@ $(FERRET_LIBS) $(HWLOC_LIBS) -pthread

$(FERRET_OUT)/ferret-peers: $(call ferret_objects,pthreads pthreads_queue tbb methods_peers)
	$(CXX) $(SANITIZE) $^ -o $@ $(FERRET_LIBS) $(TBB_LIBS) -pthread

$(FERRET_OUT)/ferret-generate: $(FERRET_OUT)/generate.o $(FERRET_OUT)/fail.o
	$(FERRET_CC) $(SANITIZE) $^ -o $@ $(FERRET_LIBS)

-include $(wildcard $(FERRET_OUT)/*.d)

.PHONY: ferret
