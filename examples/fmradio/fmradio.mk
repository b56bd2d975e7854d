# SPDX-License-Identifier: MIT
# fmradio.mk - the FM receiver: make fmradio builds all its versions into
# $(BUILD)/examples/fmradio/, make demo runs it.
#
# All versions share the objects of the kernels, so that they compute the same to the
# last bit.  Included by examples.mk.

PLUGIN_CC ?= gcc-$(GCC_NEWEST)
PLUGIN    ?= $(BUILD)/plugin/$(PLUGIN_CC)/erbium.so

FMRADIO_DIR := examples/fmradio
FMRADIO_OUT := $(BUILD)/$(FMRADIO_DIR)
# What filters do is a matter for the vectoriser; no errno, no traps in its way.  Each
# operation is rounded as it is written (kernels.c), but in filters.
FMRADIO_CFLAGS ?= -O3 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=off
FMRADIO_DEMO_SECONDS ?= 60

FMRADIO_VERSIONS := fmradio fmradio-workers fmradio-sequential fmradio-openmp fmradio-tbb fmradio-original
FMRADIO_PROGRAMS := $(addprefix $(FMRADIO_OUT)/,$(FMRADIO_VERSIONS) broadcast judge look network.dot)

FMRADIO_DEMO     := $(addprefix $(FMRADIO_OUT)/,fmradio fmradio-sequential broadcast judge look network.dot)

# $(call fmradio_objects,names)
fmradio_objects = $(patsubst %,$(FMRADIO_OUT)/%.o,$(1))
FMRADIO_PARTS := design filters kernels capture sound
FMRADIO_ERBIUM := network data processes
FMRADIO_PLAIN := $(filter-out $(FMRADIO_ERBIUM) original openmp,$(notdir $(basename $(wildcard $(FMRADIO_DIR)/*.c))))

DEPS_DEMO  += graphviz
DEPS_CHECK += libtbb-dev

fmradio: $(FMRADIO_PROGRAMS)

$(call fmradio_objects,$(FMRADIO_PLAIN)): $(FMRADIO_OUT)/%.o: $(FMRADIO_DIR)/%.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(FMRADIO_CFLAGS) -c $< -o $@

$(call fmradio_objects,$(FMRADIO_ERBIUM)): $(FMRADIO_OUT)/%.o: $(FMRADIO_DIR)/%.c $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) -fplugin-arg-erbium-network=$(@:.o=.json) $(EXAMPLE_CFLAGS) $(FMRADIO_CFLAGS) -c $< -o $@

$(FMRADIO_OUT)/openmp.o: $(FMRADIO_DIR)/openmp.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(FMRADIO_CFLAGS) -fopenmp -c $< -o $@

$(FMRADIO_OUT)/tbb.o: $(FMRADIO_DIR)/tbb.cc
	@mkdir -p $(@D)
	@printf '\043include <oneapi/tbb/parallel_pipeline.h>\n' | $(CXX) -M -x c++ - >/dev/null 2>&1 \
	  || { echo "fmradio-tbb needs oneTBB: install the Debian package libtbb-dev" >&2; exit 1; }
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $(SANITIZE) $(FMRADIO_CFLAGS) -MMD -MP -c $< -o $@

# As in the paper: that is the baseline.
$(FMRADIO_OUT)/original.o: $(FMRADIO_DIR)/original.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) -O2 -fno-tree-vectorize -c $< -o $@

# What each version is made of, beside main.o and the parts that all have.
FMRADIO_IS_fmradio            := network processes
FMRADIO_IS_fmradio-workers    := data processes
FMRADIO_IS_fmradio-sequential := sequential chain
FMRADIO_IS_fmradio-openmp     := openmp token chain
FMRADIO_IS_fmradio-tbb        := tbb token chain
FMRADIO_IS_fmradio-original   := original

# $(call fmradio_libs,version)
fmradio_libs = $(if $(filter fmradio fmradio-workers,$(1)),$(EXAMPLE_LIBS)) \
               $(if $(filter fmradio-openmp,$(1)),-fopenmp) $(if $(filter fmradio-tbb,$(1)),$(TBB_LIBS)) -lm

define fmradio_version
$(FMRADIO_OUT)/$(1): $(call fmradio_objects,main $(FMRADIO_IS_$(1)) $(FMRADIO_PARTS)) \
                     $(if $(filter fmradio fmradio-workers,$(1)),$(BUILD)/liberbium.a)
	$(if $(filter fmradio-tbb,$(1)),$(CXX),$(CC)) $(SANITIZE) $$(filter %.o,$$^) -o $$@ $$(call fmradio_libs,$(1))
endef
$(foreach v,$(FMRADIO_VERSIONS),$(eval $(call fmradio_version,$(v))))

$(FMRADIO_OUT)/broadcast: $(call fmradio_objects,broadcast music transmitter $(FMRADIO_PARTS))
$(FMRADIO_OUT)/judge: $(call fmradio_objects,judge measure)
$(FMRADIO_OUT)/look: $(call fmradio_objects,look measure spectrum $(FMRADIO_PARTS))
$(addprefix $(FMRADIO_OUT)/,broadcast judge look):
	$(CC) $(SANITIZE) $^ -o $@ -lm

# What the plugin has written of the units.
$(FMRADIO_OUT)/network.dot: $(call fmradio_objects,network processes) $(BUILD)/frontend/erbium-graph
	$(BUILD)/frontend/erbium-graph $(patsubst %.o,%.json,$(filter %.o,$^)) --format=dot -o $@

demo: deps-demo
	@mkdir -p $(BUILD)/demo
	@$(MAKE) -s --no-print-directory $(BUILD_JOBS) $(FMRADIO_DEMO)
	@$(FMRADIO_DIR)/demo $(abspath $(FMRADIO_OUT)) $(abspath $(BUILD)/demo) $(FMRADIO_DEMO_SECONDS)

-include $(wildcard $(FMRADIO_OUT)/*.d)

.PHONY: fmradio
