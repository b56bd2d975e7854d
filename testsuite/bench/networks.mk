# SPDX-License-Identifier: MIT
# networks.mk - programs of many processes: those of the folders chain/, fanout/,
# jpeg23/, wakeup/, waits/, grain/, bcast/ and varying/, each a folder of $(BUILD)/bench.
#
# Included by bench.mk.  What a program is follows from its name: erbium is ours,
# plugin ours in the plugin's syntax, plugin_off without coarsening, omp OpenMP, *.cc oneTBB, the others plain C.

NETWORKS := chain fanout jpeg23 wakeup waits grain bcast varying
NETWORK_SOURCES := $(foreach n,$(NETWORKS),$(wildcard $(BENCH_DIR)/$(n)/*.c $(BENCH_DIR)/$(n)/*.cc))
NETWORK_HEADERS := $(wildcard $(BENCH_DIR)/*.h $(NETWORKS:%=$(BENCH_DIR)/%/*.h))
network = $(NETWORKS:%=$(BENCH_OUT)/%/$(1))

BENCH_PROGRAMS += $(patsubst $(BENCH_DIR)/%,$(BENCH_OUT)/%,$(basename $(NETWORK_SOURCES)))

$(call network,erbium): $(BENCH_OUT)/%: $(BENCH_DIR)/%.c $(NETWORK_HEADERS) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

$(call network,plugin): $(BENCH_OUT)/%: $(BENCH_DIR)/%.c $(NETWORK_HEADERS) $(BUILD)/liberbium.a $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS)

BENCH_PROGRAMS += $(BENCH_OUT)/varying/plugin_off
$(BENCH_OUT)/varying/plugin_off: $(BENCH_DIR)/varying/plugin.c $(NETWORK_HEADERS) $(BUILD)/liberbium.a $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) -fplugin-arg-erbium-no-coarsen $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

# $(1): a folder.  Peers.
define network_rules
$(BENCH_OUT)/$(1)/%: $(BENCH_DIR)/$(1)/%.c $(NETWORK_HEADERS)
	@mkdir -p $$(@D)
	$(CC) $(BENCH_CFLAGS) $$(if $$(filter omp,$$*),-fopenmp) $(BENCH_FLAGS) $$< -o $$@
$(BENCH_OUT)/$(1)/%: $(BENCH_DIR)/$(1)/%.cc $(NETWORK_HEADERS)
	@mkdir -p $$(@D)
	$$(call bench_need,tbb_pipeline)
	$(CXX) $(BENCH_CXXFLAGS) $$(CFLAGS_tbb_pipeline) $(BENCH_FLAGS) $$< -o $$@ $$(LIBS_tbb_pipeline)
endef
$(foreach n,$(NETWORKS),$(eval $(call network_rules,$(n))))
