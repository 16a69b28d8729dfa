/* SPDX-License-Identifier: BSD-3-Clause
 * The picture in a terminal: the array's blocks with their owners, those of the section in brackets, the team by rank
 * and the tree by indentation. With colour every thread has its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"

static void cell(const picture_t *p, const size_t *c, int width, int colour) {
  const int owner = owner_of(p, c), of = owner % 36; /* colours repeat */
  long long position = position_of(p, c);
  if (colour) printf("\033[%s48;5;%dm\033[38;5;%dm", position >= 0 ? "1;" : "2;",
                     16 + 36 * (of * 5 / 3 % 6) + 6 * (of * 7 / 2 % 6) + of * 3 % 6,
                     (of * 5 / 3 % 6) + (of * 7 / 2 % 6) > 5 ? 16 : 231);
  printf("%c%*d%c", position >= 0 ? '[' : ' ', width, owner, position >= 0 ? ']' : ' ');
  if (colour) printf("\033[0m");
}

static void blocks(const picture_t *p, int colour) {
  const upc_stride_layout_t *l = &p->layout;
  int n = l->ndims, width = 1;
  for (size_t t = l->threads - 1; t >= 10; t /= 10) width++;
  size_t rows = n > 1 ? l->nblocks[n - 2] : 1, columns = l->nblocks[n - 1], planes = l->blocks / (rows * columns);
  for (size_t plane = 0; plane < planes; plane++) {
    if (plane == 60 && planes > 61) { printf("  ... %zu planes more\n", planes - 60); break; }
    size_t c[UPC_STRIDE_MAX_DIMS] = {0}, rest = plane;
    for (int k = n - 3; k >= 0; k--) c[k] = rest % l->nblocks[k], rest /= l->nblocks[k];
    if (planes > 1) {
      printf("  plane");
      for (int k = 0; k < n - 2; k++) printf(" %zu", c[k]);
      printf("\n");
    }
    for (size_t i = 0; i < rows; i++) {
      printf("  ");
      for (size_t j = 0; j < columns && j < 60; j++) {
        if (n > 1) c[n - 2] = i;
        c[n - 1] = j;
        cell(p, c, width, colour);
      }
      printf(columns > 60 ? " ...\n" : "\n");
      if (i == 59 && rows > 61) { printf("  ... %zu rows more\n", rows - 60); break; }
    }
  }
}

static int thread_at(const picture_t *p, int rank) {
  return rank < p->topology.members ? upc_stride_team_thread(&p->team, rank) : p->root;
}

static void subtree(const picture_t *p, int rank, int depth, int *deepest) {
  if (depth > *deepest) *deepest = depth;
  printf("  %*s%d\n", 2 * depth, "", thread_at(p, rank));
  int n = p->tree->children(&p->topology, rank);
  for (int i = 0; i < n; i++) subtree(p, p->tree->child(&p->topology, rank, i), depth + 1, deepest);
}

void draw_terminal(const picture_t *p, int colour) {
  char words[600];
  describe_array(p, words, sizeof words);
  fputs(words, stdout);
  printf("; each block shows its owner, the section is in brackets\n");
  blocks(p, colour);
  printf("the section picks %zu block%s; the team, by rank:", p->picks.blocks, p->picks.blocks == 1 ? "" : "s");
  for (int r = 0; r < p->team.n && r < 64; r++) printf(" %d", upc_stride_team_thread(&p->team, r));
  printf(p->team.n > 64 ? " ... (%d threads)\n" : "\n", p->team.n);
  if (!p->tree) return;
  int deepest = 0;
  printf("%s tree from thread %d over a box of ", p->tree_name, p->root);
  for (int k = 0; k < p->topology.ndims; k++) printf("%s%d", k ? " x " : "", p->topology.side[k].size);
  printf(", children in the order they are served\n");
  subtree(p, p->topology.root, 0, &deepest);
  printf("depth %d\n", deepest);
}
