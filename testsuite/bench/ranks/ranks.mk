# SPDX-License-Identifier: MIT
# ranks.mk - streams between two ranks: by records, and by MPI with two buffers.
#
# Included by bench.mk.  hand.c is built twice, each time with the compiler of that implementation.

RANKS_DIR := $(BENCH_DIR)/ranks
RANKS_OUT := $(BENCH_OUT)/ranks
RANKS_HAND := $(RANKS_OUT)/mpich $(RANKS_OUT)/openmpi

BENCH_PROGRAMS += $(RANKS_OUT)/records $(RANKS_HAND) $(RANK_LINKS)

$(RANKS_OUT)/records: $(RANKS_DIR)/records.c $(RANKS_DIR)/pass.h $(BENCH_COMMON) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

$(RANKS_HAND): $(RANKS_OUT)/%: $(RANKS_DIR)/hand.c $(RANKS_DIR)/pass.h $(BENCH_COMMON)
	@mkdir -p $(@D)
	@command -v mpicc.$* >/dev/null || { echo "bench: ranks/$* needs mpicc.$*:" \
	  "install the Debian package lib$*-dev" >&2; exit 1; }
	mpicc.$* $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@
