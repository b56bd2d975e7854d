# SPDX-License-Identifier: MIT
# top.mk - erbium-top, which shows what a running program does: $(BUILD)/erbium-top.
#
# Included by the top Makefile, which sets BUILD, CC and ALL_CFLAGS, and installs.

$(BUILD)/runtime/top/tool/erbium-top.o: ALL_CFLAGS += -DERBIUM_VERSION='"$(VERSION)"'

TOP_TOOL := $(patsubst %.c,$(BUILD)/%.o,$(wildcard runtime/top/tool/*.c))

$(BUILD)/erbium-top: $(TOP_TOOL)
	$(CC) $(SANITIZE) $^ $(LDFLAGS) -o $@

-include $(TOP_TOOL:.o=.d)
