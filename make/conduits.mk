# SPDX-License-Identifier: BSD-3-Clause
# The conduits. Each is a folder conduits/NAME of a root of the runtime (companions.mk) with a manifest, conduit.mk, which says what of it is built here:
#   LIBRARIES_OF_<conduit>  the names of its libraries: <conduit>, or <conduit>-<what is below it>. None: the conduit is left out
#   NETWORKS_OF_<conduit>   the names that `upcc -network=` takes for it, if that is not its own name
#   SHARED_OF_<conduit>     those which can be part of a shared library
#   SOURCES_OF_<conduit>    its sources, besides those of its folder and of its folder of job control
#   NOTE_OF_<conduit>       what `make` says of it at the end
#   COMPILE_<library>       the command that compiles its sources for one library, if that is not the one of the runtime
#   LINK_<library>          a command that prints what programs are linked with
#   NEEDS_<library>         on which files both depend
#   FILES_<library>         further files of $(B)/lib, which the conduit has rules for
# The default conduit is smp: what is made for it has names without a conduit.

MANIFESTS := $(wildcard $(RUNTIMES:%=%/conduits/*/conduit.mk))
include $(MANIFESTS)
KNOWN     := $(patsubst conduits/%/conduit.mk,%,$(call below,$(RUNTIMES),$(MANIFESTS)))
CONDUITS  := $(if $(FOREIGN),,$(foreach c,$(KNOWN),$(if $(LIBRARIES_OF_$(c)),$(c))))
NETWORKS  := $(foreach c,$(CONDUITS),$(or $(NETWORKS_OF_$(c)),$(c)))
# The folder of a conduit.
conduit-folder = $(patsubst %/conduit.mk,%,$(filter %/conduits/$(1)/conduit.mk,$(MANIFESTS)))
FAR       := $(filter-out smp,$(CONDUITS))
# -mpi for conduit mpi, nothing for smp.
conduit-suffix = $(if $(filter-out smp,$(1)),-$(1))
# The archives of the runtime and of the library, and what a program is linked with, for each conduit but smp.
linked     = $(if $(LINK_$(1)),$(B)/lib/urt-$(1).link)
FAR_LIBRARIES := $(foreach c,$(FAR),$(foreach l,$(LIBRARIES_OF_$(c)),$(B)/lib/liburt-$(l).a $(call linked,$(l)) $(FILES_$(l))) $(B)/lib/libupc_stride-$(c).a)

notes:
	$(foreach n,$(KNOWN),$(if $(NOTE_OF_$(n)),echo '$(NOTE_OF_$(n))';)) $(PART_NOTES) true
