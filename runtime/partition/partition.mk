# SPDX-License-Identifier: MIT
# partition.mk - erbium-partition, which runs programs as partitions: $(BUILD)/erbium-partition.
#
# It is linked with the shared library, since partitions share one runtime, and finds it beside
# itself, or where PARTITION_RPATH says if it is installed (packages: where the system looks).
# Included by the top Makefile, which sets BUILD, CC and ALL_CFLAGS.

PARTITION_TOOL  := $(BUILD)/runtime/partition/tool/erbium-partition.o
PARTITION_RPATH ?= $$ORIGIN/../lib

$(PARTITION_TOOL): ALL_CFLAGS += -fPIE -DERBIUM_VERSION='"$(VERSION)"'

# Links it as file $(2); $(1) is the folder of the library, or empty.
link_partition_tool = $(CC) -pie $(SANITIZE) $(PARTITION_TOOL) -L$(BUILD) -lerbium \
  $(if $(1),-Wl$(COMMA)-rpath$(COMMA)'$(1)') -pthread $(LDFLAGS) -o $(2)
COMMA := ,

$(BUILD)/erbium-partition: $(PARTITION_TOOL) $(BUILD)/liberbium.so
	$(call link_partition_tool,$$ORIGIN,$@)

-include $(PARTITION_TOOL:.o=.d)
