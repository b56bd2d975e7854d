# SPDX-License-Identifier: MIT
# rank.mk - make ranks: the links between the library and MPI, one for each MPI that is installed.
#
#   $(BUILD)/liberbium-rank-mpich.so $(BUILD)/liberbium-rank-openmpi.so
#
# Only ranks load them (rank/launch.c); neither the library nor programs depend on MPI.  Included by
# the top Makefile, after runtime.mk.

RANK_MPIS  := $(foreach m,mpich openmpi,$(if $(shell command -v mpicc.$(m)),$(m)))
RANK_LINKS := $(RANK_MPIS:%=$(BUILD)/liberbium-rank-%.so)

ranks: $(RANK_LINKS)

# The wrappers of an MPI call the compiler of the build.
$(BUILD)/liberbium-rank-%.so: runtime/rank/link/mpi_link.c runtime/rank/link/manager.c \
                              runtime/rank/link/rank_link.h runtime/rank/link/manager.h
	@mkdir -p $(@D)
	MPICH_CC='$(CC)' OMPI_CC='$(CC)' mpicc.$* -std=gnu11 $(WARNINGS) $(CFLAGS) $(SAME_PATHS) \
	  -fPIC -fvisibility=hidden -DERB_LINK_NAME='"$*"' -shared -Wl,-soname,$(@F) \
	  $(filter %.c,$^) $(LDFLAGS) -o $@

.PHONY: ranks
