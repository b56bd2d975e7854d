# SPDX-License-Identifier: MIT
# wifi.mk - the 802.11a transmitter and receiver.
#
#   $(BUILD)/examples/wifi/wifi           with records, and sequential
#   $(BUILD)/examples/wifi/wifi-openmp    with OpenMP
#   $(BUILD)/examples/wifi/wifi-tbb       with oneTBB (libtbb-dev)
#
# All with the same kernels, compiled once.  Included by examples.mk.

WIFI_DIR    := examples/wifi
WIFI_OUT    := $(BUILD)/examples/wifi
WIFI_CFLAGS ?= -O3 -march=native -Wno-psabi
PLUGIN_CC   ?= gcc-$(GCC_NEWEST)
PLUGIN      ?= $(BUILD)/plugin/$(PLUGIN_CC)/erbium.so

WIFI_RECORDS := receive transmit
WIFI_COMMON  := $(filter-out $(WIFI_RECORDS) openmp engines,$(notdir $(basename $(wildcard $(WIFI_DIR)/*.c))))
WIFI_PROGRAMS := $(WIFI_OUT)/wifi $(WIFI_OUT)/wifi-openmp $(WIFI_OUT)/wifi-tbb
# Without the commands: what the benchmark is linked with.
WIFI_KERNELS := $(patsubst %,$(WIFI_OUT)/%.o,$(filter-out main options command_%,$(WIFI_COMMON)))

EXAMPLE_PROGRAMS += $(WIFI_PROGRAMS)
CHECK_PROGRAMS   += $(WIFI_PROGRAMS)

$(WIFI_OUT)/%.o: $(WIFI_DIR)/%.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(WIFI_CFLAGS) -c $< -o $@

$(WIFI_RECORDS:%=$(WIFI_OUT)/%.o): $(WIFI_OUT)/%.o: $(WIFI_DIR)/%.c $(PLUGIN)
	@mkdir -p $(@D)
	$(PLUGIN_CC) -fplugin=$(PLUGIN) $(EXAMPLE_CFLAGS) $(WIFI_CFLAGS) -c $< -o $@

$(WIFI_OUT)/openmp.o: $(WIFI_DIR)/openmp.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(WIFI_CFLAGS) -fopenmp -c $< -o $@

$(WIFI_OUT)/tbb.o: $(WIFI_DIR)/tbb.cc
	@mkdir -p $(@D)
	$(CXX) -std=gnu++17 -Wall -Wextra $(CFLAGS) $(SANITIZE) $(WIFI_CFLAGS) -MMD -MP -c $< -o $@

WIFI_ENGINES := ERBIUM OPENMP TBB
$(WIFI_ENGINES:%=$(WIFI_OUT)/engines-%.o): $(WIFI_OUT)/engines-%.o: $(WIFI_DIR)/engines.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) -DWIFI_$* -c $< -o $@

$(WIFI_OUT)/wifi: $(WIFI_COMMON:%=$(WIFI_OUT)/%.o) $(WIFI_RECORDS:%=$(WIFI_OUT)/%.o) \
                  $(WIFI_OUT)/engines-ERBIUM.o $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $(filter %.o,$^) -o $@ $(EXAMPLE_LIBS) -lm

$(WIFI_OUT)/wifi-openmp: $(WIFI_COMMON:%=$(WIFI_OUT)/%.o) $(WIFI_OUT)/openmp.o $(WIFI_OUT)/engines-OPENMP.o
	$(CC) $(SANITIZE) -fopenmp $^ -o $@ -lm

$(WIFI_OUT)/wifi-tbb: $(WIFI_COMMON:%=$(WIFI_OUT)/%.o) $(WIFI_OUT)/tbb.o $(WIFI_OUT)/engines-TBB.o
	$(CXX) $(SANITIZE) $^ -o $@ $(TBB_LIBS) -lm -pthread

.PHONY: wifi
wifi: $(WIFI_PROGRAMS)

-include $(wildcard $(WIFI_OUT)/*.d)
