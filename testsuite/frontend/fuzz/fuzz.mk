# SPDX-License-Identifier: MIT
# fuzz.mk - texts at random for the tools of the textual IR, by libFuzzer of clang.
#
#   make soak-texts [SECONDS=3600] [SEED=1]
#
# The frontend is compiled once more, with clang, for coverage and with sanitizers, in $(BUILD)/fuzz.  It begins with the
# programs of the tests, and knows the words of the language.  A text that is wrong is kept in $(BUILD)/fuzz, named, and
# belongs into testsuite/frontend/fuzz/inputs/found, which make check replays (replay.cc).
#
# Included by testsuite.mk, which sets SECONDS and SEED; FRONTEND_PARTS is that of frontend.mk.

fuzz-cxx   := $(lastword $(sort $(wildcard /usr/lib/llvm-*/bin/clang++))) -std=gnu++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
              -DERBIUM_VERSION='"$(VERSION)"' -Ifrontend -Iir-spec -Iruntime/include -MMD -MP
fuzz-bin   := $(BUILD)/fuzz
fuzz-parts := $(FRONTEND_PARTS:%=$(fuzz-bin)/%.o)
# A text at a time: at most 25 s, 2 GiB, 64 KiB long.
fuzz-flags := -timeout=25 -rss_limit_mb=2048 -max_len=65536 -close_fd_mask=2 -use_value_profile=1

$(fuzz-bin)/%.o: frontend/%.cc
	@mkdir -p $(@D)
	$(fuzz-cxx) -fsanitize=fuzzer-no-link -c $< -o $@

$(fuzz-bin)/syntax/lexer.o: $(BUILD)/frontend/syntax/lexer.cc
	@mkdir -p $(@D)
	$(fuzz-cxx) -fsanitize=fuzzer-no-link -c $< -o $@

$(fuzz-bin)/fuzz: testsuite/frontend/fuzz/target.cc testsuite/frontend/fuzz/mutate.cc $(fuzz-parts)
	$(fuzz-cxx) -fsanitize=fuzzer $^ $(FRONTEND_LIBS) -o $@

$(BUILD)/frontend/replay: testsuite/frontend/fuzz/target.cc testsuite/frontend/fuzz/replay.cc $(BUILD)/frontend/liberbium-ir.a
	$(FRONTEND_CXX) $^ $(FRONTEND_LIBS) -o $@

$(BUILD)/frontend/words: testsuite/frontend/fuzz/words.cc $(BUILD)/frontend/liberbium-ir.a
	$(FRONTEND_CXX) $^ $(FRONTEND_LIBS) -o $@

# The words of the language, as libFuzzer reads them.
$(fuzz-bin)/words.dict: $(BUILD)/frontend/words
	@mkdir -p $(@D)
	$< > $@

soak-texts: $(fuzz-bin)/fuzz $(fuzz-bin)/words.dict
	@rm -rf $(fuzz-bin)/begin && mkdir -p $(fuzz-bin)/begin $(fuzz-bin)/corpus
	@find testsuite/ir testsuite/frontend examples/ir -name '*.er' | \
	  while read f; do cp $$f $(fuzz-bin)/begin/$$(echo $$f | tr / -); done
	@cp -r testsuite/frontend/fuzz/inputs/found $(fuzz-bin)/begin
	$(fuzz-bin)/fuzz $(fuzz-flags) -dict=$(fuzz-bin)/words.dict -seed=$(SEED) -max_total_time=$(SECONDS) \
	  -artifact_prefix=$(fuzz-bin)/ -print_final_stats=1 $(fuzz-bin)/corpus $(fuzz-bin)/begin

-include $(FRONTEND_PARTS:%=$(fuzz-bin)/%.d)

CHECK_PROGRAMS += $(BUILD)/frontend/replay
.PHONY: soak-texts
