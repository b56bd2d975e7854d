# SPDX-License-Identifier: MIT
# fft.mk - the versions of examples/fft between ends in memory, in $(BENCH_OUT)/fft.
#
# Their objects are those of the example, with another main; fftw-one and fftw-all are
# the sequential and the OpenMP version with FFTW's transforms.
#
# Included by bench.mk.

FFT_BENCH := $(BENCH_OUT)/fft
FFT_BENCH_PROGRAMS := sequential pipeline shared combined openmp tbb fftw-one fftw-all
BENCH_PROGRAMS += $(FFT_BENCH_PROGRAMS:%=$(FFT_BENCH)/%)
NEEDS_fftw := fftw3.h libfftw3-dev

$(FFT_BENCH)/%.o: $(BENCH_DIR)/fft/%.c $(BENCH_COMMON) examples/fft/fft.h
	@mkdir -p $(@D)
	$(if $(filter fftw,$*),$(call bench_need,fftw))
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -c $< -o $@

$(FFT_BENCH)/pin.o: $(BENCH_DIR)/fft/pin.cc $(BENCH_COMMON)
	@mkdir -p $(@D)
	$(call bench_need,tbb_pipeline)
	$(CXX) $(BENCH_CXXFLAGS) $(BENCH_FLAGS) -c $< -o $@

$(FFT_BENCH)/sequential: $(FFT_OUT)/sequential.o $(FFT_OUT)/transform.o
$(FFT_BENCH)/openmp: $(FFT_OUT)/openmp.o $(FFT_OUT)/transform.o
$(FFT_BENCH)/tbb: $(FFT_OUT)/tbb.o $(FFT_OUT)/transform.o $(FFT_BENCH)/pin.o
$(FFT_BENCH)/fftw-one: $(FFT_OUT)/sequential.o $(FFT_BENCH)/fftw.o
$(FFT_BENCH)/fftw-all: $(FFT_OUT)/openmp.o $(FFT_BENCH)/fftw.o
$(FFT_BENCH)/pipeline: $(FFT_OUT)/pipeline.o $(FFT_OUT)/row.o $(FFT_OUT)/transform.o $(BUILD)/liberbium.a
$(FFT_BENCH)/combined: $(FFT_OUT)/combined.o $(FFT_OUT)/row.o $(FFT_OUT)/transform.o $(BUILD)/liberbium.a
$(FFT_BENCH)/shared: $(FFT_OUT)/shared.o $(FFT_OUT)/transform.o $(BUILD)/liberbium.a

$(FFT_BENCH_PROGRAMS:%=$(FFT_BENCH)/%): $(FFT_BENCH)/main.o $(FFT_OUT)/plan.o $(FFT_OUT)/passes.o
	$(CXX) $^ -o $@ -fopenmp -pthread -lm $(if $(filter tbb,$(@F)),$(LIBS_tbb_pipeline)) \
	  $(if $(filter fftw-%,$(@F)),-lfftw3f) $(if $(filter %.a,$^),$(HWLOC_LIBS))
