# SPDX-License-Identifier: MIT
# replay.mk - erbium-replay, which runs a space of a recorded program again: $(BUILD)/erbium-replay.
#
# Included by the top Makefile, which sets BUILD, CC and ALL_CFLAGS, and installs.

$(BUILD)/runtime/replay/tool/erbium-replay.o: ALL_CFLAGS += -DERBIUM_VERSION='"$(VERSION)"'

REPLAY_TOOL := $(BUILD)/runtime/replay/log/log.o \
               $(patsubst %.c,$(BUILD)/%.o,$(wildcard runtime/replay/tool/*.c))

$(BUILD)/erbium-replay: $(REPLAY_TOOL)
	$(CC) $(SANITIZE) $^ -ldw $(LDFLAGS) -o $@

-include $(REPLAY_TOOL:.o=.d)
