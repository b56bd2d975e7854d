# SPDX-License-Identifier: MIT
# commands.mk - ercc, erbium and erbium-doctor, scripts in which the version is filled in:
# $(BUILD)/commands.
#
# They find the plugin and the library beside themselves, so they work only where they are
# installed.  Included by the top Makefile, which sets BUILD, VERSION and HWLOC_LIBS.

COMMANDS := ercc erbium erbium-doctor

commands: $(COMMANDS:%=$(BUILD)/commands/%)

$(BUILD)/commands/%: runtime/install/commands/%.in
	@mkdir -p $(@D)
	sed -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(HWLOC_LIBS)|' $< > $@
	@chmod 755 $@

.PHONY: commands
