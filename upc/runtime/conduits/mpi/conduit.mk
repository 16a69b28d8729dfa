# SPDX-License-Identifier: BSD-3-Clause
# A library for each MPI that works, named after its compiler: mpicc.mpich makes mpi-mpich, mpicc.openmpi mpi-openmpi, mpicc
# mpi-mpicc.
MPICC ?= $(or $(strip $(foreach c,mpicc.mpich mpicc.openmpi,$(shell command -v $(c)))),mpicc)
ifndef FOREIGN
MPICCS := $(foreach c,$(MPICC),$(if $(shell $(c) -E -include mpi.h -x c /dev/null >/dev/null 2>&1 && echo works),$(c)))
MPIS   := $(patsubst mpicc.%,%,$(notdir $(MPICCS)))
endif

LIBRARIES_OF_mpi := $(MPIS:%=mpi-%)
SHARED_OF_mpi    := $(LIBRARIES_OF_mpi)

define of-mpi
COMPILE_mpi-$(1) = $$(CC) $$(CFLAGS) -DURTC_MPIEXEC='"$(or $(shell command -v $(subst mpicc,mpiexec,$(2))),mpiexec)"' \
  $$(filter -I%,$$(shell $(2) -show))
LINK_mpi-$(1) = echo $$(filter-out -I%,$$(wordlist 2,99,$$(shell $(2) -show)))
endef
$(foreach c,$(MPICCS),$(eval $(call of-mpi,$(patsubst mpicc.%,%,$(notdir $(c))),$(c))))
