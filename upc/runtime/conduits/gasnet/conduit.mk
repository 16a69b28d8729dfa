# SPDX-License-Identifier: BSD-3-Clause
# A library for each of GASNet's conduits that is installed, in its sequential form: there is one thread in a process.
# GASNET_ROOT= names the installation, else pkg-config finds it.
ifndef FOREIGN
GASNET_ROOT ?= $(shell for c in smp udp mpi ibv ofi ucx; do pkg-config --variable=GASNET_PREFIX gasnet-$$c-seq 2>/dev/null && break; done)
GASNETS     := $(if $(GASNET_ROOT),$(patsubst $(GASNET_ROOT)/lib/libgasnet-%-seq.a,%,$(wildcard $(GASNET_ROOT)/lib/libgasnet-*-seq.a)))
endif

LIBRARIES_OF_gasnet := $(GASNETS:%=gasnet-%)
NETWORKS_OF_gasnet  := $(LIBRARIES_OF_gasnet)
# GASNet's archives can be in a shared library only if they were compiled with -fPIC. Elsewhere programs in C take the archives.
SHARED_OF_gasnet := $(foreach c,$(GASNETS),$(if $(shell grep -e '-fPIC' $(GASNET_ROOT)/include/$(c)-conduit/$(c)-seq.mak),gasnet-$(c)))
NOTE_OF_gasnet   := $(if $(GASNETS),,conduit gasnet: left out, no GASNet-EX $(if $(GASNET_ROOT),with a libgasnet-*-seq.a in $(GASNET_ROOT),is \
  known to pkg-config nor named by GASNET_ROOT=))

# A value of GASNet's own makefile for one of its conduits. Its compiler is the one its inlined calls were tried with.
GASNET_WARNINGS = -std=gnu11 -D_GNU_SOURCE -gdwarf-4 -Wall -Wextra -Wno-missing-braces $(PIC)
gasnet-value = $$(MAKEFLAGS= $(MAKE) -s -f $(GASNET_ROOT)/include/$(1)-conduit/$(1)-seq.mak --eval='value: ; @echo $$($(2))' value)

# Says which installation there is a build for: another one has other headers, libraries and launchers.
$(B)/lib/gasnet.root: always | $(B)/lib
	[ "$$(cat $@ 2>/dev/null)" = '$(GASNET_ROOT)' ] || echo '$(GASNET_ROOT)' >$@

define of-gasnet
NEEDS_gasnet-$(1) := $(B)/lib/gasnet.root
COMPILE_gasnet-$(1) = $$(call gasnet-value,$(1),GASNET_CC) $$(GASNET_WARNINGS) $$(call gasnet-value,$(1),GASNET_CPPFLAGS) \
  $$(call gasnet-value,$(1),GASNET_CFLAGS) -DURTC_BELOW='"$(1)"' -DURTC_GASNET_BIN='"$(GASNET_ROOT)/bin"'
LINK_gasnet-$(1) = set -- $$(call gasnet-value,$(1),GASNET_LIBS) $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_CXX)" ] || echo -lstdc++) \
  $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_MPI)" ] || $$(call gasnet-value,$(1),GASNET_LD) -show | tr ' ' '\n' | grep '^-[lLW][^a]'); \
  echo "$$$$*"
endef
$(foreach c,$(GASNETS),$(eval $(call of-gasnet,$(c))))
