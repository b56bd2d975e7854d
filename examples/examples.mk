# SPDX-License-Identifier: MIT
# examples.mk - make examples, and make demo.
#
# NAME.c is a program by itself, and NAME.out what it prints (checked by
# testsuite/examples).  Included by the top Makefile.

EXAMPLES := first broadcast workers fir handover feedback observer
EXAMPLE_PROGRAMS := $(EXAMPLES:%=$(BUILD)/examples/%) $(BUILD)/examples/demo/demo
EXAMPLE_CFLAGS = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(SANITIZE) -Iruntime/include -MMD -MP
EXAMPLE_LIBS = $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread

# The demo's filter is a loop for the vectoriser.
DEMO_CFLAGS ?= -O3 -march=native
DEMO_SECONDS ?= 120
DEMO_SOURCES := $(wildcard examples/demo/*.c)
DEMO_OBJECTS := $(DEMO_SOURCES:examples/%.c=$(BUILD)/examples/%.o)

include examples/jpeg/jpeg.mk

examples: $(EXAMPLE_PROGRAMS) $(JPEG_OUT)/jpegdec

$(EXAMPLES:%=$(BUILD)/examples/%): $(BUILD)/examples/%: examples/%.c $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $< -o $@ $(EXAMPLE_LIBS)

$(BUILD)/examples/demo/%.o: examples/demo/%.c
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $(DEMO_CFLAGS) -c $< -o $@

$(BUILD)/examples/demo/demo: $(DEMO_OBJECTS) $(BUILD)/liberbium.a
	$(CC) $(SANITIZE) $(DEMO_OBJECTS) -o $@ $(EXAMPLE_LIBS) -lm

demo: deps-demo
	@mkdir -p $(BUILD)/demo
	@$(MAKE) --no-print-directory $(BUILD)/examples/demo/demo
	@$(BUILD)/examples/demo/demo $(BUILD)/demo $(DEMO_SECONDS)

-include $(EXAMPLES:%=$(BUILD)/examples/%.d) $(DEMO_OBJECTS:.o=.d)

.PHONY: examples
