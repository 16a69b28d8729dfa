# SPDX-License-Identifier: BSD-3-Clause
# Programs run on a simulated machine. The simulator needs SimGrid; all else is built without it.
SIMGRID := $(if $(FOREIGN),,$(wildcard /usr/include/simgrid/s4u.hpp /usr/local/include/simgrid/s4u.hpp))

LIBRARIES_OF_sim := sim
# Copies of a program's image need all its addresses (image.h). Those of functions lie with what is constant once the
# program is loaded, so that the variables of each copy fill one page less.
LINK_sim         := echo -Wl,-z,relro,-z,now
# It forks its threads as smp does, and has the same monitor.
SOURCES_OF_sim   := upc/runtime/job/smp/monitor.c
SHARED_OF_sim    := $(if $(SIMGRID),sim)
NOTE_OF_sim      := $(if $(SIMGRID),,simulated machines: left out, SimGrid is not installed; scripts/setup --machines installs it)
