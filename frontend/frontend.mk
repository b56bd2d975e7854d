# SPDX-License-Identifier: MIT
# frontend.mk - the tools of the textual IR.
#
#   make frontend          erbium-interp, erbium-opt, ... in $(BUILD)/frontend
#
# tools/NAME.cc is the main of NAME; all other files are in each tool, but for backend/, which those
# have that compile, by libgccjit, and graph/, which erbium-graph has.  Included by the top
# Makefile, which sets BUILD, CXX and SANITIZE, and installs.

FRONTEND_FLAGS ?= $(CFLAGS)
FRONTEND_PARTS := $(notdir $(basename $(wildcard frontend/*.cc))) lexer
FRONTEND_TOOLS := $(notdir $(basename $(wildcard frontend/tools/*.cc)))
FRONTEND_LIBS  := -lffi -ldl
FRONTEND_CXX    = $(CXX) -std=gnu++17 -Wall -Wextra -Wno-missing-field-initializers $(FRONTEND_FLAGS) \
                  $(SANITIZE) -Ifrontend -Iir-spec -MMD -MP

BACKEND_TOOLS  := erbiumc erbium-run
BACKEND_PARTS  := $(notdir $(basename $(wildcard frontend/backend/*.cc)))
# Debian keeps libgccjit beside the GCC that it is made of.
GCCJIT         := $(dir $(shell gcc-12 -print-libgcc-file-name 2>/dev/null))

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

$(BUILD)/frontend/backend/%.o: frontend/backend/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -I$(GCCJIT)include -c $< -o $@

$(BACKEND_TOOLS:%=$(BUILD)/frontend/tools/%.o): FRONTEND_CXX += -I$(GCCJIT)include -DRUNTIME_LIBS='"$(HWLOC_LIBS)"'

$(BUILD)/frontend/liberbium-backend.a: $(BACKEND_PARTS:%=$(BUILD)/frontend/backend/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/frontend/erbiumc: $(BUILD)/frontend/tools/erbiumc.o $(BUILD)/frontend/liberbium-backend.a $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -L$(GCCJIT) -lgccjit -o $@

# The program that it compiles finds the runtime in it.
LINK_WITH_RUNTIME = $(CXX) $(SANITIZE) -rdynamic $(filter-out %liberbium.a,$^) -Wl,--whole-archive $(BUILD)/liberbium.a \
                    -Wl,--no-whole-archive $(FRONTEND_LIBS) $(HWLOC_LIBS) -pthread -L$(GCCJIT) -lgccjit -o $@

$(BUILD)/frontend/erbium-run: $(BUILD)/frontend/tools/erbium-run.o $(BUILD)/frontend/liberbium-backend.a \
                              $(BUILD)/frontend/liberbium-ir.a $(BUILD)/liberbium.a
	$(LINK_WITH_RUNTIME)

GRAPH_OBJECTS := $(patsubst frontend/%.cc,$(BUILD)/frontend/%.o,$(wildcard frontend/graph/*.cc))

$(BUILD)/frontend/graph/%.o: frontend/graph/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/erbium-graph: $(BUILD)/frontend/tools/erbium-graph.o $(GRAPH_OBJECTS) $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -ljansson -o $@

PLAIN_TOOLS := $(filter-out $(BACKEND_TOOLS) erbium-graph,$(FRONTEND_TOOLS))
$(PLAIN_TOOLS:%=$(BUILD)/frontend/%): $(BUILD)/frontend/%: $(BUILD)/frontend/tools/%.o $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -o $@

-include $(GRAPH_OBJECTS:.o=.d)
-include $(FRONTEND_PARTS:%=$(BUILD)/frontend/%.d) $(BACKEND_PARTS:%=$(BUILD)/frontend/backend/%.d) $(FRONTEND_TOOLS:%=$(BUILD)/frontend/tools/%.d)

.PHONY: frontend
.PRECIOUS: $(BUILD)/frontend/tools/%.o
