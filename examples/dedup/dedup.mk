# SPDX-License-Identifier: MIT
# dedup.mk - dedup, with Erbium; dedup-sequential without; dedup-pthreads, and the same with
# jemalloc, dedup-jemalloc; dedup-tbb; dedup-generate, which makes inputs.
#
#   make dedup           all, in $(BUILD)/examples/dedup
#
# Included by examples.mk.

DEDUP_CFLAGS ?= -O3
DEDUP_CC     ?= gcc-$(GCC_NEWEST)
DEDUP_OUT    := $(BUILD)/examples/dedup
DEDUP_PLUGIN := $(PLUGIN_SO)
DEDUP_COMMON := main file chunks table pack archive unpack
DEDUP_LOCKS  := pthreads pthreads_queue pthreads_table pthreads_order methods_pthreads
DEDUP_FLAGS   = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(DEDUP_CFLAGS) $(SANITIZE) -MMD -MP
DEDUP_LIBS   := -lnettle -lz
DEDUP_PROGRAMS := $(addprefix $(DEDUP_OUT)/,dedup dedup-sequential dedup-pthreads dedup-jemalloc dedup-tbb dedup-generate)
dedup_objects = $(patsubst %,$(DEDUP_OUT)/%.o,$(DEDUP_COMMON) $(1))

dedup: $(DEDUP_PROGRAMS)

$(DEDUP_OUT)/%.o: examples/dedup/%.c
	@mkdir -p $(@D)
	$(DEDUP_CC) $(DEDUP_FLAGS) -c $< -o $@

$(DEDUP_OUT)/processes.o: examples/dedup/processes.c $(DEDUP_PLUGIN)
	@mkdir -p $(@D)
	$(DEDUP_CC) -fplugin=$(DEDUP_PLUGIN) $(DEDUP_FLAGS) -Iruntime/include -c $< -o $@

$(DEDUP_OUT)/spaces.o $(DEDUP_OUT)/spaces_stations.o: DEDUP_FLAGS += -Iruntime/include

$(DEDUP_OUT)/dedup: $(call dedup_objects,sequential processes spaces spaces_stations methods) $(BUILD)/liberbium.a
	$(DEDUP_CC) $(SANITIZE) $^ -o $@ $(DEDUP_LIBS) $(HWLOC_LIBS) -pthread

$(DEDUP_OUT)/dedup-sequential: $(call dedup_objects,sequential methods_sequential)
	$(DEDUP_CC) $(SANITIZE) $^ -o $@ $(DEDUP_LIBS)

$(DEDUP_OUT)/dedup-pthreads: $(call dedup_objects,$(DEDUP_LOCKS))
	$(DEDUP_CC) $(SANITIZE) $^ -o $@ $(DEDUP_LIBS) -pthread

# The sanitizers have an allocator of their own.
$(DEDUP_OUT)/dedup-jemalloc: $(call dedup_objects,$(DEDUP_LOCKS))
	$(DEDUP_CC) $(SANITIZE) $^ -o $@ $(DEDUP_LIBS) $(if $(SAN),,-Wl,--no-as-needed -ljemalloc) -pthread

$(DEDUP_OUT)/tbb.o: examples/dedup/tbb.cc
	@mkdir -p $(@D)
	@echo '#include <oneapi/tbb/parallel_pipeline.h>' | $(CXX) -M -x c++ - >/dev/null 2>&1 \
	  || { echo "dedup-tbb needs <oneapi/tbb/parallel_pipeline.h>: install the Debian package libtbb-dev" >&2; exit 1; }
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $(DEDUP_CFLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(DEDUP_OUT)/dedup-tbb: $(call dedup_objects,tbb methods_tbb)
	$(CXX) $(SANITIZE) $^ -o $@ $(DEDUP_LIBS) $(TBB_LIBS)

$(DEDUP_OUT)/dedup-generate: $(DEDUP_OUT)/generate.o
	$(DEDUP_CC) $(SANITIZE) $^ -o $@

-include $(wildcard $(DEDUP_OUT)/*.d)

.PHONY: dedup

# ---- Fuzzing (make soak) ------------------------------------------------------

DEDUP_FUZZ_SOURCES := $(addprefix examples/dedup/,$(addsuffix .c,$(filter-out main,$(DEDUP_COMMON))))
DEDUP_FUZZ_SECONDS ?= $(shell expr $(SECONDS) / 10 + 1)

$(DEDUP_OUT)/fuzz: testsuite/examples/dedup/inputs/fuzz.c $(DEDUP_FUZZ_SOURCES) $(wildcard examples/dedup/*.h)
	@mkdir -p $(@D)
	$(FUZZ_CLANG) -std=gnu11 -O1 -g -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=fuzzer,address,undefined \
	  -fno-sanitize-recover=undefined -Iexamples/dedup $(filter %.c,$^) -o $@ $(DEDUP_LIBS)

# What it finds stands in $(DEDUP_OUT)/found; an archive that takes 5 s is a find, too.
soak-dedup: $(DEDUP_OUT)/fuzz
	@mkdir -p $(DEDUP_OUT)/corpus $(DEDUP_OUT)/found
	@python3 testsuite/examples/dedup/inputs/corpus.py $(DEDUP_OUT)/corpus
	@$(DEDUP_OUT)/fuzz -seed=$(SEED) -max_total_time=$(DEDUP_FUZZ_SECONDS) -timeout=5 -rss_limit_mb=1024 -max_len=20000 \
	  -artifact_prefix=$(DEDUP_OUT)/found/ -close_fd_mask=1 -print_final_stats=1 $(DEDUP_OUT)/corpus

.PHONY: soak-dedup
