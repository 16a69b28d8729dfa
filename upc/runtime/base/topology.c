/* SPDX-License-Identifier: BSD-3-Clause
 * What Linux says of the host's processors in /sys. hwloc would tell the same; reading all that it reads takes 4 ms,
 * and each program would carry 0.7 MB of it or need it installed. The tests compare the two. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/topology.h"

enum { MOST = 8 * sizeof(struct cores) };

/* A processor, and the lowest one of its core. */
struct processor { int number, socket, node, core; };

static int has(const struct cores *set, int i) { return set->bits[i / 64] >> i % 64 & 1; }
static void put(struct cores *set, int i) { set->bits[i / 64] |= (uint64_t)1 << i % 64; }

/* A list such as "0-3,8"; empty if there is no such file. */
static struct cores read_list(const char *path) {
  struct cores set = {{0}};
  FILE *f = fopen(path, "r");
  for (int first, last, count; f && (count = fscanf(f, "%d-%d", &first, &last)) > 0; (void)!fscanf(f, ",")) {
    if (count == 1) last = first;
    for (int i = first; i >= 0 && i <= last && i < MOST; i++) put(&set, i);
  }
  if (f) fclose(f);
  return set;
}

static int lowest(const struct cores *set, int otherwise) {
  for (int i = 0; i < MOST; i++)
    if (has(set, i)) return i;
  return otherwise;
}

static int in_order(const void *a, const void *b) {
  const struct processor *x = a, *y = b;
  return x->socket != y->socket ? x->socket - y->socket
         : x->node != y->node   ? x->node - y->node
         : x->core != y->core   ? x->core - y->core
                                : x->number - y->number;
}

/* The NUMA node of each processor stands in the node's folder. A container may hide these folders: then all are 0. */
static void read_nodes(struct processor *p, int count, const char *sys) {
  char path[4200];
  int node;
  snprintf(path, sizeof path, "%.4000s/devices/system/node", sys);
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (sscanf(entry->d_name, "node%d", &node) != 1) continue;
    snprintf(path, sizeof path, "%.4000s/devices/system/node/node%d/cpulist", sys, node);
    struct cores set = read_list(path);
    for (int i = 0; i < count; i++)
      if (has(&set, p[i].number)) p[i].node = node;
  }
  if (folder) closedir(folder);
}

/* The processors in `may`, in the order of sockets, nodes and cores; returns how many there are. */
static int read_processors(struct processor *p, const struct cores *may, const char *sys) {
  char path[4200];
  int count = 0;
  for (int i = 0; i < MOST; i++) {
    if (!has(may, i)) continue;
    p[count] = (struct processor){.number = i};
    snprintf(path, sizeof path, "%.4000s/devices/system/cpu/cpu%d/topology/thread_siblings_list", sys, i);
    struct cores siblings = read_list(path);
    p[count].core = lowest(&siblings, i);
    snprintf(path, sizeof path, "%.4000s/devices/system/cpu/cpu%d/topology/physical_package_id", sys, i);
    struct cores socket = read_list(path);
    p[count++].socket = lowest(&socket, 0);
  }
  read_nodes(p, count, sys);
  qsort(p, (size_t)count, sizeof *p, in_order);
  return count;
}

static int same_core(const struct processor *x, const struct processor *y) {
  return x->socket == y->socket && x->node == y->node && x->core == y->core;
}

struct cores urtk_processors(enum urtk_binding by, int thread, int threads, const struct cores *may, const char *sys) {
  struct processor p[MOST];
  int count = by == URTK_BIND_NONE ? 0 : read_processors(p, may, sys), cores = 0, core = -1, at = 0;
  struct cores set = {{0}};
  if (!count) return *may;
  for (int i = 0; i < count; i++) cores += i == 0 || !same_core(&p[i], &p[i - 1]);
  int wanted = by == URTK_BIND_CORE ? thread % cores : (int)((long)thread * cores / threads);
  for (int i = 0; i < count && core < wanted; i++)
    if (i == 0 || !same_core(&p[i], &p[i - 1])) core++, at = i;
  for (int i = 0; i < count; i++)
    if (by == URTK_BIND_CORE     ? same_core(&p[i], &p[at])
        : by == URTK_BIND_SOCKET ? p[i].socket == p[at].socket
                                 : p[i].node == p[at].node)
      put(&set, p[i].number);
  return set;
}
