# SPDX-License-Identifier: MIT
# model.mk - builds and runs the exhaustive explorer of testsuite/model.
#
# Include it from the root with BUILD set.  Each NAME in model-scenarios is a
# program $(BUILD)/model/NAME of testsuite/model/NAME.c, the explorer and the
# objects in model-objs-NAME (runtime files compiled with $(model-cflags)).
# Run them from the root: reports read the source lines that they name.

model-scenarios ?= litmus instrumented window_mini stream
model-src := testsuite/model
model-bin := $(BUILD)/model
model-engine := explorer task operations arena step commute states trace memory memory-hash address tso ra plain site libc model scenarios mutation
# The archive: in newer releases of Boost the shared library shows no functions of C.
model-libs ?= $(BOOST_CONTEXT)

# A call through the table of the operating system must return to its own line,
# and line numbers must be found at the addresses that run.
model-cflags := -std=gnu11 -O2 -g -Wall -Wextra -Wno-missing-field-initializers \
  -DERBIUM_MODEL=1 -fno-pie -fno-optimize-sibling-calls -fdebug-prefix-map=$(CURDIR)/= \
  -I$(model-src)/instead -Iruntime/include -Iruntime -Iir-spec -I$(model-src)
model-ldflags := -no-pie

model-engine-objs := $(model-engine:%=$(model-bin)/%.o)

.PHONY: model check-model check-model-unmutated check-model-soak check-model-long \
  check-model-reductions check-model-mutate
model: $(model-scenarios:%=$(model-bin)/%)

$(model-bin)/%.o: $(model-src)/%.c $(wildcard $(model-src)/*.h) \
                  $(wildcard runtime/*.h runtime/*/*.h runtime/include/erbium/*.h)
	@mkdir -p $(@D)
	$(CC) $(model-cflags) -c $< -o $@

# Code whose plain accesses are checked as well (plain.c).
model-watched := -fsanitize=thread -include $(model-src)/libc.h -DERB_POLLS=1

$(model-bin)/instrumented.o: model-cflags += $(model-watched)

# Runtime sources, as the explorer needs them.
$(model-bin)/runtime/%.o: runtime/%.c $(wildcard runtime/*.h runtime/*/*.h runtime/include/erbium/*.h)
	@mkdir -p $(@D)
	$(CC) $(model-cflags) $(model-watched) -c $< -o $@

# The runtime, with system.c for what it asks of the system.
model-runtime := $(addprefix $(model-bin)/runtime/,$(addsuffix .o,\
  core/primitive core/spin_backoff event/event fault/fault settings/settings task/model_lookup task/caller task/process task/thread_model \
  task/death record/record record/record_window record/own_window record/take_back record/record_lock record/view \
  record/view_memory record/describe record/shared_backend record/window_pool \
  sync/sync sync/stall sync/claim sync/batching sync/distance sync/wait sync/own_processor sync/wait_queue sync/join \
  private/arrivals private/arrival private/communicator private/trial \
  deadlock/detect deadlock/liveness deadlock/grow deadlock/wait_graph deadlock/cycle_report \
  observe/checks observe/write_checks observe/claim_checks observe/record_table \
  observe/statistics observe/run_times observe/ended_counts observe/process_table observe/busy_times \
  figures/figures figures/json figures/bottleneck life/lifetime \
  $(addprefix fiber/,steal partners move_cost run_queue inbox worker worker_idle worker_pool \
    os_thread fiber_wait fiber_model kept_thread monitor))) $(model-bin)/system.o $(model-bin)/workers.o
model-streams := $(patsubst %,$(model-bin)/stream_%.o,several end window own lock steal fiber)
model-objs-stream := $(model-streams) $(model-runtime)
$(model-bin)/stream.o $(model-streams) $(model-bin)/system.o $(model-bin)/workers.o: \
  model-cflags += $(model-watched)

.SECONDEXPANSION:
$(model-scenarios:%=$(model-bin)/%): $(model-bin)/%: $(model-bin)/%.o \
    $(model-engine-objs) $$(model-objs-$$(@F))
	$(CC) $(model-ldflags) $^ $(model-libs) -o $@

# Of the stream scenarios: those explored by make check-model, under both models
# of memory or under RA alone, which allows all that TSO does but what a missing light
# barrier does.  With three tasks that sleep there are too many states for each run
# under TSO: broadcast has 4 million and takes minutes.  make check-model-long explores
# those; needs and shared_end, under RA alone, take minutes too, and are part of make soak,
# as are those with 10^5 states under TSO.
model-run-stream := two narrow doze spinning loaded suspicious apart observed end both_end \
  leaving handover late growing patient joined biased replaced claims asleep_at_end \
  offered woken posted stopped given seized slept held rebiased away elsewhere watched watched_early \
  kept keeping entered taken taken_again taken_at_end taken_skipped taken_unseen copied served only
model-run-ra-stream := reused artificial room shared wide broadcast
model-soak-stream := needs shared_end
model-soak-tso-stream := artificial room shared wide
model-long-stream := broadcast needs
# Sites are weakened on all that are small.  Those left out have 10^5 states and
# more, for each site, and no site that is not met elsewhere; and served, whose only site that
# is not met elsewhere is the end of a communicator, which matters to whoever frees it.
model-unmutated-stream := served
model-mutate-stream := $(filter-out $(model-unmutated-stream),$(model-run-stream))
# Small enough to be explored without the engine's reductions as well.
model-plain-stream := joined patient

check-model: model
	@set -e; for s in $(filter-out stream,$(model-scenarios)); do \
	  echo "model/$$s"; $(model-bin)/$$s; done
	@echo model/stream; $(model-bin)/stream $(model-run-stream)
	@$(model-bin)/stream --model=ra $(model-run-ra-stream)

# What check-model explores and check-model-mutate does not, before it weakens anything.
check-model-unmutated: model
	@set -e; for s in $(filter-out stream window_mini,$(model-scenarios)); do \
	  echo "model/$$s"; $(model-bin)/$$s; done
	@echo model/stream; $(model-bin)/stream $(model-unmutated-stream)
	@$(model-bin)/stream --model=ra $(model-run-ra-stream)

check-model-soak: model
	@$(model-bin)/stream --model=ra $(model-soak-stream)
	@$(model-bin)/stream --model=tso $(model-soak-tso-stream)

check-model-long: model
	@$(model-bin)/stream --max-states=100000000 $(model-long-stream)

# The engine finds the same without each of its reductions: the exact outcomes of
# the litmus tests, nothing wrong where nothing is, and what is wrong where the
# barrier of window_mini is left out (without the cache that takes too long).
check-model-reductions: model
	@set -e; for f in --no-sleep --no-merge --no-cache; do \
	  $(model-bin)/litmus $$f; $(model-bin)/stream $$f $(model-plain-stream); done
	@set -e; at=$$($(model-bin)/window_mini --sites | sed -n 's/^heavy *\([^ ]*\).*/\1/p'); \
	for f in --no-sleep --no-merge; do \
	  $(model-bin)/window_mini --model=ra $$f --weaken=$$at:heavy | grep 'deadlock: nobody can move'; done

# Every acquire, release and heavy barrier that is explored must matter.
check-model-mutate: model
	@$(model-bin)/window_mini --mutate
	@$(model-bin)/stream --mutate --equivalent=$(model-src)/equivalent.txt $(model-mutate-stream)
