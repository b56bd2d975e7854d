# SPDX-License-Identifier: MIT
# runtime.mk - the library: $(BUILD)/liberbium.so and $(BUILD)/liberbium.a.
#
#   make lib
#
# Each folder is a concept; its header of the same name is all that others include of it.
# Included by the top Makefile, which sets BUILD, CC, ALL_CFLAGS and the libraries.

RUNTIME := $(patsubst runtime/%.c,%,$(filter-out runtime/blocks/% runtime/seal/allowed_calls.c runtime/rank/start_main.c,$(wildcard runtime/*/*.c runtime/replay/log/*.c runtime/partition/elf/*.c)))
OBJECTS := $(RUNTIME:%=$(BUILD)/runtime/%.o) $(if $(filter boost,$(FIBER)),$(BUILD)/runtime/fcontext.o)
HEADERS := erbium.h erbium/arity.h erbium/atomic.h erbium/blocking.h erbium/blocks.h erbium/burst.h erbium/channel.h erbium/erbium.hpp erbium/errno.h \
           erbium/hot.h erbium/lc.h erbium/mapreduce.h erbium/papers.h erbium/partition.h erbium/plugin.h erbium/queue.h erbium/ranks.h erbium/space.h erbium/spmc.h \
           erbium/stream.h erbium/syntax.h erbium/unchecked.h

lib: $(BUILD)/liberbium.so $(BUILD)/liberbium.a

# Variables are in sections of their own: global_diff.c tells them from the program's.
OWN_SECTIONS := $(foreach s,data bss,--rename-section .$(s)=erbium_$(s)) \
                $(foreach s,rel rel.local,--rename-section .data.$(s)=erbium_data)

$(BUILD)/runtime/%.o: runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@
	@$(shell $(CC) -print-prog-name=objcopy) $(OWN_SECTIONS) $@

# The filter of sealed programs is made with libseccomp, which they then do not need.
$(BUILD)/runtime/seal_filter.inc: runtime/seal/allowed_calls.c runtime/core/kernel.h
	@mkdir -p $(@D)
	$(HOST_CC) -O1 -Wall -Wextra -Iruntime -Iruntime/include -Iir-spec $< -o $(@D)/make_filter -lseccomp
	$(@D)/make_filter > $@

$(BUILD)/runtime/seal/call_answers.o: $(BUILD)/runtime/seal_filter.inc
$(BUILD)/runtime/seal/call_answers.o: ALL_CFLAGS += -I$(BUILD)/runtime

# What ends with pthread_exit is unwound.
$(BUILD)/runtime/task/process.o: ALL_CFLAGS += -fexceptions

# Valgrind's header is used where there is one, also if it comes after the library was built.
VALGRIND_SEEN := $(BUILD)/runtime/valgrind-$(if $(wildcard /usr/include/valgrind/valgrind.h),yes,no)
$(VALGRIND_SEEN):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/runtime/valgrind-*
	@touch $@
$(BUILD)/runtime/fiber/fiber_stack.o: $(VALGRIND_SEEN)

# Under our names: a program may have Boost.Context of its own.
$(BUILD)/runtime/fcontext.o: $(BOOST_CONTEXT)
	@mkdir -p $(@D)
	$(CC) -r -nostdlib -Wl,-u,jump_fcontext,-u,make_fcontext $< -o $@
	$(shell $(CC) -print-prog-name=objcopy) --redefine-sym jump_fcontext=erb_jump_fcontext \
	  --redefine-sym make_fcontext=erb_make_fcontext $@

# It has threads, and a function that each thread calls at its end: dlclose must not
# take it away.
START_MAIN := $(BUILD)/runtime/rank/start_main.o # of programs that are linked with it (rank/)
$(BUILD)/$(SONAME): $(OBJECTS) $(START_MAIN) runtime/exports.map
	$(CC) -shared -Wl,-z,nodelete -Wl,-soname,$(SONAME) -Wl,--version-script=runtime/exports.map \
	  $(SANITIZE) -pthread $(OBJECTS) $(START_MAIN) $(HWLOC_LIBS) $(LDFLAGS) -o $@

$(BUILD)/liberbium.so: $(BUILD)/$(SONAME)
	ln -sf $(SONAME) $@

$(BUILD)/liberbium.a: $(OBJECTS)
	rm -f $@
	$(AR) rcs $@ $(OBJECTS)

-include $(RUNTIME:%=$(BUILD)/runtime/%.d) $(START_MAIN:.o=.d)

.PHONY: lib
