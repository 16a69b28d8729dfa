/* SPDX-License-Identifier: BSD-3-Clause
 * The shape of a machine's network, as machine files write it:
 *
 *   torus      8x8x16                 the sizes of its dimensions
 *   fat-tree   2;18,36;1,18;1,1       levels; of each level: nodes or switches below, switches above, parallel links
 *   dragonfly  9,4;1,1;9,2;4          groups, chassis, routers, each with links to their like; nodes of a router */
#ifndef TOOLS_MACHINE_SHAPE_H
#define TOOLS_MACHINE_SHAPE_H

#include "machine_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MACHINE_LISTS = 4, MACHINE_SIZES = 16, MACHINE_SHAPE = 256 };

typedef struct machine_shape {
  char text[MACHINE_SHAPE];
  int lists, lengths[MACHINE_LISTS];          /* a torus has one list */
  long list[MACHINE_LISTS][MACHINE_SIZES];    /* each number is from 1 to MACHINE_MOST */
  double nodes;
} machine_shape_t;

/* 1 if the first `length` bytes of the text are a shape of that network. */
int machine_shape_read(machine_shape_t *s, const char *network, const char *text, size_t length);

/* How a shape of that network is written. */
const char *machine_shape_form(const char *network);

/* The first shape of a torus, a fat tree or a dragonfly that has so many nodes. Returns null, or the line that says how
 * many the machine has. */
const char *machine_shape_fit(machine_shape_t *s, const machine_file_t *m, long nodes);

#ifdef __cplusplus
}
#endif
#endif
