# SPDX-License-Identifier: MIT
# mpi.mk - make mpi: DetMPI, an MPI library and its commands, in $(BUILD)/mpi.
#
#   include/                  mpi.h, mpif.h, and mpi.mod where gfortran is there
#   lib/libmpich.so.12        the library; libmpi.so.12 and libmpichfort.so.12 are links to it
#   bin/                      detmpicc, detmpicxx, detmpif77, detmpif90, detmpiexec
#
# A folder of its own, so that programs linked with MPICH find the library only where it is asked
# for: LD_LIBRARY_PATH.  Included by the top Makefile, after runtime.mk.

MPI_DIR     := runtime/mpi
MPI_OUT     := $(BUILD)/mpi
MPI_SOURCES := $(wildcard $(MPI_DIR)/*/*.c)
MPI_OBJECTS := $(MPI_SOURCES:runtime/%.c=$(BUILD)/runtime/%.o) $(MPI_OUT)/made/wrappers.o \
               $(MPI_OUT)/made/large.o $(MPI_OUT)/made/lacks.o
MPI_HEADER  := runtime/include/detmpi/mpi.h
MPI_NAMES   := $(MPI_DIR)/base/mpi-names.in
MPI_LARGE   := $(MPI_DIR)/large/large.awk $(MPI_NAMES)
MPI_MAKE    := sh $(MPI_DIR)/fortran/generate.sh
MPI_LINKS   := libmpich.so libmpi.so.12 libmpi.so libmpichfort.so.12 libmpichfort.so \
               libfmpich.so.12
MPI_LIBRARY := $(MPI_OUT)/lib/libmpich.so.12
MPI_COMMANDS := detmpicc detmpicxx detmpif77 detmpif90 detmpiexec
# Other releases of gfortran cannot read a module, so the wrappers make one for theirs if they must.
MPI_FC      := $(if $(shell command -v gfortran),gfortran)
MPI_HEADERS := $(MPI_OUT)/include/mpi.h $(MPI_OUT)/include/mpif.h $(MPI_OUT)/include/mpi.f90 \
               $(if $(MPI_FC),$(MPI_OUT)/include/mpi.mod)

mpi: $(MPI_LIBRARY) $(MPI_HEADERS) $(MPI_COMMANDS:%=$(MPI_OUT)/bin/%)

$(MPI_SOURCES:runtime/%.c=$(BUILD)/runtime/%.o): ALL_CFLAGS += -DDETMPI_VERSION='"$(VERSION)"' -fno-strict-aliasing

$(MPI_OUT)/made/wrappers.c: $(MPI_HEADER) $(MPI_DIR)/fortran/generate.sh $(MPI_DIR)/fortran/mpi_fortran.c
	@mkdir -p $(@D)
	$(MPI_MAKE) wrappers $(MPI_HEADER) $(MPI_DIR)/fortran/mpi_fortran.c > $@

$(MPI_OUT)/made/large.c: $(MPI_HEADER) $(MPI_DIR)/fortran/generate.sh $(MPI_LARGE)
	@mkdir -p $(@D)
	$(MPI_MAKE) large $(MPI_HEADER) > $@

$(MPI_OUT)/made/lacks.c: $(MPI_HEADER) $(MPI_DIR)/fortran/generate.sh $(MPI_LARGE)
	@mkdir -p $(@D)
	cp $(MPI_NAMES) $(@D)/names
	$(MPI_MAKE) lacks $(MPI_HEADER) $(@D)/names > $@

$(MPI_OUT)/made/%.o: $(MPI_OUT)/made/%.c
	$(CC) $(ALL_CFLAGS) -w -c $< -o $@

# The names that Fortran compilers give to calls, for those calls that have a wrapper.
$(MPI_OUT)/made/symbols: $(MPI_OBJECTS)
	$(MPI_MAKE) symbols $(MPI_HEADER) $(MPI_OUT)/made/names \
	  "`nm -g --defined-only $(MPI_OBJECTS) | sed -n 's/.* \(mpi_[a-z0-9_]*_\)$$/\1/p' | tr '\n' ' '`" > $@

$(MPI_LIBRARY): $(MPI_OBJECTS) $(BUILD)/liberbium.a $(MPI_OUT)/made/symbols
	@mkdir -p $(@D)
	$(MPI_MAKE) exports $(MPI_HEADER) > $(MPI_OUT)/made/exports
	$(CC) -shared -Wl,-z,nodelete -Wl,-soname,$(@F) -Wl,--version-script=$(MPI_OUT)/made/exports \
	  $(SANITIZE) -pthread $(MPI_OBJECTS) $(MPI_OUT)/made/symbols $(BUILD)/liberbium.a $(HWLOC_LIBS) \
	  $(LDFLAGS) -o $@
	cd $(@D) && for l in $(MPI_LINKS); do ln -sf $(@F) $$l; done

$(MPI_OUT)/include/mpi.h: $(MPI_HEADER) $(MPI_DIR)/fortran/generate.sh $(MPI_LARGE)
	@mkdir -p $(@D)
	$(MPI_MAKE) header $(MPI_HEADER) > $@

$(MPI_OUT)/include/mpif.h: $(MPI_HEADER) $(MPI_DIR)/fortran/generate.sh
	@mkdir -p $(@D)
	$(MPI_MAKE) mpif $(MPI_HEADER) > $@

$(MPI_OUT)/include/mpi.f90: $(MPI_DIR)/fortran/mpi.f90.in
	@mkdir -p $(@D)
	cp $< $@

$(MPI_OUT)/include/mpi.mod: $(MPI_OUT)/include/mpi.f90 $(MPI_OUT)/include/mpif.h
	cd $(@D) && $(MPI_FC) -fsyntax-only mpi.f90

$(MPI_OUT)/bin/detmpiexec: runtime/install/commands/detmpiexec.in
	@mkdir -p $(@D)
	sed -e 's|@VERSION@|$(VERSION)|' $< > $@
	@chmod 755 $@

# One script; its name says which language it compiles.
$(MPI_OUT)/bin/detmpi%: runtime/install/commands/detmpicc.in
	@mkdir -p $(@D)
	sed -e 's|@VERSION@|$(VERSION)|' $< > $@
	@chmod 755 $@

-include $(MPI_SOURCES:runtime/%.c=$(BUILD)/runtime/%.d)

.PHONY: mpi
