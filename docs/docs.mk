# SPDX-License-Identifier: MIT
# docs.mk - make manuals: makes a manual page for each tool from its page in docs/reference.
#
# Included by the top Makefile, which sets BUILD and VERSION, after frontend.mk, commands.mk and
# mpi.mk, which set FRONTEND_TOOLS, COMMANDS and MPI_COMMANDS.

TOOLS   := $(FRONTEND_TOOLS) erbium-replay erbium-partition $(COMMANDS)
MANUALS := $(TOOLS:%=%.1) detmpicc.1 detmpiexec.1
# The commands that detmpicc.1 describes as well.
MANUALS_OF_CC := $(filter-out $(MANUALS),$(MPI_COMMANDS:%=%.1))
SECTION := (1)

manuals: $(MANUALS:%=$(BUILD)/man/%)

# The first line enables tables in man.
$(BUILD)/man/%.1: docs/reference/%.md docs/man
	@mkdir -p $(@D)
	@command -v go-md2man >/dev/null \
	  || { echo "manual pages need go-md2man: make deps installs it" >&2; exit 1; }
	awk -f docs/man -v version='$(VERSION)' -v others='$(addsuffix $(SECTION),$(filter-out $*,$(MANUALS:%.1=%)))' $< > $@.md
	printf "'\\\\\" t\n" > $@
	go-md2man -in $@.md >> $@

.PHONY: manuals
