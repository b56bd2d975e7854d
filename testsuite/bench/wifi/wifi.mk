# SPDX-License-Identifier: MIT
# wifi.mk - the 802.11a example as benchmark programs, one for each kind of engine:
# program.c, and the objects of examples/wifi.  Included by bench.mk.

WIFI_BENCH := $(BENCH_OUT)/wifi
BENCH_PROGRAMS += $(WIFI_BENCH)/records $(WIFI_BENCH)/openmp $(WIFI_BENCH)/tbb $(WIFI_OUT)/wifi

$(WIFI_BENCH)/program-%.o: $(BENCH_DIR)/wifi/program.c $(BENCH_COMMON) $(WIFI_DIR)/wifi.h
	@mkdir -p $(@D)
	$(CC) $(BENCH_CFLAGS) $(BENCH_FLAGS) -DWITH_$* -Iruntime/include -I$(WIFI_DIR) -c $< -o $@

$(WIFI_BENCH)/records: $(WIFI_BENCH)/program-ERBIUM.o $(WIFI_KERNELS) $(WIFI_RECORDS:%=$(WIFI_OUT)/%.o) \
                       $(WIFI_OUT)/engines-ERBIUM.o $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $(filter %.o,$^) -o $@ $(EXAMPLE_LIBS) -lm

$(WIFI_BENCH)/openmp: $(WIFI_BENCH)/program-OPENMP.o $(WIFI_KERNELS) $(WIFI_OUT)/openmp.o $(WIFI_OUT)/engines-OPENMP.o
	$(CC) $(SANITIZE) -fopenmp $^ -o $@ -lm

$(WIFI_BENCH)/tbb: $(WIFI_BENCH)/program-TBB.o $(WIFI_KERNELS) $(WIFI_OUT)/tbb.o $(WIFI_OUT)/engines-TBB.o
	$(CXX) $(SANITIZE) $^ -o $@ -ltbb -lm -pthread
