# SPDX-License-Identifier: MIT
# many.mk - builds $(BUILD)/frontend/many, which compares many random programs (many.h).
#
# It has the tools of the textual IR in it, and the runtime, which compiled programs find there as in erbium-run.
# Included by testsuite.mk.

many-parts := $(notdir $(basename $(wildcard testsuite/frontend/many/*.cc)))

$(BUILD)/frontend/many-%.o: testsuite/frontend/many/%.cc
	@mkdir -p $(@D)
	$(FRONTEND_CXX) -I$(GCCJIT)include -c $< -o $@

$(BUILD)/frontend/many: $(many-parts:%=$(BUILD)/frontend/many-%.o) $(BUILD)/frontend/liberbium-jit.a \
                        $(BUILD)/frontend/liberbium-ir.a $(BUILD)/liberbium.a
	$(LINK_WITH_RUNTIME)

-include $(many-parts:%=$(BUILD)/frontend/many-%.d)
CHECK_PROGRAMS += $(if $(GCCJIT_RELEASE),$(BUILD)/frontend/many)
