# SPDX-License-Identifier: MIT
# testsuite.mk - make check and make soak.
#
#   make check                                        everything
#   make check T=testsuite/runtime/clauses            a folder
#   make check T=testsuite/runtime/clauses/update.c   a file
#   make check SAN=thread                             the same under a sanitizer
#   make soak SECONDS=60 SEED=7                       random networks and programs, for so long;
#                                                     then C of GCC's test suite, programs of the textual IR,
#                                                     a million fibers
#
# Included by the top Makefile, which sets BUILD, CC, CXX, SAN and the libraries.

T       ?= testsuite
SECONDS ?= 3600
SEED    ?= 1

TEST_BUILD = BUILD='$(BUILD)' CC='$(CC)' CXX='$(CXX)' SAN='$(SAN)' HWLOC_LIBS='$(HWLOC_LIBS)'

check: deps
	@$(MAKE) --no-print-directory all $(CHECK_PROGRAMS)
	@$(TEST_BUILD) testsuite/run $(T)

soak: deps
	@$(MAKE) --no-print-directory all
	@$(TEST_BUILD) testsuite/soak/soak --seconds $(SECONDS) --seed $(SEED)
	@$(TEST_BUILD) testsuite/soak/torture --seed $(SEED) --count $$(($(SECONDS) * 5))
	@$(TEST_BUILD) testsuite/frontend/agree --c --run --seeds $$(($(SEED) * 100000)):$$(($(SEED) * 100000 + 10000)) --seconds $(SECONDS)
	@$(MAKE) --no-print-directory $(BUILD)/soak-fibers
	@$(BUILD)/soak-fibers 1000000
	@$(BUILD)/soak-fibers 1000000 mapped
	@$(MAKE) --no-print-directory $(BUILD)/soak-million
	@ERBIUM_TASK=fiber $(BUILD)/soak-million 400000
	@$(MAKE) --no-print-directory soak-jpeg SECONDS=$(SECONDS) SEED=$(SEED)

$(BUILD)/soak-million: testsuite/runtime/fiber/million.c $(BUILD)/liberbium.a
	$(CC) -std=gnu11 -O2 -g -Iruntime/include -Itestsuite/runtime $^ $(HWLOC_LIBS) -pthread -o $@

$(BUILD)/soak-fibers: testsuite/runtime/fiber/many.c $(BUILD)/liberbium.a
	$(CC) $(ALL_CFLAGS) -Itestsuite/runtime $^ $(HWLOC_LIBS) -o $@
