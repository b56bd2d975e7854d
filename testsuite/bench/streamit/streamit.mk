# SPDX-License-Identifier: MIT
# streamit.mk - programs of StreamIt, and each as a loop by hand: $(BUILD)/bench/streamit/.
#
# NAME-1 is NAME.str for one core, NAME-2 the same for two, NAME-hand is NAME.c.  All use clock.c.  Neither
# compiler contracts products and sums, so the results are the same.  Included by bench.mk.

STREAMIT_DIR   := $(BENCH_DIR)/streamit
STREAMIT_BENCH := $(BENCH_OUT)/streamit
STREAMIT_NAMES := fir bank radio dct sort fft cipher beam
STREAMIT_FLAGS ?= -O3 -march=native

# Elements of the source in a steady state; where it is not named, those that the sink takes.
STEADY       := 1024
STEADY_radio := 4096
STEADY_beam  := 4096

BENCH_PROGRAMS += $(foreach n,$(STREAMIT_NAMES),$(addprefix $(STREAMIT_BENCH)/$(n),-1 -2 -hand))

$(STREAMIT_BENCH)/%.er: $(STREAMIT_DIR)/%.str $(BUILD)/frontend/erbium-streamit
	@mkdir -p $(@D)
	$(BUILD)/frontend/erbium-streamit --emit=er $< -o $@

$(STREAMIT_BENCH)/%-1.o: $(STREAMIT_BENCH)/%.er $(BUILD)/frontend/erbiumc
	$(BUILD)/frontend/erbiumc $(STREAMIT_FLAGS) --cores=1 -c $< -o $@

$(STREAMIT_BENCH)/%-2.o: $(STREAMIT_BENCH)/%.er $(BUILD)/frontend/erbiumc
	$(BUILD)/frontend/erbiumc $(STREAMIT_FLAGS) --cores=2 -c $< -o $@

$(STREAMIT_BENCH)/%-hand.o: $(STREAMIT_DIR)/%.c $(STREAMIT_DIR)/hand.h
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -ffp-contract=off -c $< -o $@

$(STREAMIT_BENCH)/%-clock.o: $(STREAMIT_DIR)/clock.c $(BENCH_COMMON) $(BENCH_DIR)/task.h
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DBENCH_STEADY=$(or $(STEADY_$*),$(STEADY)) -c $< -o $@

define streamit_bench
$(STREAMIT_BENCH)/$(1)-1 $(STREAMIT_BENCH)/$(1)-2 $(STREAMIT_BENCH)/$(1)-hand: \
  $(STREAMIT_BENCH)/%: $(STREAMIT_BENCH)/%.o $(STREAMIT_BENCH)/$(1)-clock.o $(BUILD)/liberbium.a
	$$(CC) $$(filter %.o,$$^) -o $$@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread -lm
endef
$(foreach n,$(STREAMIT_NAMES),$(eval $(call streamit_bench,$(n))))
.SECONDARY: $(foreach n,$(STREAMIT_NAMES),$(addprefix $(STREAMIT_BENCH)/$(n),.er -1.o -2.o -hand.o -clock.o))
