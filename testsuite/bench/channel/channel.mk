# SPDX-License-Identifier: MIT
# channel.mk - messages between two processes: ours, what the kernel and MPI have, and one copy.
#
# Included by bench.mk.  mpi.c is built twice, each time with the compiler of that implementation.

CHANNEL_DIR := $(BENCH_DIR)/channel
CHANNEL_OUT := $(BENCH_OUT)/channel
CHANNEL_HEADERS := $(BENCH_COMMON) $(wildcard $(CHANNEL_DIR)/*.h)
CHANNEL_PLAIN := $(CHANNEL_OUT)/pipes $(CHANNEL_OUT)/mqueue $(CHANNEL_OUT)/copy
CHANNEL_MPI := $(CHANNEL_OUT)/mpich $(CHANNEL_OUT)/openmpi
CHANNEL_OURS := $(CHANNEL_OUT)/erbium $(CHANNEL_OUT)/lc

BENCH_PROGRAMS += $(CHANNEL_OURS) $(CHANNEL_PLAIN) $(CHANNEL_MPI)

$(CHANNEL_OURS): $(CHANNEL_OUT)/%: $(CHANNEL_DIR)/%.c $(CHANNEL_HEADERS) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)

$(CHANNEL_PLAIN): $(CHANNEL_OUT)/%: $(CHANNEL_DIR)/%.c $(CHANNEL_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@ -lrt

$(CHANNEL_MPI): $(CHANNEL_OUT)/%: $(CHANNEL_DIR)/mpi.c $(CHANNEL_HEADERS)
	@mkdir -p $(@D)
	@command -v mpicc.$* >/dev/null || { echo "bench: channel/$* needs mpicc.$*:" \
	  "install the Debian package lib$*-dev" >&2; exit 1; }
	mpicc.$* $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@
