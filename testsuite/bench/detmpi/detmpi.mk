# SPDX-License-Identifier: MIT
# detmpi.mk - calls.c, built with DetMPI, MPICH and Open MPI.  Included by bench.mk.

DETMPI_DIR := $(BENCH_DIR)/detmpi
DETMPI_OUT := $(BENCH_OUT)/detmpi
DETMPI_PEERS := $(DETMPI_OUT)/mpich $(DETMPI_OUT)/openmpi

BENCH_PROGRAMS += $(DETMPI_OUT)/detmpi $(DETMPI_PEERS)

$(DETMPI_OUT)/detmpi: $(DETMPI_DIR)/calls.c $(BENCH_COMMON) $(MPI_LIBRARY) $(MPI_HEADERS) $(MPI_OUT)/bin/detmpicc
	@mkdir -p $(@D)
	$(MPI_OUT)/bin/detmpicc $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@

$(DETMPI_PEERS): $(DETMPI_OUT)/%: $(DETMPI_DIR)/calls.c $(BENCH_COMMON)
	@mkdir -p $(@D)
	@command -v mpicc.$* >/dev/null || { echo "bench: detmpi/$* needs mpicc.$*:" \
	  "install the Debian package lib$*-dev" >&2; exit 1; }
	mpicc.$* $(BENCH_CFLAGS) $(BENCH_FLAGS) $< -o $@
