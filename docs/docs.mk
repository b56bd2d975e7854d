# SPDX-License-Identifier: MIT
# docs.mk - make manuals: makes a manual page for each tool from its page in docs/reference, and one
# for each function of the C interface from the comments of the headers.
#
# Included by the top Makefile, which sets BUILD and VERSION, after frontend.mk, commands.mk and
# mpi.mk, which set FRONTEND_TOOLS, COMMANDS and MPI_COMMANDS.

TOOLS   := $(FRONTEND_TOOLS) erbium-replay erbium-partition erbium-top $(COMMANDS)
MANUALS := $(TOOLS:%=%.1) detmpicc.1 detmpiexec.1
# The commands that detmpicc.1 describes as well.
MANUALS_OF_CC := $(filter-out $(MANUALS),$(MPI_COMMANDS:%=%.1))
SECTION := (1)
MANUALS_3 := $(BUILD)/man/man3/made

manuals: $(MANUALS:%=$(BUILD)/man/%) $(MANUALS_3)

# The first line enables tables in man.
$(BUILD)/man/%.1: docs/reference/%.md docs/man
	@mkdir -p $(@D)
	@command -v go-md2man >/dev/null \
	  || { echo "manual pages need go-md2man: make deps installs it" >&2; exit 1; }
	awk -f docs/man -v version='$(VERSION)' -v others='$(addsuffix $(SECTION),$(filter-out $*,$(MANUALS:%.1=%)))' $< > $@.md
	printf "'\\\\\" t\n" > $@
	go-md2man -in $@.md >> $@

$(MANUALS_3): docs/man3 docs/primitive_table.py docs/reference/primitives.md ir-spec/primitives.def \
  $(HEADERS:%=runtime/include/%)
	@mkdir -p $(@D)
	@command -v python3 >/dev/null \
	  || { echo "manual pages need python3: make deps installs it" >&2; exit 1; }
	@rm -f $(@D)/*.3
	python3 docs/man3 '$(VERSION)' $(@D)
	@touch $@

.PHONY: manuals
