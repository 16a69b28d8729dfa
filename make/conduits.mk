# SPDX-License-Identifier: BSD-3-Clause
# The conduits that can be built on this machine, and the libraries of each.

# The MPI conduit is built with each of these that works; libraries of $(B)/lib and folders of $(B)/obj are named after
# it: mpicc.mpich makes mpi-mpich, mpicc.openmpi mpi-openmpi, mpicc mpi-mpicc.
MPICC ?= $(or $(strip $(foreach c,mpicc.mpich mpicc.openmpi,$(shell command -v $(c)))),mpicc)
ifndef FOREIGN
MPICCS := $(foreach c,$(MPICC),$(if $(shell $(c) -E -include mpi.h -x c /dev/null >/dev/null 2>&1 && echo works),$(c)))
MPIS   := $(patsubst mpicc.%,%,$(notdir $(MPICCS)))
endif

# The GASNet conduit is built for each of its conduits that is installed, in its sequential form: there is one thread in a
# process. GASNET_ROOT= names the installation, else pkg-config finds it.
ifndef FOREIGN
GASNET_ROOT ?= $(shell for c in smp udp mpi ibv ofi ucx; do pkg-config --variable=GASNET_PREFIX gasnet-$$c-seq 2>/dev/null && break; done)
GASNETS     := $(if $(GASNET_ROOT),$(patsubst $(GASNET_ROOT)/lib/libgasnet-%-seq.a,%,$(wildcard $(GASNET_ROOT)/lib/libgasnet-*-seq.a)))
endif

# Conduit sim runs programs on a simulated machine. Its simulator needs SimGrid; all else is built without it.
SIMGRID := $(if $(FOREIGN),,$(wildcard /usr/include/simgrid/s4u.hpp /usr/local/include/simgrid/s4u.hpp))

# The archives of the runtime and of the library, and what a program is linked with, for each conduit but smp.
MPI_LIBRARIES    := $(MPIS:%=$(B)/lib/liburt-mpi-%.a) $(MPIS:%=$(B)/lib/urt-mpi-%.link) \
                    $(if $(MPIS),$(B)/lib/libupc_stride-mpi.a)
GASNET_LIBRARIES := $(GASNETS:%=$(B)/lib/liburt-gasnet-%.a) $(GASNETS:%=$(B)/lib/urt-gasnet-%.link) \
                    $(if $(GASNETS),$(B)/lib/libupc_stride-gasnet.a)
SIM_LIBRARIES    := $(if $(FOREIGN),,$(B)/lib/liburt-sim.a $(B)/lib/libupc_stride-sim.a)
FAR_LIBRARIES    := $(MPI_LIBRARIES) $(GASNET_LIBRARIES) $(SIM_LIBRARIES)

gasnet:
ifeq ($(GASNETS),)
	echo 'conduit gasnet: left out, no GASNet-EX $(if $(GASNET_ROOT),with a libgasnet-*-seq.a in $(GASNET_ROOT),is known to pkg-config nor named by GASNET_ROOT=)'
endif

simgrid:
ifeq ($(SIMGRID),)
	echo 'simulated machines: left out, SimGrid is not installed; scripts/setup --machines installs it'
endif

