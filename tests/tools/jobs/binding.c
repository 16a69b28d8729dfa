/* SPDX-License-Identifier: BSD-3-Clause
 *   binding SYS PROCESSORS THREADS      the processors of each thread by cores, sockets and NUMA nodes: "core 0: 1 5"
 * With -DWITH_HWLOC it prints what hwloc has of each kind on the machine of HWLOC_FSROOT: "core: 1 5". */
#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_HWLOC
#include <hwloc.h>
int main(void) {
  static const struct { hwloc_obj_type_t type; const char *name; } kinds[] = {
      {HWLOC_OBJ_CORE, "core"}, {HWLOC_OBJ_PACKAGE, "socket"}, {HWLOC_OBJ_NUMANODE, "numa"}};
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) < 0 || hwloc_topology_load(topology) < 0) return 1;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < hwloc_get_nbobjs_by_type(topology, kinds[k].type); i++) {
      unsigned p;
      printf("%s:", kinds[k].name);
      hwloc_bitmap_foreach_begin(p, hwloc_get_obj_by_type(topology, kinds[k].type, i)->cpuset) printf(" %u", p);
      hwloc_bitmap_foreach_end();
      printf("\n");
    }
  return 0;
}
#else
#include "base/topology.h"
int main(int argc, char **argv) {
  static const char *const names[] = {"none", "core", "socket", "numa"};
  struct cores may = {{0}};
  char *at = argv[argc - 2];
  int threads = atoi(argv[argc - 1]);
  for (long i; *at; at += *at == ',') i = strtol(at, &at, 10), may.bits[i / 64] |= (uint64_t)1 << i % 64;
  for (int by = URTK_BIND_CORE; by <= URTK_BIND_NUMA; by++)
    for (int t = 0; t < threads; t++) {
      struct cores set = urtk_processors((enum urtk_binding)by, t, threads, &may, argv[1]);
      printf("%s %d:", names[by], t);
      for (int i = 0; i < 1024; i++)
        if (set.bits[i / 64] >> i % 64 & 1) printf(" %d", i);
      printf("\n");
    }
  return 0;
}
#endif
