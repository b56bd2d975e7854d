# SPDX-License-Identifier: MIT
# mpi-examples.mk - MPI programs, compiled with DetMPI.
#
#   make mpi-examples       $(BUILD)/examples/mpi/mm, stencil, sort
#
# Included by examples.mk.

MPI_EXAMPLES := mm stencil sort

mpi-examples: $(MPI_EXAMPLES:%=$(BUILD)/examples/mpi/%)

$(BUILD)/examples/mpi/%: examples/mpi/%.c | mpi
	@mkdir -p $(@D)
	$(MPI_OUT)/bin/detmpicc -std=gnu11 -Wall -Wextra $(CFLAGS) -O3 $< -o $@ -lm

.PHONY: mpi-examples
