# Erbium.  make all | deps | demo | check | bench | soak | clean
#          make install | uninstall                         runtime/install.mk
#
#   make check [T=testsuite/runtime/clauses] [SAN=address|undefined|thread]
#   make bench B=peers
#   make soak [SECONDS=3600] [SEED=1]
#   make BUILD=build/debug CFLAGS='-O0 -g'     builds live side by side

BUILD   ?= build$(if $(SAN),/$(SAN))
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX     := $(if $(filter default,$(origin CXX)),g++,$(CXX))
AR      := $(if $(filter default,$(origin AR)),ar,$(AR))
CFLAGS  ?= -O2 -g
VERSION := 0.1.0
SONAME  := liberbium.so.0

# HWLOC=no builds without hwloc, for a cross compiler that has none.
HWLOC        ?= yes
HWLOC_CFLAGS := $(if $(filter no,$(HWLOC)),-DERB_NO_HWLOC,)
HWLOC_LIBS   := $(if $(filter no,$(HWLOC)),,-lhwloc)

# How fibers switch: boost (two objects of Boost.Context, which become part of the
# library), or ucontext where the compiler's target has no Boost.Context.
BOOST_CONTEXT := $(filter /%,$(shell $(CC) -print-file-name=libboost_context.a 2>/dev/null))
FIBER         ?= $(if $(BOOST_CONTEXT),boost,ucontext)
FIBER_CFLAGS  := $(if $(filter ucontext,$(FIBER)),-DERB_FIBER_UCONTEXT)
ifeq ($(FIBER)$(BOOST_CONTEXT),boost)
$(error FIBER=boost needs libboost_context.a, which $(CC) does not find: \
  install libboost-context-dev, or take FIBER=ucontext)
endif

SANITIZE  := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer)
# For the tools that the build itself runs, as for those of the tests.
ifeq ($(SAN),address)
export LSAN_OPTIONS := suppressions=$(CURDIR)/testsuite/frontend/leaks.txt:print_suppressions=0
endif
WARNINGS  := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wno-missing-field-initializers
INCLUDES  := -Iruntime/include -Iruntime -Iir-spec
ALL_CFLAGS = -std=gnu11 $(WARNINGS) $(CFLAGS) $(SANITIZE) -pthread -fPIC -fno-plt \
             -fvisibility=hidden $(INCLUDES) $(HWLOC_CFLAGS) $(FIBER_CFLAGS) -MMD -MP

RUNTIME := os heap window backend_shared backend_paged guard guard_fault merge access record record_lock loan view sync stall linger wait wait_thread wait_fiber deadlock deadlock_dead deadlock_walk deadlock_say \
           task task_thread task_fiber task_auto task_space twice hosted wait_space private verdict ready worker workers seat keeper balance weigh fiber fiber_stack \
           space_table space_life space_wait space_start space_sync space_pages \
           replay/begin replay/steps replay/pages replay/ports replay/records replay/spaces replay/log replay/write \
           seal/seal seal/trap seal/time seal/files seal/descriptors seal/pages seal/memory seal/identity seal/signals seal/output \
           program programs settings fault death watch stats ended topology \
           spmc_shared spmc_frames spmc_generation spmc_region spmc_port spmc_space spmc_map spmc_address spmc_give \
           spmc_fix spmc_copy spmc_wait spmc_deadlock spmc_fault channel channel_mode channel_send channel_recv
OBJECTS := $(RUNTIME:%=$(BUILD)/runtime/%.o) $(if $(filter boost,$(FIBER)),$(BUILD)/runtime/fcontext.o)
HEADERS := erbium.h erbium/atomic.h erbium/blocking.h erbium/channel.h erbium/hot.h erbium/plugin.h erbium/space.h erbium/spmc.h erbium/syntax.h

all: $(BUILD)/liberbium.so $(BUILD)/liberbium.a $(BUILD)/erbium-replay plugin frontend manuals

include plugin/plugin.mk
include frontend/frontend.mk
include runtime/replay/replay.mk
include docs/docs.mk

# ---- The runtime -----------------------------------------------------------

# Variables are in sections of their own: private.c tells them from the program's.
OWN_SECTIONS := $(foreach s,data bss,--rename-section .$(s)=erbium_$(s)) \
                $(foreach s,rel rel.local,--rename-section .data.$(s)=erbium_data)

$(BUILD)/runtime/%.o: runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@
	@$(shell $(CC) -print-prog-name=objcopy) $(OWN_SECTIONS) $@

# The filter of sealed programs is made with libseccomp, which they then do not need.
$(BUILD)/runtime/seal_filter.inc: runtime/seal/make_filter.c runtime/seal/seal.h
	@mkdir -p $(@D)
	gcc -O1 -Wall -Wextra $< -o $(@D)/make_filter -lseccomp
	$(@D)/make_filter > $@

$(BUILD)/runtime/seal/trap.o: $(BUILD)/runtime/seal_filter.inc
$(BUILD)/runtime/seal/trap.o: ALL_CFLAGS += -I$(BUILD)/runtime

# What ends with pthread_exit is unwound.
$(BUILD)/runtime/task.o: ALL_CFLAGS += -fexceptions

# Under our names: a program may have Boost.Context of its own.
$(BUILD)/runtime/fcontext.o: $(BOOST_CONTEXT)
	@mkdir -p $(@D)
	$(CC) -r -nostdlib -Wl,-u,jump_fcontext,-u,make_fcontext $< -o $@
	$(shell $(CC) -print-prog-name=objcopy) --redefine-sym jump_fcontext=erb_jump_fcontext \
	  --redefine-sym make_fcontext=erb_make_fcontext $@

# It has threads, and a function that each thread calls at its end: dlclose must not
# take it away.
$(BUILD)/$(SONAME): $(OBJECTS) runtime/exports.map
	$(CC) -shared -Wl,-z,nodelete -Wl,-soname,$(SONAME) -Wl,--version-script=runtime/exports.map \
	  $(SANITIZE) -pthread $(OBJECTS) $(HWLOC_LIBS) $(LDFLAGS) -o $@

$(BUILD)/liberbium.so: $(BUILD)/$(SONAME)
	ln -sf $(SONAME) $@

$(BUILD)/liberbium.a: $(OBJECTS)
	rm -f $@
	$(AR) rcs $@ $(OBJECTS)

-include $(RUNTIME:%=$(BUILD)/runtime/%.d)

# ---- What is needed --------------------------------------------------------

# Debian packages: to build; to test; to benchmark stand in testsuite/bench.
DEPS_BUILD := gcc g++ make libc6-dev libhwloc-dev libboost-context-dev pkg-config gcc-11 gcc-11-plugin-dev gcc-12 gcc-12-plugin-dev
DEPS_BUILD += re2c libffi-dev libgccjit-12-dev libseccomp-dev libjansson-dev go-md2man libxxhash-dev libdw-dev
DEPS_DEMO  := gnuplot-nox
DEPS_CHECK := python3 llvm-14-tools clang-14 libclang-rt-14-dev \
              libcmocka-dev gdb ccache gcc-12-source g++-12 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user binutils \
              libjpeg-turbo-progs libtbb-dev tshark graphviz groff-base \
              nettle-dev zlib1g-dev libjemalloc-dev
DEPS_BENCH := $(shell cat testsuite/bench/packages.txt 2>/dev/null)

deps: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_DEMO) $(DEPS_CHECK)
deps-demo: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_DEMO)
deps-bench: ; @sh testsuite/deps.sh $(DEPS_BUILD) $(DEPS_BENCH)

# ---- Programs made from the library ----------------------------------------

include examples/examples.mk
include testsuite/testsuite.mk
include testsuite/model/model.mk
include testsuite/bench/bench.mk

# ---- Install ---------------------------------------------------------------

include runtime/install.mk

clean:
	rm -rf $(BUILD)

.PHONY: all deps deps-demo deps-bench demo check bench soak clean
.DELETE_ON_ERROR:
