/* SPDX-License-Identifier: BSD-3-Clause
 * topology.h: the sockets, NUMA nodes and cores of a host, and on which processors each of its threads runs. */
#ifndef URT_TOPOLOGY_H
#define URT_TOPOLOGY_H

#include "base/host.h"

enum urtk_binding { URTK_BIND_NONE, URTK_BIND_CORE, URTK_BIND_SOCKET, URTK_BIND_NUMA };

/* The processors (hardware threads) of thread `thread` of `threads` on this host, among those in `may`. Neighbouring
 * threads get neighbouring cores. By sockets and NUMA nodes all cores of the host are dealt out evenly:
 *
 *   2 sockets of 4 cores, 4 threads   core: cores 0 1 2 3   socket: sockets 0 0 1 1
 *
 * More threads than cores begin again at the first core. `sys` is "/sys", or a copy of that of another machine. */
struct cores urtk_processors(enum urtk_binding by, int thread, int threads, const struct cores *may, const char *sys);

#endif
