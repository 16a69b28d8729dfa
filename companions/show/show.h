/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-show: draws what a declaration, a grid, a section and a tree mean. The arithmetic is the library's (src/).
 * This folder reads the command line and draws. */
#ifndef SHOW_H
#define SHOW_H

#include "common/machine_shape.h"
#include "layout/places.h"
#include "layout/section.h"
#include "teams/team.h"
#include "trees/tree.h"
#include "tune/network.h"
#include "plans.h"

typedef struct picture {
  char name[64], type[40];           /* the type of an element as given, or "" */
  int type_number;                   /* of upc_types.h, for values of the type; 0: none is given */
  int descriptor;                    /* 1: declared by a descriptor of ScaLAPACK's */
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
  int has_to;                        /* 1: --to declares the array that a copy goes to */
  upc_stride_layout_t to;
} picture_t;

/* A machine, and what follows from its description. */
typedef struct machine {
  machine_file_t file;
  const char *name;                  /* as --machine has it; null: no machine is given */
  int is_torus, size[3];
  machine_shape_t shape;             /* the first that has enough nodes; no text: the network has none */
  const char *no_torus;              /* why the library is not told of the torus, or null */
  const char *no_costs;              /* why there are no times, or null */
  network_t costs;
} machine_t;

/* The request of the command line. */
typedef struct request {
  const char *declaration, *grid, *section, *tree, *svg, *machine, *flow, *trace, *call, *network;
  const char *to, *to_grid, *schedule, *block;
  int threads, root;                 /* root -1: the first member of the team */
  int colour, json, open, play;
  size_t bytes;                      /* 0: not given */
} request_t;

/* parse.c: sets the picture. A mistake in the request ends the tool with one line. */
void build_picture(picture_t *p, const request_t *r);

/* parse.c: the coordinates of --block. */
void read_block(const picture_t *p, const char *text, size_t *c);

/* main.c: what is shown. The page asks for its blocks. */
extern picture_t picture;

/* picture.c: the owner of block c[], and its position in the section, -1 if it is outside. */
int owner_of(const picture_t *p, const size_t *c);
long long position_of(const picture_t *p, const size_t *c);

/* "A: 5 x 7 blocks of 4 x 3, on 4 threads, grid 2 x 2" */
void describe_array(const picture_t *p, char *words, size_t size);

/* "4 of 12 threads: 4-7, with grid coordinates (1, 0-3)" */
void describe_team(const picture_t *p, char *words, size_t size);

/* Who owns a block, where it lies, and by which arithmetic. */
void describe_block(const picture_t *p, const size_t *c, char *words, size_t size);

/* machine.c: reads --machine; sets the torus to its own, and with --call takes its rules. */
void use_machine(machine_t *m, const request_t *r);

/* json.c: all of it as one line of JSON, for other programs and for the page of companions/explorer/. */
void write_json(const picture_t *p, const request_t *r, const machine_t *m, const upc_stride_played_t *play);

/* open.c: the page on this array, in a browser. */
void open_page(const request_t *r);

/* draw_links.c: the bytes that the call of --call, the tree or an exchange puts on each link of the torus. */
void draw_links(const picture_t *p, const request_t *r, const machine_t *m, const upc_stride_played_t *play);

/* flow.c: the graph of steps in a file, and the timeline in another one or null. */
void draw_flow(const char *graph, const char *trace);

/* choice.c: plays the call of --call, with --play its messages too; wrong arguments end the tool with a line. Prints
 * which schedule it has. */
void force_schedule(const request_t *r); /* before the library reads the environment */
const char *conduit_of(const request_t *r, const machine_t *m);
void play_call(upc_stride_played_t *play, const picture_t *p, const request_t *r, const machine_t *m);
void show_choice(const request_t *r, const upc_stride_played_t *play);

/* colour.c: the colour of a thread, as #rrggbb. light is from 0 to 1. */
void colour_of(char out[8], int thread, double light);

/* draw_terminal.c, draw_svg.c */
void draw_terminal(const picture_t *p, int colour);
void draw_svg(const picture_t *p, const char *file);

#endif
