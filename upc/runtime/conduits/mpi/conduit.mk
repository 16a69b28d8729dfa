# SPDX-License-Identifier: BSD-3-Clause
# A library for each MPI whose compiler works (make/mpi_compilers): mpicc.mpich makes mpi-mpich. Of several MPIs of one family the
# first has the family's name, and the others have their versions too: mpi-mpich-5.0.2.
# ANY_MPI=yes: for an installation on other machines, which have their MPIs elsewhere.
MPICC ?= $(or $(strip $(foreach c,mpicc.mpich mpicc.openmpi,$(shell command -v $(c)))),mpicc)
ifndef FOREIGN
BUILT_MPIS := $(shell ANYWHERE=$(ANY_MPI) make/mpi_compilers $(B)/obj/mpi $(MPICC))
endif

LIBRARIES_OF_mpi := $(BUILT_MPIS:%=mpi-%)
SHARED_OF_mpi    := $(LIBRARIES_OF_mpi)

define of-mpi
COMPILE_mpi-$(1) = $$(CC) $$(CFLAGS) @$(B)/obj/mpi/$(1)/compile -DURTC_MPIEXEC='"$(shell cat $(B)/obj/mpi/$(1)/launcher)"'
LINK_mpi-$(1)    = cat $(B)/obj/mpi/$(1)/link
NEEDS_mpi-$(1)   = $(addprefix $(B)/obj/mpi/$(1)/,compile link launcher)
FILES_mpi-$(1)   = $(if $(ANY_MPI),,$(B)/lib/urt-mpi-$(1).mpicc)
$(B)/lib/urt-mpi-$(1).mpicc: $(B)/obj/mpi/$(1)/compiler | $(B)/lib
	cp $$< $$@
endef
$(foreach m,$(BUILT_MPIS),$(eval $(call of-mpi,$(m))))
