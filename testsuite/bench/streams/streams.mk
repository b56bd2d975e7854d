# SPDX-License-Identifier: MIT
# streams.mk - streams of single items.  Included by bench.mk.

BENCH_PROGRAMS += $(BENCH_OUT)/streams/erbium

$(BENCH_OUT)/streams/erbium: $(BENCH_DIR)/streams/erbium.c $(BENCH_COMMON) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include $< -o $@ \
	  $(BUILD)/liberbium.a $(HWLOC_LIBS)
