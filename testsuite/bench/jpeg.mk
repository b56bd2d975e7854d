# SPDX-License-Identifier: MIT
# jpeg.mk - what the benchmark of examples/jpeg runs.  Included by bench.mk.

BENCH_PROGRAMS += $(BENCH_OUT)/jpeg/run $(JPEG_PROGRAMS)

$(BENCH_OUT)/jpeg/run: $(BENCH_DIR)/jpeg/run.c $(BENCH_COMMON)
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@
