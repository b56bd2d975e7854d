# SPDX-License-Identifier: MIT
# testsuite.mk - make check, make bless and make soak.
#
#   make check                                        everything
#   make check T=testsuite/runtime/clauses            a folder
#   make check T=testsuite/runtime/clauses/update.c   a file
#   make check SAN=thread                             the same under a sanitizer
#   make bless T=testsuite/examples/first.test        expected outputs become what the tests print
#   make soak SECONDS=60 SEED=7                       random networks and programs, for so long;
#                                                     the tests of concurrency under load,
#                                                     then C of GCC's test suite, programs of the textual IR
#                                                     and texts that are none, the explorer's largest
#                                                     scenario, a racey network thousands of
#                                                     times, a million fibers, 50000 spaces killed, 1000
#                                                     partitions killed, damaged pictures and archives, programs of
#                                                     MPI
#
# Included by the top Makefile, which sets BUILD, CC, CXX, SAN and the libraries.

T       ?= testsuite
SECONDS ?= 3600
SEED    ?= 1

# `deps' may install a release of GCC after make has looked for them, so the tests look again
# (lit.cfg.py), unless the user names the releases.
TEST_BUILD = BUILD='$(BUILD)' CC='$(CC)' CXX='$(CXX)' SAN='$(SAN)' HWLOC_LIBS='$(HWLOC_LIBS)' \
             GCC_RELEASES='$(if $(filter file,$(origin GCC_RELEASES)),,$(GCC_RELEASES))'

# On all processors, if not told otherwise.
BUILD_JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

check: deps
	@$(MAKE) --no-print-directory $(BUILD_JOBS) all $(CHECK_PROGRAMS)
	@$(TEST_BUILD) testsuite/run $(T)

# Replaces the files with which tests compare their outputs (tools/bless.py), and lists them.
bless:
	@test '$(T)' != testsuite || { echo 'make bless T=path: the tests whose output is right' >&2; exit 2; }
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(BUILD_JOBS) all $(CHECK_PROGRAMS)
	@BLESS=1 $(TEST_BUILD) testsuite/run $(T); status=$$?; git --no-pager diff --stat; exit $$status

# The user's collection of StreamIt programs: counts, refusals, outputs that differ.
streamit-suite: all
	@test -n '$(DIR)' || { echo 'make streamit-suite DIR=path: the folder of the programs' >&2; \
	  exit 2; }
	testsuite/frontend/streamit/inputs/suite --tool '$(BUILD)/frontend/erbium-streamit' '$(DIR)'

.PHONY: bless streamit-suite

soak: deps
	@$(MAKE) --no-print-directory $(BUILD_JOBS) all
	@$(TEST_BUILD) testsuite/soak/soak --seconds $(SECONDS) --seed $(SEED)
	@$(TEST_BUILD) python3 testsuite/runtime/stress/stress.py 5 $(CC) -std=gnu11 -O2 -g -pthread \
	  -Iruntime/include -Itestsuite/runtime -- $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread -- \
	  testsuite/runtime
	@$(MAKE) --no-print-directory soak-torture SECONDS=$(SECONDS) SEED=$(SEED)
	@$(MAKE) --no-print-directory soak-programs soak-texts soak-streamit SECONDS=$(SECONDS) SEED=$(SEED)
	@$(MAKE) --no-print-directory check-model-soak
	@$(MAKE) --no-print-directory $(BUILD)/soak-racey
	@testsuite/plugin/racey/inputs/runs --one --seed $(SEED) --runs $(SOAK_RACEY) $(BUILD)/soak-racey 120
	@$(MAKE) --no-print-directory $(BUILD)/soak-fibers
	@$(BUILD)/soak-fibers 1000000
	@$(BUILD)/soak-fibers 1000000 mapped
	@$(MAKE) --no-print-directory $(BUILD)/soak-million
	@ERBIUM_TASK=fiber $(BUILD)/soak-million 400000
	@ERBIUM_TASK=fiber ERBIUM_WORKERS=1 $(BUILD)/soak-million 400000
	@ERBIUM_TASK=fiber ERBIUM_WORKERS=2 $(BUILD)/soak-million 400000
	@ERBIUM_TASK=fiber $(BUILD)/soak-million 100000 100
	@$(MAKE) --no-print-directory $(BUILD)/soak-killed
	@TEST_ROUNDS=60 TEST_SEED=$(SEED) $(BUILD)/soak-killed
	@$(MAKE) --no-print-directory $(BUILD)/soak-kill
	@$(BUILD)/soak-kill 200
	@$(MAKE) --no-print-directory soak-partitions
	@$(MAKE) --no-print-directory soak-jpeg SECONDS=$(SECONDS) SEED=$(SEED)
	@$(MAKE) --no-print-directory soak-dedup SECONDS=$(SECONDS) SEED=$(SEED)
	@$(MAKE) --no-print-directory soak-mpi SECONDS=$(SECONDS) SEED=$(SEED)

soak-torture: all
	@$(foreach v,$(GCC_RELEASES),$(TEST_BUILD) testsuite/soak/torture --gcc $(v) --seed $(SEED) \
	  --count $$(($(SECONDS) * 5)) &&) :

# Runs in each task model: 2000 in an hour and more.
SOAK_RACEY = $(shell s=$(SECONDS); echo $$((s < 3600 ? 2000 * s / 3600 + 1 : 2000)))

RACEY := testsuite/plugin/racey/inputs

$(BUILD)/soak-racey: $(RACEY)/network.c $(RACEY)/racey.h $(BUILD)/liberbium.a $(PLUGIN_SO)
	$(PLUGIN_GCC) -O2 -g $< -o $@ $(BUILD)/liberbium.a $(HWLOC_LIBS) -pthread

# A thousand runs of programs of the system as partitions, and a thousand random kills.
PARTITION_TESTS := testsuite/runtime/partition

soak-partitions: all
	@rm -rf $(BUILD)/soak-partitions && mkdir -p $(BUILD)/soak-partitions
	$(CC) -O2 $(PARTITION_TESTS)/inputs/guest.c -pthread -o $(BUILD)/soak-partitions/guest
	$(CC) -std=gnu11 -O2 -Iruntime/include -Itestsuite/runtime $(PARTITION_TESTS)/kills.c \
	  -L$(BUILD) -lerbium -Wl,-rpath,$(abspath $(BUILD)) -o $(BUILD)/soak-partitions/kills
	@TEST_ROUNDS=250 $(BUILD)/soak-partitions/kills $(BUILD)/soak-partitions/guest
	@TEST_RUNS=512 python3 $(PARTITION_TESTS)/inputs/debian.py $(abspath $(BUILD)/erbium-partition) \
	  $(BUILD)/soak-partitions

.PHONY: soak-partitions

# Kills a space at each of its steps, again and again (testsuite/runtime/spaces/kill.c).
$(BUILD)/soak-kill: testsuite/runtime/spaces/kill.c $(wildcard runtime/space/*.c) $(BUILD)/liberbium.a
	$(CC) -std=gnu11 -O2 -g -DERBIUM_MODEL -Iruntime/include -Iruntime -Iir-spec -Itestsuite/runtime $^ $(HWLOC_LIBS) -pthread -o $@

include testsuite/roots/roots.mk
include testsuite/aarch64/aarch64.mk
include testsuite/frontend/fuzz/fuzz.mk
include testsuite/frontend/streamit/fuzz/fuzz.mk
include testsuite/frontend/many/many.mk

# Random programs of the textual IR, each in all ways; those that differ are kept.  All 10,000 if an hour or more is asked for:
# they take three hours of a processor.
soak-programs: all $(BUILD)/frontend/many
	@$(BUILD)/frontend/many --full --seeds=$$(($(SEED) * 100000)):$$(($(SEED) * 100000 + 10000)) --jobs=$$(nproc) \
	  --seconds=$$(($(SECONDS) < 3600 ? $(SECONDS) : 0)) \
	  --gcc=gcc-$(GCC_NEWEST) --plugin=$(PLUGIN_SO) --include=runtime/include --keep=$(BUILD)/differs

# Programs of MPI: beside MPICH, twice, in the order of logical time, with ranks that are killed.
soak-mpi: mpi
	@testsuite/soak/mpi $(MPI_OUT)/bin $(SECONDS) $(SEED)

# Jobs of ranks, of which one is killed: 200 in 10 minutes.
soak-ranks: lib ranks
	@mkdir -p $(BUILD)/soak-ranks
	$(CC) -std=gnu11 -O2 -Iruntime/include testsuite/soak/ranks/endless.c $(BUILD)/liberbium.a $(HWLOC_LIBS) \
	  -pthread -o $(BUILD)/soak-ranks/endless
	@BUILD=$(abspath $(BUILD)) testsuite/soak/ranks/kill $(BUILD)/soak-ranks/endless \
	  $$(($(SECONDS) / 3 + 1)) $(SEED)

# The tests of ranks on a slow network that loses packets.  Needs root.
soak-netem: all $(BUILD)/slow_network
	@$(TEST_BUILD) testsuite/soak/netem/soak $(BUILD)/slow_network $(SEED)

$(BUILD)/slow_network: testsuite/soak/netem/slow_network.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 -Wall -Wextra $< -o $@

.PHONY: soak-netem

$(BUILD)/soak-million: testsuite/runtime/fiber/million.c $(BUILD)/liberbium.a
	$(CC) -std=gnu11 -O2 -g -Iruntime/include -Itestsuite/runtime $^ $(HWLOC_LIBS) -pthread -o $@

# A thousand spaces, each killed at an instruction.
$(BUILD)/soak-killed: testsuite/runtime/channel/killed.c $(BUILD)/liberbium.a
	$(CC) -std=gnu11 -O2 -g -Iruntime/include -Itestsuite/runtime $^ $(HWLOC_LIBS) -pthread -o $@

$(BUILD)/soak-fibers: testsuite/runtime/fiber/many.c $(BUILD)/liberbium.a
	$(CC) $(ALL_CFLAGS) -Itestsuite/runtime $^ $(HWLOC_LIBS) -o $@
