# SPDX-License-Identifier: MIT
# partition.mk - partitions beside threads and processes.  Included by bench.mk.
#
# Linked with the shared library, since partitions share one runtime.

PARTITION_DIR := $(BENCH_DIR)/partition
PARTITION_BENCH := $(BENCH_OUT)/partition
PARTITION_BENCHES := $(PARTITION_BENCH)/talk $(PARTITION_BENCH)/tasks

BENCH_PROGRAMS += $(PARTITION_BENCHES) $(PARTITION_BENCH)/stream

PARTITION_LINK = -L$(BUILD) -lerbium -Wl,-rpath,$(abspath $(BUILD))

$(PARTITION_BENCHES): $(PARTITION_BENCH)/%: $(PARTITION_DIR)/%.c $(CHANNEL_HEADERS) \
                                              $(BUILD)/liberbium.so
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(PARTITION_LINK)

$(PARTITION_BENCH)/stream: $(BENCH_DIR)/stream_erbium.c $(BENCH_COMMON) $(BUILD)/liberbium.so
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(PARTITION_LINK)
