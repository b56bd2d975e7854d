# Erbium.  make all | deps | demo | check | bench | soak | install | uninstall | clean
#
#   make check [T=testsuite/runtime/clauses] [SAN=address|undefined|thread]
#   make bench B=peers
#   make soak [SECONDS=3600] [SEED=1]
#   make BUILD=build/debug CFLAGS='-O0 -g'     builds live side by side

BUILD   ?= build$(if $(SAN),/$(SAN))
PREFIX  ?= /usr/local
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
BOOST_CONTEXT := $(filter /%,$(shell $(CC) -print-file-name=libboost_context.a))
FIBER         ?= $(if $(BOOST_CONTEXT),boost,ucontext)
FIBER_CFLAGS  := $(if $(filter ucontext,$(FIBER)),-DERB_FIBER_UCONTEXT)
ifeq ($(FIBER)$(BOOST_CONTEXT),boost)
$(error FIBER=boost needs libboost_context.a, which $(CC) does not find: \
  install libboost-context-dev, or take FIBER=ucontext)
endif

SANITIZE  := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer)
WARNINGS  := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wno-missing-field-initializers
INCLUDES  := -Iruntime/include -Iruntime -Iir-spec
ALL_CFLAGS = -std=gnu11 $(WARNINGS) $(CFLAGS) $(SANITIZE) -pthread -fPIC \
             -fvisibility=hidden $(INCLUDES) $(HWLOC_CFLAGS) $(FIBER_CFLAGS) -MMD -MP

RUNTIME := os window backend_shared record loan view sync stall linger wait wait_thread wait_fiber deadlock \
           task task_thread task_fiber worker seat keeper balance fiber fiber_stack \
           program programs fault watch stats topology
OBJECTS := $(RUNTIME:%=$(BUILD)/runtime/%.o) $(if $(filter boost,$(FIBER)),$(BUILD)/runtime/fcontext.o)
HEADERS := erbium.h erbium/atomic.h erbium/hot.h erbium/plugin.h erbium/syntax.h

all: $(BUILD)/liberbium.so $(BUILD)/liberbium.a plugin

include plugin/plugin.mk

# ---- The runtime -----------------------------------------------------------

$(BUILD)/runtime/%.o: runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@

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
DEPS_DEMO  := gnuplot-nox
DEPS_CHECK := python3 llvm-14-tools clang-14 libclang-rt-14-dev \
              libcmocka-dev gdb ccache gcc-12-source g++-12 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user binutils
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

LIBDIR := $(DESTDIR)$(PREFIX)/lib
INCDIR := $(DESTDIR)$(PREFIX)/include

install: all
	@install -d $(LIBDIR)/pkgconfig $(INCDIR)/erbium && test -w $(LIBDIR) && test -w $(INCDIR) || { \
	  echo "install: cannot write below $(DESTDIR)$(PREFIX): call make install with the right" \
	       "to, or give another PREFIX= or DESTDIR=" >&2; exit 1; }
	install -m 755 $(BUILD)/$(SONAME) $(LIBDIR)/liberbium.so.$(VERSION)
	ln -sf liberbium.so.$(VERSION) $(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(LIBDIR)/liberbium.so
	install -m 644 $(BUILD)/liberbium.a $(LIBDIR)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(HWLOC_LIBS)|' \
	  runtime/erbium.pc.in > $(LIBDIR)/pkgconfig/erbium.pc
	set -e; for h in $(HEADERS); do install -m 644 runtime/include/$$h $(INCDIR)/$$h; done
	set -e; for v in $(GCC_RELEASES); do \
	  install -d $(DESTDIR)$$(gcc-$$v -print-file-name=plugin); \
	  install -m 755 $(BUILD)/plugin/gcc-$$v/erbium.so $(DESTDIR)$$(gcc-$$v -print-file-name=plugin); \
	done
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true

uninstall:
	rm -f $(LIBDIR)/liberbium.so $(LIBDIR)/$(SONAME) $(LIBDIR)/liberbium.so.$(VERSION) \
	  $(LIBDIR)/liberbium.a $(LIBDIR)/pkgconfig/erbium.pc $(HEADERS:%=$(INCDIR)/%)
	-rmdir $(INCDIR)/erbium 2>/dev/null
	for v in $(GCC_RELEASES); do rm -f $(DESTDIR)$$(gcc-$$v -print-file-name=plugin)/erbium.so; done

clean:
	rm -rf $(BUILD)

.PHONY: all deps deps-demo deps-bench demo check bench soak install uninstall clean
.DELETE_ON_ERROR:
