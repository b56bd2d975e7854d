# SPDX-License-Identifier: MIT
# frontend.mk - the tools of the textual IR.
#
#   make frontend          erbium-interp, erbium-opt, ... in $(BUILD)/frontend
#
# tools/NAME.cc is the main of NAME; all other files are in each tool.  Included by the top
# Makefile, which sets BUILD, CXX and SANITIZE, and installs.

FRONTEND_FLAGS ?= $(CFLAGS)
FRONTEND_PARTS := $(notdir $(basename $(wildcard frontend/*.cc))) lexer
FRONTEND_TOOLS := $(notdir $(basename $(wildcard frontend/tools/*.cc)))
FRONTEND_LIBS  := -lffi -ldl
FRONTEND_CXX    = $(CXX) -std=gnu++17 -Wall -Wextra -Wno-missing-field-initializers $(FRONTEND_FLAGS) \
                  $(SANITIZE) -Ifrontend -Iir-spec -MMD -MP

frontend: $(FRONTEND_TOOLS:%=$(BUILD)/frontend/%)

$(BUILD)/frontend/lexer.cc: frontend/lexer.re
	@mkdir -p $(@D)
	re2c -W --no-generation-date --no-debug-info -o $@ $<

$(BUILD)/frontend/lexer.o: $(BUILD)/frontend/lexer.cc
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/%.o: frontend/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/tools/%.o: frontend/tools/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/liberbium-ir.a: $(FRONTEND_PARTS:%=$(BUILD)/frontend/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(FRONTEND_TOOLS:%=$(BUILD)/frontend/%): $(BUILD)/frontend/%: $(BUILD)/frontend/tools/%.o $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -o $@

-include $(FRONTEND_PARTS:%=$(BUILD)/frontend/%.d) $(FRONTEND_TOOLS:%=$(BUILD)/frontend/tools/%.d)

.PHONY: frontend
.PRECIOUS: $(BUILD)/frontend/tools/%.o
