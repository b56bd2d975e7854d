# SPDX-License-Identifier: MIT
# examples.mk - make examples, and make demo.
#
# NAME.c is a program by itself, and NAME.out what it prints (checked by
# testsuite/examples).  Applications have a folder, and a .mk of their own there.
# Included by the top Makefile.

EXAMPLES := first broadcast workers fir handover feedback observer spaces
EXAMPLE_PROGRAMS := $(EXAMPLES:%=$(BUILD)/examples/%)
EXAMPLE_CFLAGS = -std=gnu11 -Wall -Wextra -Wshadow $(CFLAGS) $(SANITIZE) -Iruntime/include -MMD -MP
EXAMPLE_LIBS = $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread

include examples/dedup/dedup.mk
include examples/fmradio/fmradio.mk
include examples/fft/fft.mk
include examples/jpeg/jpeg.mk
include examples/wifi/wifi.mk
include examples/ir/ir.mk
include examples/mixed/mixed.mk

examples: $(EXAMPLE_PROGRAMS) dedup fmradio fft jpeg wifi mixed ir-examples

$(EXAMPLES:%=$(BUILD)/examples/%): $(BUILD)/examples/%: examples/%.c $(BUILD)/liberbium.a
	@mkdir -p $(@D)
	$(CC) $(EXAMPLE_CFLAGS) $< -o $@ $(EXAMPLE_LIBS)

-include $(EXAMPLES:%=$(BUILD)/examples/%.d)

.PHONY: examples
