# SPDX-License-Identifier: MIT
# bench.mk - builds the benchmark programs into $(BUILD)/bench/.
#
# Included by the top Makefile, which sets CC, CXX and BUILD.  It may add
# programs of its own to BENCH_PROGRAMS.  A peer is one source below peers/ and
# one line in the table "What a peer needs"; a peer whose library is missing
# stops the build with the name of the Debian package (packages.txt has all).

BENCH_DIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
BENCH_OUT := $(BUILD)/bench

BENCH_PEERS := handoff alone boost_spsc moodycamel readerwriterqueue atomic_queue \
               ck_ring rte_ring tbb_pipeline omp_tasks mutex_ring
BENCH_PROGRAMS += $(BENCH_PEERS:%=$(BENCH_OUT)/%)

# Last on the line: DPDK's own flags name a lesser machine.
BENCH_FLAGS := -O3 -march=native -pthread -Wall -Wextra
BENCH_CFLAGS := -std=gnu11
BENCH_CXXFLAGS := -std=gnu++17
BENCH_COMMON := $(BENCH_DIR)/common.h $(BENCH_DIR)/options.h $(BENCH_DIR)/peers/spsc.h

# What a peer needs: NEEDS_peer = header, Debian package.
NEEDS_boost_spsc        := boost/lockfree/spsc_queue.hpp libboost-dev
NEEDS_moodycamel        := concurrentqueue/concurrentqueue.h libconcurrentqueue-dev
NEEDS_readerwriterqueue := readerwriterqueue/readerwriterqueue.h libreaderwriterqueue-dev
NEEDS_atomic_queue      := atomic_queue/atomic_queue.h libatomic-queue-dev
NEEDS_ck_ring           := ck_ring.h libck-dev
NEEDS_rte_ring          := rte_ring.h libdpdk-dev
NEEDS_tbb_pipeline      := oneapi/tbb/parallel_pipeline.h libtbb-dev

# Expanded when a peer is built, so that pkg-config runs only then.
CFLAGS_rte_ring    = $(shell pkg-config --cflags libdpdk 2>/dev/null)
LIBS_rte_ring      = $(shell pkg-config --libs libdpdk 2>/dev/null)
CFLAGS_tbb_pipeline = $(shell pkg-config --cflags tbb 2>/dev/null)
LIBS_tbb_pipeline  = $(shell pkg-config --libs tbb 2>/dev/null)
CFLAGS_omp_tasks   = -fopenmp

# $(call bench_need,peer): fails with the package's name unless its header is there.
define bench_need
@$(if $(NEEDS_$(1)),printf '\043include <%s>\n' '$(firstword $(NEEDS_$(1)))' \
  | $(CXX) $(CFLAGS_$(1)) $(BENCH_FLAGS) -M -x c++ - >/dev/null 2>&1 \
  || { echo "bench: $(1) needs <$(firstword $(NEEDS_$(1)))>:" \
            "install the Debian packages pkg-config and $(lastword $(NEEDS_$(1)))" >&2; exit 1; },:)
endef

# Us.  ERBIUM_TRUSTED is to erbium.h what NDEBUG is to assert.
BENCH_US := stream_erbium
BENCH_PROGRAMS += $(BENCH_US:%=$(BENCH_OUT)/%)

include $(BENCH_DIR)/views/views.mk
include $(BENCH_DIR)/networks.mk
include $(BENCH_DIR)/fft/fft.mk
include $(BENCH_DIR)/fmradio/fmradio.mk
include $(BENCH_DIR)/wifi/wifi.mk
include $(BENCH_DIR)/ir/ir.mk
include $(BENCH_DIR)/streamit/streamit.mk
include $(BENCH_DIR)/channel/channel.mk
include $(BENCH_DIR)/detmpi/detmpi.mk
include $(BENCH_DIR)/partition/partition.mk
include $(BENCH_DIR)/ranks/ranks.mk
include $(BENCH_DIR)/streams/streams.mk
include $(BENCH_DIR)/python/python.mk

# Whole programs, from start to end, and what runs them; racey only counts.
BENCH_PROGRAMS += $(BENCH_OUT)/whole $(JPEG_PROGRAMS) $(DEDUP_PROGRAMS) $(MAPREDUCE_PROGRAM) $(FERRET_PROGRAMS) $(MASKED_PROGRAMS) $(BENCH_OUT)/racey/network $(BENCH_OUT)/racey/threads

$(BENCH_OUT)/whole: $(BENCH_DIR)/whole.c $(BENCH_COMMON)
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@

$(BENCH_OUT)/racey/network: $(RACEY)/network.c $(RACEY)/racey.h $(BUILD)/liberbium.a $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) -O2 $< -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread

$(BENCH_OUT)/racey/threads: $(RACEY)/threads.c $(RACEY)/racey.h
	@mkdir -p $(@D)
	$(PLUGIN_CC) -O2 $< -o $@ -pthread

# coarsening_BURST with the plugin's coarsening, coarsening_BURST_off without.
COARSENING_BURSTS := 1 16 64 256 1024 4096 65536
COARSENING := $(foreach b,$(COARSENING_BURSTS),coarsening_$(b) coarsening_$(b)_off)
BENCH_PROGRAMS += $(COARSENING:%=$(BENCH_OUT)/%)

$(COARSENING:%=$(BENCH_OUT)/%): $(BENCH_DIR)/coarsening_erbium.c $(BENCH_COMMON) \
                                $(BUILD)/liberbium.a $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(if $(filter %_off,$@),-fplugin-arg-erbium-no-coarsen) \
	  $(BENCH_CFLAGS) $(BENCH_FLAGS) -DBURST=$(word 2,$(subst _, ,$(notdir $@))) $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

.PHONY: bench bench-programs
bench-programs: $(BENCH_PROGRAMS)

bench: deps-bench
	@[ -n '$(B)' ] || { echo "which? make bench B=$$(cd $(BENCH_DIR) && grep -l '^def run' *.py | sed 's/\.py//' | paste -sd'|')"; exit 2; }
	@$(MAKE) --no-print-directory bench-programs
	@$(BENCH_DIR)/bench $(B) --build $(BUILD) $(BENCH_ARGS)

$(BENCH_US:%=$(BENCH_OUT)/%): $(BENCH_OUT)/%: $(BENCH_DIR)/%.c $(BENCH_COMMON) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

$(BENCH_OUT)/%: $(BENCH_DIR)/peers/%.c $(BENCH_COMMON)
	@mkdir -p $(@D)
	$(call bench_need,$*)
	$(CC) $(BENCH_CFLAGS) $(CFLAGS_$*) $(BENCH_FLAGS) $< -o $@ $(LIBS_$*)

$(BENCH_OUT)/%: $(BENCH_DIR)/peers/%.cc $(BENCH_COMMON)
	@mkdir -p $(@D)
	$(call bench_need,$*)
	$(CXX) $(BENCH_CXXFLAGS) $(CFLAGS_$*) $(BENCH_FLAGS) $< -o $@ $(LIBS_$*)
