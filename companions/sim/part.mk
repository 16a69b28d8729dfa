# SPDX-License-Identifier: BSD-3-Clause
# Simulated machines: the conduit sim, the program that simulates, machine files, upc-stride-calibrate and upc-stride-compare.
# needs: berkeley
# packages --machines --cluster --debian: libsimgrid-dev
# manual page: upc-stride-calibrate describe this machine for simulations
# manual page: upc-stride-compare compare simulated machines and schedules
ifndef FOREIGN
MACHINES      := $(patsubst companions/sim/%,%,$(wildcard companions/sim/machines/*))
PROGRAMS      += upc-stride-calibrate upc-stride-compare
LIB_PROGRAMS  += $(if $(SIMGRID),upc-stride-simulator) $(NETWORKS:%=upc-stride-machine-%)
LIB_FILES     += $(MACHINES)

# The simulator is C++ on SimGrid, and no part of any program: it has no sanitizers.
SIMULATOR_CXX = $(or $(shell command -v g++),$(CXX))
# It places threads by the library's arithmetic of maps.
SIMULATOR_TORUS = $(patsubst src/%.c,$(B)/obj/runtime/simulator/%.o,$(wildcard src/torus/torus_*.c) \
                    $(addprefix src/base/,allocate.c environment.c))
# It reads machine files as the tools do.
SIMULATOR_FILES = $(patsubst upc/common/%.c,$(B)/obj/runtime/simulator/%.o,$(wildcard upc/common/machine_*.c))
# It is a program, and a library too (simulator/main.cpp), on processors on which threads can be contexts.
SIMULATOR_LIBRARY  = -shared -Wl,-e,_start -Wl,-Bsymbolic $(shell $(SIMULATOR_CXX) -print-file-name=Scrt1.o)
SIMULATOR_KIND     = $(if $(filter x86_64 aarch64,$(shell uname -m)),$(SIMULATOR_LIBRARY))
$(B)/lib/upc-stride-simulator: $(patsubst companions/sim/%.cpp,$(B)/obj/runtime/%.o,$(wildcard companions/sim/simulator/*.cpp)) \
  $(SIMULATOR_TORUS) $(SIMULATOR_FILES) | $(B)/lib
	echo '$(step)LINK $@'
	$(SIMULATOR_CXX) $(SIMULATOR_KIND) -o $@ $^ -lsimgrid
$(B)/obj/runtime/simulator/%.o: companions/sim/simulator/%.cpp Makefile companions/sim/part.mk
	echo '$(step)CXX  $<'
	mkdir -p $(@D)
	$(SIMULATOR_CXX) -std=c++17 -O2 -g -fPIC -fvisibility=hidden $(ANYWHERE) -Wall -Wextra -Icompanions/sim -Icompanions/sim/runtime -Iupc/runtime -Iupc -idirafter src -MD -MP -c $< -o $@
$(SIMULATOR_TORUS): $(B)/obj/runtime/simulator/%.o: src/%.c Makefile companions/sim/part.mk | $(OPERATION_HEADERS) $(B)/include/upc_types.h $(B)/include/upc_collective.h
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(filter-out $(SANITIZERS),$(CFLAGS)) -Isrc -Iinclude -I$(B)/include -MMD -MP -c $< -o $@
$(SIMULATOR_FILES): $(B)/obj/runtime/simulator/%.o: upc/common/%.c $(wildcard upc/common/*.h) Makefile companions/sim/part.mk
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(filter-out $(SANITIZERS),$(CFLAGS)) -Iupc -c $< -o $@
$(B)/lib/machines/%: companions/sim/machines/%
	mkdir -p $(@D)
	cp $< $@
$(addprefix $(B)/bin/upc-stride-,calibrate compare): $(B)/bin/upc-stride-%: companions/sim/calibrate/upc-stride-calibrate companions/sim/compare/upc-stride-compare | $(B)/bin
	install -m755 companions/sim/$*/upc-stride-$* $@
$(B)/lib/upc-stride-machine-%: companions/sim/calibrate/machine.upc companions/sim/calibrate/memory.upc $(wildcard companions/sim/calibrate/kinds.[ch]) \
  $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< companions/sim/calibrate/memory.upc companions/sim/calibrate/kinds.c -ldl -o $@

.PHONY: bench-torus
bench-torus: $(B)/bin/upcc $(B)/bin/upcrun $(B)/lib/libupc_stride-sim.a $(B)/lib/liburt-sim.a $(addprefix $(B)/lib/,upc-stride-simulator $(MACHINES))
	BUILD=$(B) bench/torus/run $(MISSING:%=--missing) bench/torus/torus.csv $(or $(TORUS),32 128 512)
	bench/torus/report bench/torus/torus.csv bench/torus/README.md
endif
