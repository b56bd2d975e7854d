# SPDX-License-Identifier: MIT
# fft.mk - make fft: the programs fft, fft-pipeline, fft-shared, fft-sequential,
# fft-openmp, fft-tbb and fft-generate in $(BUILD)/examples/fft.
#
# Those of FFT_OURS are in the words of the plugin.  The passes are compiled once, so
# all programs have the same.
#
# Included by examples.mk.

FFT_OURS     := fft fft-pipeline fft-shared
FFT_PEERS    := fft-openmp fft-tbb
FFT_OUT      := $(BUILD)/examples/fft
FFT_PROGRAMS := $(addprefix $(FFT_OUT)/,fft-sequential $(FFT_OURS) $(FFT_PEERS) fft-generate)
FFT_CC       := gcc-$(GCC_NEWEST)
FFT_CFLAGS   ?= -O3 -march=native
FFT_ALL      = -std=gnu11 -Wall -Wextra -Wshadow $(FFT_CFLAGS) -g $(SANITIZE) -pthread -MMD -MP
FFT_KERNEL   := $(addprefix $(FFT_OUT)/,plan.o passes.o transform.o)
FFT_COMMON   := $(FFT_KERNEL) $(FFT_OUT)/stream.o $(FFT_OUT)/main.o
FFT_LIBS_fft-openmp := -fopenmp
FFT_LIBS_fft-tbb    := $(TBB_LIBS)
DEPS_CHECK   += libtbb-dev libfftw3-dev
FFT_PLUGIN   := $(PLUGIN_SO)

fft: $(FFT_PROGRAMS)

$(FFT_OUT)/%.o: examples/fft/%.c
	@mkdir -p $(@D)
	$(FFT_CC) $(FFT_ALL) -c $< -o $@

# In the words of the plugin.
$(FFT_OUT)/row.o $(FFT_OUT)/combined.o $(FFT_OUT)/pipeline.o $(FFT_OUT)/shared.o: \
  $(FFT_OUT)/%.o: examples/fft/%.c $(FFT_PLUGIN)
	@mkdir -p $(@D)
	$(FFT_CC) -fplugin=$(FFT_PLUGIN) $(FFT_ALL) -Iruntime/include -c $< -o $@

$(FFT_OUT)/openmp.o: FFT_ALL += -fopenmp

$(FFT_OUT)/tbb.o: examples/fft/tbb.cc
	@mkdir -p $(@D)
	$(CXX) -std=gnu++17 -Wall -Wextra $(FFT_CFLAGS) -g $(SANITIZE) -pthread -MMD -MP -c $< -o $@

$(FFT_OUT)/fft: $(FFT_OUT)/combined.o $(FFT_OUT)/row.o
$(FFT_OUT)/fft-pipeline: $(FFT_OUT)/pipeline.o $(FFT_OUT)/row.o
$(FFT_OUT)/fft-shared: $(FFT_OUT)/shared.o
$(FFT_OUT)/fft-sequential: $(FFT_OUT)/sequential.o
$(FFT_OUT)/fft-openmp: $(FFT_OUT)/openmp.o
$(FFT_OUT)/fft-tbb: $(FFT_OUT)/tbb.o

$(FFT_OURS:%=$(FFT_OUT)/%): $(FFT_COMMON) $(BUILD)/liberbium.a
	$(FFT_CC) $(SANITIZE) $(filter %.o,$^) -o $@ $(EXAMPLE_LIBS) -lm

$(FFT_OUT)/fft-sequential $(FFT_PEERS:%=$(FFT_OUT)/%): $(FFT_COMMON)
	$(CXX) $(SANITIZE) $^ -o $@ -pthread $(FFT_LIBS_$(@F))

$(FFT_OUT)/fft-generate: $(FFT_OUT)/generate.o
	$(FFT_CC) $(SANITIZE) $< -o $@

-include $(wildcard $(FFT_OUT)/*.d)

.PHONY: fft
