/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-show: draws what a declaration, a grid, a section and a tree mean. The arithmetic is the library's (src/).
 * This folder reads the command line and draws. */
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
  upc_stride_topology_t topology;    /* of the tree; its root is --root or the first member */
  const char *section;               /* the intervals as given, or ":" */
  const upc_stride_tree_t *tree;     /* null: no --tree */
  char tree_name[32];
  int disjoint;                      /* 1: --tree torus, several trees that share no link; `tree` is null */
  double bytes;                      /* --bytes: of the message that goes down the tree, or of each piece */
  int root;                          /* thread */
} picture_t;

/* The request of the command line. */
typedef struct request {
  const char *declaration, *grid, *section, *tree, *svg, *machine, *flow, *trace, *call, *network;
  int threads, root;                 /* root -1: the first member of the team */
  int colour;
  double bytes;                      /* 0: not given */
} request_t;

/* parse.c: sets the picture. A mistake in the request ends the tool with one line. */
void build_picture(picture_t *p, const request_t *r);

/* picture.c: the owner of block c[], and its position in the section, -1 if it is outside. */
int owner_of(const picture_t *p, const size_t *c);
long position_of(const picture_t *p, const size_t *c);

/* "A: 5 x 7 blocks of 4 x 3, on 4 threads, grid 2 x 2" */
void describe_array(const picture_t *p, char *words, size_t size);

/* machine.c: sets the torus to that of --machine. Returns the bytes a second of one of its links. */
double use_machine(const request_t *r);

/* draw_links.c: the bytes on each link of the torus. */
void draw_links(const picture_t *p, double rate);

/* flow.c: the graph of steps in a file, and the timeline in another one or null. */
void draw_flow(const char *graph, const char *trace);

/* choice.c: the schedule of --call. */
void show_choice(const picture_t *p, const request_t *r);

/* draw_terminal.c, draw_svg.c */
void draw_terminal(const picture_t *p, int colour);
void draw_svg(const picture_t *p, const char *file);

#endif
