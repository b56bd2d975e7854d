# SPDX-License-Identifier: MIT
# jpeg.mk - jpegdec, with Erbium; jpegdec-sequential without; jpegdec-omp, jpegdec-tbb.
#
#   make jpeg            all four, in $(BUILD)/examples/jpeg
#
# Loops are for the vectoriser, for the machine that builds them: JPEG_CFLAGS names
# another.  Included by examples.mk.

JPEG_CFLAGS ?= -O3 -march=native
JPEG_CC     ?= gcc-$(GCC_NEWEST)
JPEG_OUT    := $(BUILD)/examples/jpeg
JPEG_PLUGIN := $(PLUGIN_SO)
JPEG_COMMON := main file markers frame huffman segment scan progressive smooth rows intervals idct upsample colour lines
JPEG_FLAGS   = -std=gnu11 -Wall -Wextra -Wshadow -Wno-psabi $(CFLAGS) $(JPEG_CFLAGS) $(SANITIZE) -MMD -MP
JPEG_PROGRAMS := $(addprefix $(JPEG_OUT)/,jpegdec jpegdec-sequential jpegdec-omp jpegdec-tbb)
jpeg_objects = $(patsubst %,$(JPEG_OUT)/%.o,$(JPEG_COMMON) $(1))

jpeg: $(JPEG_PROGRAMS)

$(JPEG_OUT)/%.o: examples/jpeg/%.c
	@mkdir -p $(@D)
	$(JPEG_CC) $(JPEG_FLAGS) -c $< -o $@

$(JPEG_OUT)/shared.o $(JPEG_OUT)/tasks.o: $(JPEG_OUT)/%.o: examples/jpeg/%.c $(JPEG_PLUGIN)
	@mkdir -p $(@D)
	$(JPEG_CC) -fplugin=$(JPEG_PLUGIN) $(JPEG_FLAGS) -Iruntime/include -c $< -o $@

$(JPEG_OUT)/omp.o: examples/jpeg/omp.c
	@mkdir -p $(@D)
	$(JPEG_CC) $(JPEG_FLAGS) -fopenmp -c $< -o $@

$(JPEG_OUT)/tbb.o: examples/jpeg/tbb.cc
	@mkdir -p $(@D)
	@echo '#include <oneapi/tbb/parallel_pipeline.h>' | $(CXX) -M -x c++ - >/dev/null 2>&1 \
	  || { echo "jpegdec-tbb needs <oneapi/tbb/parallel_pipeline.h>: install the Debian package libtbb-dev" >&2; exit 1; }
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $(JPEG_CFLAGS) $(SANITIZE) -MMD -MP -c $< -o $@

$(JPEG_OUT)/jpegdec: $(call jpeg_objects,sequential shared tasks horizons methods) $(BUILD)/liberbium.a
	$(JPEG_CC) $(SANITIZE) $^ -o $@ $(HWLOC_LIBS) -pthread

$(JPEG_OUT)/jpegdec-sequential: $(call jpeg_objects,sequential methods_sequential)
	$(JPEG_CC) $(SANITIZE) $^ -o $@

$(JPEG_OUT)/jpegdec-omp: $(call jpeg_objects,omp methods_omp)
	$(JPEG_CC) $(SANITIZE) -fopenmp $^ -o $@

$(JPEG_OUT)/jpegdec-tbb: $(call jpeg_objects,tbb methods_tbb)
	$(CXX) $(SANITIZE) $^ -o $@ $(TBB_LIBS)

-include $(wildcard $(JPEG_OUT)/*.d)

.PHONY: jpeg

# ---- Fuzzing (make soak) ------------------------------------------------------

JPEG_FUZZ_SOURCES := $(addprefix examples/jpeg/,$(addsuffix .c,$(filter-out main,$(JPEG_COMMON)) sequential))
JPEG_FUZZ_SECONDS ?= $(shell expr $(SECONDS) / 10 + 1)

$(JPEG_OUT)/fuzz: testsuite/examples/jpeg/inputs/fuzz.c $(JPEG_FUZZ_SOURCES) $(wildcard examples/jpeg/*.h)
	@mkdir -p $(@D)
	$(FUZZ_CLANG) -std=gnu11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	  -Iexamples/jpeg $(filter %.c,$^) -o $@

# What it finds stands in $(JPEG_OUT)/found; a picture that takes 5 s is a find, too.
soak-jpeg: $(JPEG_OUT)/fuzz
	@mkdir -p $(JPEG_OUT)/corpus $(JPEG_OUT)/found
	@python3 testsuite/examples/jpeg/inputs/corpus.py $(JPEG_OUT)/corpus
	@$(JPEG_OUT)/fuzz -seed=$(SEED) -max_total_time=$(JPEG_FUZZ_SECONDS) -timeout=5 -rss_limit_mb=1024 -max_len=20000 \
	  -artifact_prefix=$(JPEG_OUT)/found/ -close_fd_mask=1 -print_final_stats=1 $(JPEG_OUT)/corpus

.PHONY: soak-jpeg
