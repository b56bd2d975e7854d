# SPDX-License-Identifier: MIT
# fmradio.mk - the versions of examples/fmradio, to be timed: $(BUILD)/bench/fmradio/.
#
# The same objects as those of the programs there; main.c takes the place of theirs.
# Included by bench.mk.

FMRADIO_BENCH := network workers sequential openmp tbb original
FMRADIO_BENCH_OUT := $(BENCH_OUT)/fmradio
BENCH_PROGRAMS += $(FMRADIO_BENCH:%=$(FMRADIO_BENCH_OUT)/%)

# The version of examples/fmradio that a name stands for.
fmradio_version_of = fmradio$(if $(filter-out network,$(1)),-$(1))
fmradio_ours = $(filter network workers,$(1))

$(FMRADIO_BENCH_OUT)/ours.o: BENCH_OURS := -DOURS
$(FMRADIO_BENCH_OUT)/ours.o $(FMRADIO_BENCH_OUT)/peers.o: $(BENCH_DIR)/fmradio/main.c $(BENCH_COMMON) \
                            $(BENCH_DIR)/task.h $(wildcard $(FMRADIO_DIR)/*.h)
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) $(BENCH_OURS) -Iruntime/include -I$(FMRADIO_DIR) -c $< -o $@

define fmradio_bench
$(FMRADIO_BENCH_OUT)/$(1): $(FMRADIO_BENCH_OUT)/$(if $(call fmradio_ours,$(1)),ours,peers).o \
    $(call fmradio_objects,$(FMRADIO_IS_$(call fmradio_version_of,$(1))) music transmitter $(FMRADIO_PARTS)) \
    $(BUILD)/liberbium.a
	$(if $(filter tbb,$(1)),$(CXX),$(CC)) $$(filter %.o,$$^) -o $$@ \
	  $(if $(call fmradio_ours,$(1)),,$(BUILD)/liberbium.a $(HWLOC_LIBS)) -pthread \
	  $$(call fmradio_libs,$(call fmradio_version_of,$(1)))
endef
$(foreach v,$(FMRADIO_BENCH),$(eval $(call fmradio_bench,$(v))))
