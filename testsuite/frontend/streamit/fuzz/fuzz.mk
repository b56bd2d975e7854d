# SPDX-License-Identifier: MIT
# fuzz.mk - programs and texts at random for the compiler of StreamIt, the latter by libFuzzer of
# clang.
#
#   make soak-streamit [SECONDS=3600] [SEED=1]
#
# Runs up to 500 random programs, one for each 4 seconds, in all ways; then texts for SECONDS.
# A text that is wrong is kept in $(BUILD)/fuzz, and belongs into ../inputs/found, which make check
# replays.  Included by testsuite.mk, after ../../fuzz/fuzz.mk, whose rules compile the front end.

fuzz-streamit-parts := $(STREAMIT_PARTS:%=$(fuzz-bin)/%.o)
streamit-target     := testsuite/frontend/streamit/fuzz/target.cc

$(fuzz-bin)/streamit/lex/str_lexer.o: $(BUILD)/frontend/streamit/lex/str_lexer.cc
	@mkdir -p $(@D)
	$(fuzz-cxx) -fsanitize=fuzzer-no-link -c $< -o $@

$(fuzz-bin)/fuzz-streamit: $(streamit-target) $(fuzz-streamit-parts) $(fuzz-parts)
	$(fuzz-cxx) -fsanitize=fuzzer $^ $(FRONTEND_LIBS) -o $@

$(BUILD)/frontend/replay-streamit: $(streamit-target) testsuite/frontend/fuzz/replay.cc \
                                   $(BUILD)/frontend/liberbium-streamit-compiler.a \
                                   $(BUILD)/frontend/liberbium-ir.a
	$(FRONTEND_CXX) $^ $(FRONTEND_LIBS) -o $@

$(BUILD)/frontend/words-streamit: testsuite/frontend/streamit/fuzz/words.cc \
                                  $(BUILD)/frontend/liberbium-streamit-compiler.a \
                                  $(BUILD)/frontend/liberbium-ir.a
	$(FRONTEND_CXX) $^ $(FRONTEND_LIBS) -o $@

$(fuzz-bin)/words-streamit.dict: $(BUILD)/frontend/words-streamit
	@mkdir -p $(@D)
	$< > $@

soak-streamit: all $(fuzz-bin)/fuzz-streamit $(fuzz-bin)/words-streamit.dict
	testsuite/frontend/streamit/inputs/random-programs $(BUILD) $(BUILD)/frontend/erbium-streamit \
	  $$(($(SECONDS) / 4 < 500 ? $(SECONDS) / 4 + 1 : 500)) $(SEED)
	@rm -rf $(fuzz-bin)/begin-streamit
	@mkdir -p $(fuzz-bin)/begin-streamit $(fuzz-bin)/corpus-streamit
	@find testsuite/frontend/streamit/inputs -name '*.str' | \
	  while read f; do cp $$f $(fuzz-bin)/begin-streamit/$$(echo $$f | tr / -); done
	$(fuzz-bin)/fuzz-streamit $(fuzz-flags) -dict=$(fuzz-bin)/words-streamit.dict -seed=$(SEED) \
	  -max_total_time=$(SECONDS) -artifact_prefix=$(fuzz-bin)/ -print_final_stats=1 \
	  $(fuzz-bin)/corpus-streamit $(fuzz-bin)/begin-streamit

-include $(STREAMIT_PARTS:%=$(fuzz-bin)/%.d)

CHECK_PROGRAMS += $(BUILD)/frontend/replay-streamit
.PHONY: soak-streamit
