/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-show: what a declaration, a grid, a section and a tree mean, as a picture. The library's own arithmetic
 * (src/) answers every question; this room reads the words and draws. */
#ifndef SHOW_H
#define SHOW_H

#include "layout/section.h"
#include "teams/team.h"
#include "trees/tree.h"

typedef struct picture {
  char name[64];
  upc_stride_layout_t layout;
  int intervals;
  upc_stride_interval_t interval[UPC_STRIDE_MAX_DIMS];
  upc_stride_picks_t picks;          /* of the section */
  upc_stride_team_t team;
  upc_stride_topology_t topology;        /* of the tree, its root the first member or --root */
  const upc_stride_tree_t *tree;     /* null: none asked for */
  char tree_name[32];
  int root;                          /* thread */
} picture_t;

/* What the command line says. Texts are as given. */
typedef struct request {
  const char *declaration, *grid, *section, *tree, *svg;
  int threads, root;                 /* root -1: the first member of the team */
  int colour;
} request_t;

/* parse.c: fills in the picture; on a mistake prints one line that says what was wrong and what would be right, and
 * ends the program with status 2. */
void build_picture(picture_t *p, const request_t *r);
void mistake(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Of the block with coordinates c[]: its owner, and its position in the section or -1. */
int owner_of(const picture_t *p, const size_t *c);
long position_of(const picture_t *p, const size_t *c);

/* draw_terminal.c, draw_svg.c */
void draw_terminal(const picture_t *p, int colour);
void draw_svg(const picture_t *p, const char *file);

#endif
