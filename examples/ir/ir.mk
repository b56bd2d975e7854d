# SPDX-License-Identifier: MIT
# ir.mk - make ir-examples: fmradio and fft in the textual IR, in $(BUILD)/examples/ir.
#
# Linked with the objects of examples/fmradio and examples/fft that read, write and plan: what is timed and
# compared is the network, and the arithmetic.  Included by examples.mk.

IR_OUT      := $(BUILD)/examples/ir
IR_PASSES   ?= coarsen,fold,canonicalise
IR_FLAGS    ?= -O3 -march=native
IR_PROGRAMS := $(IR_OUT)/fmradio-er $(IR_OUT)/fft-er

ir-examples: $(IR_PROGRAMS)

$(IR_OUT)/%.o: examples/ir/%.er $(BUILD)/frontend/erbiumc
	@mkdir -p $(@D)
	$(BUILD)/frontend/erbiumc $(IR_FLAGS) --passes=$(IR_PASSES) -c $< -o $@

$(IR_OUT)/fmradio/receive.o: examples/ir/fmradio/receive.c $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(EXAMPLE_CFLAGS) $(FMRADIO_CFLAGS) -c $< -o $@

IR_FMRADIO := $(IR_OUT)/fmradio/receiver.o $(IR_OUT)/fmradio/receive.o
$(IR_OUT)/fmradio-er: $(call fmradio_objects,main $(FMRADIO_PARTS)) $(IR_FMRADIO) $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $(filter %.o,$^) -o $@ $(EXAMPLE_LIBS) -lm

$(IR_OUT)/fft/stream.o: examples/ir/fft/stream.c $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(EXAMPLE_CFLAGS) $(FFT_CFLAGS) -c $< -o $@

IR_FFT := $(addprefix $(IR_OUT)/fft/, first_two.o first_two_by_8.o last.o middle.o transforms.o stream.o)
$(IR_OUT)/fft-er: $(FFT_COMMON) $(IR_FFT) $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $(filter %.o,$^) -o $@ $(EXAMPLE_LIBS) -lm

-include $(wildcard $(IR_OUT)/*/*.d)

.PHONY: ir-examples
