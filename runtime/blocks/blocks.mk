# SPDX-License-Identifier: MIT
# blocks.mk - the library of ready-made processes, liberbium-blocks, which programs link beside
# liberbium.  It loads FFTW only when a program transforms.
#
# Included by the top Makefile, after runtime.mk.

BLOCKS_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard runtime/blocks/*.c))
BLOCKS_SONAME  := $(subst liberbium.so,liberbium-blocks.so,$(SONAME))

blocks: $(BUILD)/liberbium-blocks.so $(BUILD)/liberbium-blocks.a

# Vectors, and the same results on each machine.
$(BLOCKS_OBJECTS): ALL_CFLAGS += -O3 -ffp-contract=off

$(BUILD)/$(BLOCKS_SONAME): $(BLOCKS_OBJECTS) $(BUILD)/liberbium.so
	$(CC) -shared -Wl,-soname,$(BLOCKS_SONAME) $(SANITIZE) -pthread $(BLOCKS_OBJECTS) -L$(BUILD) \
	  -lerbium -lm -ldl $(LDFLAGS) -o $@

$(BUILD)/liberbium-blocks.so: $(BUILD)/$(BLOCKS_SONAME)
	ln -sf $(BLOCKS_SONAME) $@

$(BUILD)/liberbium-blocks.a: $(BLOCKS_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $(BLOCKS_OBJECTS)

-include $(BLOCKS_OBJECTS:.o=.d)

.PHONY: blocks
