# SPDX-License-Identifier: BSD-3-Clause
# The program that simulates machines, for the conduit sim, and the descriptions of machines.

MACHINES  := $(patsubst %,$(B)/lib/%,$(wildcard machines/*))
SIMULATOR := $(if $(FOREIGN),,$(if $(SIMGRID),$(B)/lib/upc-stride-simulator) $(MACHINES))

# The simulator is C++ on SimGrid, and no part of any program: it has no sanitizers.
SIMULATOR_CXX = $(or $(shell command -v g++),$(CXX))
# It places threads by the library's arithmetic of maps.
SIMULATOR_TORUS = $(patsubst src/%.c,$(B)/obj/runtime/simulator/%.o,$(wildcard src/torus/torus_*.c) \
                    $(addprefix src/base/,allocate.c environment.c))
# It reads machine files as the tools do.
SIMULATOR_FILES = $(patsubst tools/common/%.c,$(B)/obj/runtime/simulator/%.o,$(wildcard tools/common/machine_*.c))
# It is a program, and a library too (simulator/main.cpp), on processors on which threads can be contexts.
SIMULATOR_LIBRARY  = -shared -Wl,-e,_start -Wl,-Bsymbolic $(shell $(SIMULATOR_CXX) -print-file-name=Scrt1.o)
SIMULATOR_KIND     = $(if $(filter x86_64 aarch64,$(shell uname -m)),$(SIMULATOR_LIBRARY))
$(B)/lib/upc-stride-simulator: $(patsubst upc/runtime/%.cpp,$(B)/obj/runtime/%.o,$(wildcard upc/runtime/simulator/*.cpp)) \
  $(SIMULATOR_TORUS) $(SIMULATOR_FILES) | $(B)/lib
	echo '$(step)LINK $@'
	$(SIMULATOR_CXX) $(SIMULATOR_KIND) -o $@ $^ -lsimgrid
$(B)/obj/runtime/simulator/%.o: upc/runtime/simulator/%.cpp Makefile make/simulator.mk
	echo '$(step)CXX  $<'
	mkdir -p $(@D)
	$(SIMULATOR_CXX) -std=c++17 -O2 -g -fPIC -fvisibility=hidden $(ANYWHERE) -Wall -Wextra -Iupc/runtime -idirafter src -idirafter tools -MD -MP -c $< -o $@
$(SIMULATOR_TORUS): $(B)/obj/runtime/simulator/%.o: src/%.c Makefile make/simulator.mk | $(OPERATION_HEADERS) $(B)/include/upc_types.h
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(filter-out $(SANITIZERS),$(CFLAGS)) -Isrc -Iinclude -I$(B)/include -MMD -MP -c $< -o $@
$(SIMULATOR_FILES): $(B)/obj/runtime/simulator/%.o: tools/common/%.c $(wildcard tools/common/*.h) upc/runtime/base/own_folder.h Makefile make/simulator.mk
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(filter-out $(SANITIZERS),$(CFLAGS)) -Itools/common -Iupc/runtime -c $< -o $@
$(B)/lib/machines/%: machines/% | $(B)/lib/machines
	cp $< $@
