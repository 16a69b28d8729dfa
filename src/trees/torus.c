/* SPDX-License-Identifier: BSD-3-Clause
 * The machine's torus: explained in torus.h. */
#include "trees/torus.h"
#include "base/allocate.h"
#include "base/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 4, MOST_PLACES = 1 << 20 }; /* along a letter */

static struct {
  int read, known;                            /* 1: there is a torus                              */
  int size[LETTERS];                          /* X Y Z T; 1 where it has fewer                    */
  int grid_dims, letters[UPC_STRIDE_MAX_DIMS], letter[UPC_STRIDE_MAX_DIMS][LETTERS]; /* the map  */
  const char *torus, *map, *wrong;
  char complaint[200];
} machine;

static void complain(const char *format, const char *text) {
  snprintf(machine.complaint, sizeof machine.complaint, format, text);
  machine.wrong = machine.complaint;
}

/* "4x4x4x2" */
static int read_sizes(const char *text) {
  int n = 0;
  for (;;) {
    char *end;
    long size = strtol(text, &end, 10);
    if (end == text || size < 1 || size > MOST_PLACES || n == LETTERS) return 0;
    machine.size[n++] = (int)size;
    if (*end == '\0') return 1;
    if (*end != 'x') return 0;
    text = end + 1;
  }
}

static int letter(char c) { return c == 'X' ? 0 : c == 'Y' ? 1 : c == 'Z' ? 2 : c == 'T' ? 3 : -1; }

/* "XT,YZ" */
static int read_map(const char *text) {
  int used = 0, d = 0;
  machine.letters[0] = 0;
  for (; *text != '\0'; text++) {
    if (*text == ',') {
      if (++d == UPC_STRIDE_MAX_DIMS) return 0;
      machine.letters[d] = 0;
      continue;
    }
    if (letter(*text) < 0 || (used >> letter(*text) & 1) != 0 || machine.letters[d] == LETTERS) return 0;
    used |= 1 << letter(*text);
    machine.letter[d][machine.letters[d]++] = letter(*text);
  }
  machine.grid_dims = d + 1;
  return 1;
}

/* One letter for each dimension of the grid, in order. */
static void map_in_order(void) {
  for (machine.grid_dims = 0; machine.grid_dims < LETTERS; machine.grid_dims++) {
    machine.letters[machine.grid_dims] = 1;
    machine.letter[machine.grid_dims][0] = machine.grid_dims;
  }
}

/* The thread at torus coordinates c, by the map. */
static long long thread_at(const int *c) {
  long long t = 0;
  int d, i;
  for (d = 0; d < machine.grid_dims; d++)
    for (i = 0; i < machine.letters[d]; i++) t = t * machine.size[machine.letter[d][i]] + c[machine.letter[d][i]];
  return t;
}

/* Lines "X Y Z T", thread by thread. The sizes are one more than the highest of each; the map must give the same
 * threads the same places. */
static int read_file(const char *name) {
  FILE *f = fopen(name, "r");
  int (*at)[LETTERS] = NULL, n = 0, capacity = 0, bad = 0, k, ok;
  int c[LETTERS];
  if (f == NULL) return 0;
  for (k = 0; k < LETTERS; k++) machine.size[k] = 1;
  while ((k = fscanf(f, "%d %d %d %d", &c[0], &c[1], &c[2], &c[3])) == 4) {
    if (n == capacity) {
      capacity = 2 * capacity + 64;
      at = upc_stride_resize(at, (size_t)capacity, sizeof *at, "the file that UPC_STRIDE_TORUS names");
    }
    memcpy(at[n++], c, sizeof c);
    for (k = 0; k < LETTERS; k++) {
      if (c[k] < 0 || c[k] >= MOST_PLACES) bad = 1;
      else if (c[k] >= machine.size[k]) machine.size[k] = c[k] + 1;
    }
  }
  ok = n > 0 && k == EOF && !bad;
  fclose(f);
  for (k = 0; k < n && ok; k++) ok = thread_at(at[k]) == k;
  free(at);
  return ok;
}

static void read_machine(void) {
  int k;
  machine.read = 1;
  machine.known = 0;
  machine.wrong = NULL;
  for (k = 0; k < LETTERS; k++) machine.size[k] = 1;
  map_in_order();
  if (machine.map != NULL && !read_map(machine.map))
    complain("UPC_STRIDE_MAP: \"%.60s\", must be letters X Y Z T, each once, a comma between dimensions of the grid",
             machine.map);
  if (machine.torus == NULL || machine.wrong != NULL) return;
  if (!read_sizes(machine.torus) && !read_file(machine.torus))
    complain("UPC_STRIDE_TORUS: \"%.60s\", must be up to four sizes like 4x4x4x2, or a file with the place X Y Z T of "
             "each thread, in the order of UPC_STRIDE_MAP", machine.torus);
  else
    machine.known = 1;
}

static void look(void) {
  if (machine.read) return;
  machine.torus = upc_stride_environment()->torus;
  machine.map = upc_stride_environment()->map;
  read_machine();
}

void upc_stride_torus_set(const char *torus, const char *map) {
  machine.torus = torus;
  machine.map = map;
  read_machine();
}

const char *upc_stride_torus_wrong(int threads) {
  double product = 1; /* of up to 80 bits, exact where it could be THREADS */
  int k;
  look();
  if (!machine.known) return machine.wrong;
  for (k = 0; k < LETTERS; k++) product *= machine.size[k];
  if (product == threads) return NULL;
  snprintf(machine.complaint, sizeof machine.complaint, "UPC_STRIDE_TORUS: %.0f places, must be THREADS (%d)", product,
           threads);
  return machine.complaint;
}

/* The places of grid dimension k on the torus. */
static int places(int k) {
  int i, n = 1;
  for (i = 0; i < machine.letters[k]; i++) n *= machine.size[machine.letter[k][i]];
  return n;
}

/* 1 where the box holds dimension k of the grid whole and in order. */
static int fills(const upc_stride_team_t *T, int k) {
  const upc_stride_picks_t *P = T->picks;
  return P->layout->gridded && k < machine.grid_dims && (size_t)T->size[k] == P->modulus[k] && P->step[k] == 1 &&
         P->first[k] % (long long)P->modulus[k] == 0 && places(k) == T->size[k];
}

static void add(upc_stride_topology_t *G, int size, int ring) {
  G->size[G->ndims] = size;
  G->ring[G->ndims++] = ring;
}

void upc_stride_torus_dimension(upc_stride_topology_t *G, const upc_stride_team_t *T, int k) {
  int i;
  look();
  if (!machine.known || !fills(T, k)) {
    add(G, T->size[k], 0);
    return;
  }
  for (i = 0; i < machine.letters[k]; i++)
    if (machine.size[machine.letter[k][i]] > 1 || machine.letters[k] == 1)
      add(G, machine.size[machine.letter[k][i]], 1);
}
