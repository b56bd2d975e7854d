# SPDX-License-Identifier: MIT
# python.mk - the programs of the benchmark `python': a network in C, and one that is fed from
# NumPy.  Included by bench.mk; frontend/python/python.mk sets PYTHON and builds the module.

PYTHON_BENCH := $(BENCH_OUT)/python
BENCH_PROGRAMS += $(PYTHON_BENCH)/c $(PYTHON_BENCH)/numpy

# Both have the same machine code for the processes in C.
PYTHON_BENCH_FLAGS = $(BENCH_CFLAGS) $(BENCH_FLAGS) -DERBIUM_TRUSTED -Iruntime/include

$(PYTHON_BENCH)/processes.so: $(BENCH_DIR)/python/processes.c $(BENCH_DIR)/python/network.h \
                              $(BUILD)/liberbium.so
	@mkdir -p $(@D)
	$(CC) $(PYTHON_BENCH_FLAGS) -fPIC -shared $< -o $@ -L$(BUILD) -lerbium \
	  -Wl,-rpath,$(abspath $(BUILD))

$(PYTHON_BENCH)/c: $(BENCH_DIR)/python/c.c $(PYTHON_BENCH)/processes.so $(BENCH_COMMON)
	$(CC) $(PYTHON_BENCH_FLAGS) $< $(PYTHON_BENCH)/processes.so -o $@ -L$(BUILD) -lerbium \
	  -Wl,-rpath,$(abspath $(BUILD)) -Wl,-rpath,$(abspath $(PYTHON_BENCH))

$(PYTHON_BENCH)/numpy: $(BENCH_DIR)/python/numpy.py $(PYTHON_BENCH)/processes.so \
                       $(PYTHON_SOURCES) $(BUILD)/liberbium.so
	$(call install_python,$(PYTHON_BENCH)/site)
	{ echo '#!$(PYTHON)'; cat $<; } > $@
	chmod 755 $@
