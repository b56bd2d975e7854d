# SPDX-License-Identifier: MIT
# mapreduce.mk - the seven workloads of Phoenix, in one program.
#
#   make mapreduce       $(BUILD)/examples/mapreduce/mapreduce
#
# Included by examples.mk.

MAPREDUCE_OUT     := $(BUILD)/examples/mapreduce
MAPREDUCE_FLAGS    = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) -O3 $(SANITIZE) -pthread \
                     -Iruntime/include -MMD -MP
MAPREDUCE_SOURCES := $(wildcard examples/mapreduce/*.c)
MAPREDUCE_PROGRAM := $(MAPREDUCE_OUT)/mapreduce

mapreduce: $(MAPREDUCE_PROGRAM)

$(MAPREDUCE_OUT)/%.o: examples/mapreduce/%.c
	@mkdir -p $(@D)
	$(CC) $(MAPREDUCE_FLAGS) -c $< -o $@

$(MAPREDUCE_PROGRAM): $(MAPREDUCE_SOURCES:examples/mapreduce/%.c=$(MAPREDUCE_OUT)/%.o) $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $^ -o $@ $(HWLOC_LIBS) -lm -pthread

-include $(wildcard $(MAPREDUCE_OUT)/*.d)

.PHONY: mapreduce
