# SPDX-License-Identifier: MIT
# ir.mk - programs of the textual IR, to be timed: $(BUILD)/bench/ir/.
#
# fmradio and fft are those of examples/ir with the mains that time the C versions; chain is fused by the passes,
# hand is the loop that it should come to.  Included by bench.mk.

IR_BENCH := $(BENCH_OUT)/ir
BENCH_PROGRAMS += $(addprefix $(IR_BENCH)/,fmradio fft chain hand)
CHAIN_PASSES := fuse,localise,fold,canonicalise,join-loops,fission,coarsen=4096,canonicalise
HAND_PASSES  := fold

$(IR_BENCH)/fmradio: $(FMRADIO_BENCH_OUT)/ours.o $(IR_FMRADIO) $(call fmradio_objects,music transmitter $(FMRADIO_PARTS)) \
                     $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(filter %.o,$^) -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread -lm

# What its main compares with is of as many lanes as the text of the textual IR has, on each processor.
$(IR_BENCH)/plan.o: examples/fft/plan.c examples/fft/fft.h
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(FFT_CFLAGS) -DMOST_LANES=8 -c $< -o $@

$(IR_BENCH)/fft: $(FFT_BENCH)/main.o $(IR_BENCH)/plan.o $(filter-out %/plan.o,$(FFT_KERNEL)) $(IR_FFT) $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(filter %.o,$^) -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread -lm

$(IR_BENCH)/%.o: $(BENCH_DIR)/ir/%.er $(BUILD)/frontend/erbiumc
	@mkdir -p $(@D)
	$(BUILD)/frontend/erbiumc $(IR_FLAGS) \
	  --passes=$(if $(filter chain,$*),$(CHAIN_PASSES),$(HAND_PASSES)) -c $< -o $@

$(IR_BENCH)/clock.o: $(BENCH_DIR)/ir/chain.c $(BENCH_COMMON) $(BENCH_DIR)/task.h
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -c $< -o $@

$(IR_BENCH)/chain $(IR_BENCH)/hand: $(IR_BENCH)/%: $(IR_BENCH)/%.o $(IR_BENCH)/clock.o $(BUILD)/liberbium.a
	$(CC) $(filter %.o,$^) -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread -lm
