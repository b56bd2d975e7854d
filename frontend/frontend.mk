# SPDX-License-Identifier: MIT
# frontend.mk - the tools of the textual IR.
#
#   make frontend          erbium-interp, erbium-opt, ... in $(BUILD)/frontend
#
# tools/NAME.cc is the main of NAME.  All other files are in each tool, but for codegen/jit/, which
# tools have that compile by libgccjit, graph/ and place/, which erbium-graph and erbium-place have,
# and report/, which erbium-report has.  Without libgccjit or METIS the build omits tools.  Included
# by the top Makefile, which sets BUILD, CXX and SANITIZE, and installs.

# Debian installs libgccjit with the GCC to which it belongs; this is the newest.  The one of GCC 11
# has no constructors of structures.
ifndef GCCJIT_RELEASE
GCCJIT_RELEASE := $(lastword $(shell for v in $$(seq 12 40); do \
  gcc-$$v -print-file-name=libgccjit.so 2>/dev/null | grep -q ^/ && echo $$v; done))
endif
GCCJIT         := $(dir $(shell gcc-$(GCCJIT_RELEASE) -print-libgcc-file-name 2>/dev/null))
JIT_TOOLS      := erbiumc erbium-run
# METIS=no builds without it.
ifndef METIS
METIS          := $(if $(shell $(CXX) -E -include metis.h -x c++ /dev/null >/dev/null 2>&1 && echo y),yes,no)
endif
OMITTED_TOOLS  := $(if $(GCCJIT_RELEASE),,$(JIT_TOOLS)) $(if $(filter yes,$(METIS)),,erbium-place)

FRONTEND_FLAGS ?= $(CFLAGS)
frontend_in     = $(patsubst frontend/%.cc,%,$(sort $(foreach d,$(1),$(wildcard frontend/$(d)/*.cc))))
FRONTEND_PARTS := $(call frontend_in,files ir eval foreign syntax verify interp analysis passes passes/* \
                    codegen/c fuzz cli) syntax/lexer
STREAMIT_PARTS := $(call frontend_in,streamit/*) streamit/lex/str_lexer
JIT_PARTS      := $(call frontend_in,codegen/jit)
GRAPH_PARTS    := $(call frontend_in,graph) place/placement_file
PLACE_PARTS    := $(filter-out $(GRAPH_PARTS),$(call frontend_in,place))
REPORT_PARTS   := $(call frontend_in,report) report/page_text
FRONTEND_TOOLS := $(filter-out $(OMITTED_TOOLS),$(notdir $(call frontend_in,tools)))
FRONTEND_LIBS  := -lffi -ldl
FRONTEND_CXX    = $(CXX) -std=gnu++17 -Wall -Wextra -Wno-missing-field-initializers $(FRONTEND_FLAGS) \
                  $(SAME_PATHS) $(SANITIZE) -Ifrontend -Iir-spec -Iruntime/include -MMD -MP

frontend: $(FRONTEND_TOOLS:%=$(BUILD)/frontend/%) $(BUILD)/liberbium-streamit.a \
          $(BUILD)/liberbium-streamit.so
	$(if $(GCCJIT_RELEASE),,@echo 'note: no libgccjit found; omitting $(JIT_TOOLS)' >&2)
	$(if $(filter yes,$(METIS)),,@echo 'note: no METIS found (libmetis-dev); omitting erbium-place' >&2)

$(BUILD)/frontend/%lexer.cc: frontend/%lexer.re
	@mkdir -p $(@D)
	re2c -W --no-generation-date --no-debug-info -o $@ $<

$(BUILD)/frontend/%lexer.o: $(BUILD)/frontend/%lexer.cc
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/cli/command_line.o: FRONTEND_CXX += -DERBIUM_VERSION='"$(VERSION)"'

$(BUILD)/frontend/%.o: frontend/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -c $< -o $@

$(JIT_PARTS:%=$(BUILD)/frontend/%.o) $(JIT_TOOLS:%=$(BUILD)/frontend/tools/%.o): \
  FRONTEND_CXX += -I$(GCCJIT)include
$(JIT_TOOLS:%=$(BUILD)/frontend/tools/%.o): FRONTEND_CXX += -DRUNTIME_LIBS='"$(HWLOC_LIBS)"' \
  -DGCCJIT_DRIVER='"gcc-$(GCCJIT_RELEASE)"'

$(BUILD)/frontend/liberbium-ir.a: $(FRONTEND_PARTS:%=$(BUILD)/frontend/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/frontend/liberbium-jit.a: $(JIT_PARTS:%=$(BUILD)/frontend/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/frontend/erbiumc: $(BUILD)/frontend/tools/erbiumc.o $(BUILD)/frontend/liberbium-jit.a \
                           $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -L$(GCCJIT) -lgccjit -o $@

# The program that it compiles finds the runtime in it.
LINK_WITH_RUNTIME = $(CXX) $(SANITIZE) -rdynamic $(filter-out %liberbium.a,$^) \
                    -Wl,--whole-archive $(BUILD)/liberbium.a -Wl,--no-whole-archive \
                    $(FRONTEND_LIBS) $(HWLOC_LIBS) -pthread -L$(GCCJIT) -lgccjit -o $@

$(BUILD)/frontend/erbium-run: $(BUILD)/frontend/tools/erbium-run.o \
                              $(BUILD)/frontend/liberbium-jit.a \
                              $(BUILD)/frontend/liberbium-ir.a $(BUILD)/liberbium.a
	$(LINK_WITH_RUNTIME)

$(BUILD)/frontend/erbium-graph: $(BUILD)/frontend/tools/erbium-graph.o \
                                $(GRAPH_PARTS:%=$(BUILD)/frontend/%.o) \
                                $(BUILD)/frontend/liberbium-streamit-compiler.a \
                                $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -ljansson -o $@

# page.html as a string.
$(BUILD)/frontend/report/page_text.cc: frontend/report/page.html
	@mkdir -p $(@D)
	{ echo 'namespace er::report { extern const char page_text[]; const char page_text[] = R"page('; \
	  cat $<; echo ')page"; }'; } > $@

$(BUILD)/frontend/report/page_text.o: $(BUILD)/frontend/report/page_text.cc
	$(FRONTEND_CXX) -c $< -o $@

$(BUILD)/frontend/erbium-report: $(BUILD)/frontend/tools/erbium-report.o \
                                 $(REPORT_PARTS:%=$(BUILD)/frontend/%.o) \
                                 $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -ljansson -o $@

$(BUILD)/frontend/erbium-place: $(BUILD)/frontend/tools/erbium-place.o \
                                $(PLACE_PARTS:%=$(BUILD)/frontend/%.o) \
                                $(GRAPH_PARTS:%=$(BUILD)/frontend/%.o) \
                                $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -ljansson -lmetis -o $@

$(BUILD)/frontend/liberbium-streamit-compiler.a: $(STREAMIT_PARTS:%=$(BUILD)/frontend/%.o)
	rm -f $@
	$(AR) rcs $@ $^

# What compiled StreamIt programs call; the shared library is for erbium-interp and erbium-run.
STREAMIT_LIBS := $(BUILD)/liberbium-streamit.a $(BUILD)/liberbium-streamit.so

$(BUILD)/frontend/streamit/runtime/streamit_runtime.o: frontend/streamit/runtime/streamit_runtime.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -Wall -Wextra -fPIC $(CFLAGS) $(SAME_PATHS) $(SANITIZE) -c $< -o $@

$(BUILD)/liberbium-streamit.a: $(BUILD)/frontend/streamit/runtime/streamit_runtime.o
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/liberbium-streamit.so: $(BUILD)/frontend/streamit/runtime/streamit_runtime.o
	$(CC) $(SANITIZE) -shared $^ -o $@

$(BUILD)/frontend/erbium-streamit: $(BUILD)/frontend/tools/erbium-streamit.o \
                                   $(BUILD)/frontend/liberbium-streamit-compiler.a \
                                   $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -o $@

PLAIN_TOOLS := $(filter-out $(JIT_TOOLS) erbium-graph erbium-place erbium-report erbium-streamit,\
                 $(FRONTEND_TOOLS))
$(PLAIN_TOOLS:%=$(BUILD)/frontend/%): $(BUILD)/frontend/%: $(BUILD)/frontend/tools/%.o \
                                      $(BUILD)/frontend/liberbium-ir.a
	$(CXX) $(SANITIZE) $^ $(FRONTEND_LIBS) -o $@

-include $(patsubst %,$(BUILD)/frontend/%.d,$(FRONTEND_PARTS) $(JIT_PARTS) $(GRAPH_PARTS) $(PLACE_PARTS) \
           $(REPORT_PARTS) \
           $(STREAMIT_PARTS) $(FRONTEND_TOOLS:%=tools/%))

.PHONY: frontend
.PRECIOUS: $(BUILD)/frontend/tools/%.o
