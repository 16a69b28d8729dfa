/* SPDX-License-Identifier: BSD-3-Clause
 * The description of the torus, from UPC_STRIDE_TORUS and UPC_STRIDE_MAP: explained in torus.h. */
#include "torus/torus.h"
#include "base/allocate.h"
#include "base/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 20 }; /* along a letter */

static struct {
  int read, known;                    /* 1: there is a torus                              */
  upc_stride_torus_t torus;
  const char *sizes, *map, *wrong;    /* as the environment or a test gives them          */
  char complaint[300];
} machine;

static void complain(const char *variable, const char *text, const char *must) {
  snprintf(machine.complaint, sizeof machine.complaint, "%s: \"%.60s\", %s", variable, text, must);
  machine.wrong = machine.complaint;
}

/* "4x4x4x2" */
static int read_sizes(upc_stride_torus_t *M, const char *text) {
  int n = 0;
  for (;;) {
    char *end;
    long size = strtol(text, &end, 10);
    if (end == text || size < 1 || size > MOST_PLACES || n == UPC_STRIDE_LETTERS) return 0;
    M->size[n++] = (int)size;
    if (*end == '\0') return 1;
    if (*end != 'x') return 0;
    text = end + 1;
  }
}

/* Lines "X Y Z T", thread by thread. The sizes are one more than the highest of each. *at has the places. */
static int read_file(upc_stride_torus_t *M, const char *name, int (**at)[UPC_STRIDE_LETTERS]) {
  FILE *f = fopen(name, "r");
  int n = 0, capacity = 0, bad = 0, k, end, c[UPC_STRIDE_LETTERS];
  *at = NULL;
  if (f == NULL) return 0;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) M->size[k] = 1;
  while ((end = fscanf(f, "%d %d %d %d", &c[0], &c[1], &c[2], &c[3])) == 4) {
    *at = upc_stride_grown(*at, n, &capacity, sizeof **at, "the file that UPC_STRIDE_TORUS names");
    memcpy((*at)[n++], c, sizeof c);
    for (k = 0; k < UPC_STRIDE_LETTERS; k++) {
      if (c[k] < 0 || c[k] >= MOST_PLACES) bad = 1;
      else if (c[k] >= M->size[k]) M->size[k] = c[k] + 1;
    }
  }
  fclose(f);
  return end == EOF && !bad ? n : 0;
}

/* Reads the sizes or the file, and the map, which must give the same threads the same places as a file. */
static void read_torus(upc_stride_torus_t *M) {
  static const char must[] = "must be up to four sizes like 4x4x4x2, or a file with the place X Y Z T of each thread, "
                             "in the order of UPC_STRIDE_MAP";
  int (*at)[UPC_STRIDE_LETTERS] = NULL, threads = 0, ok, k;
  const char *wrong;
  ok = read_sizes(M, machine.sizes);
  if (!ok) ok = (threads = read_file(M, machine.sizes, &at)) > 0;
  if (!ok) {
    complain("UPC_STRIDE_TORUS", machine.sizes, must);
  } else if (!upc_stride_torus_map(M, machine.map, &wrong)) {
    complain("UPC_STRIDE_MAP", machine.map == NULL ? "" : machine.map, wrong);
  } else {
    for (k = 0; k < threads && ok; k++) ok = upc_stride_torus_thread(M, at[k]) == k;
    if (!ok) complain("UPC_STRIDE_TORUS", machine.sizes, must);
    machine.known = ok;
  }
  free(at);
}

static void read_machine(void) {
  upc_stride_torus_t *M = &machine.torus;
  int k;
  machine.read = 1;
  machine.known = 0;
  machine.wrong = NULL;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) M->size[k] = 1;
  if (machine.sizes != NULL) {
    read_torus(M);
  } else if (machine.map != NULL) {
    const char *wrong; /* without a torus there are no sizes, and only the letters are looked at */
    if (strspn(machine.map, "XYZTxyzt/%,0123456789") != strlen(machine.map) && !upc_stride_torus_map(M, "?", &wrong))
      complain("UPC_STRIDE_MAP", machine.map, wrong);
  }
}

static void look(void) {
  if (machine.read) return;
  machine.sizes = upc_stride_environment()->torus;
  machine.map = upc_stride_environment()->map;
  read_machine();
}

void upc_stride_torus_set(const char *torus, const char *map) {
  machine.sizes = torus;
  machine.map = map;
  read_machine();
}

const upc_stride_torus_t *upc_stride_torus(void) {
  look();
  return machine.known ? &machine.torus : NULL;
}

const char *upc_stride_torus_wrong(int threads) {
  double places;
  look();
  if (!machine.known) return machine.wrong;
  places = upc_stride_torus_places(&machine.torus);
  if (places == threads) return NULL;
  snprintf(machine.complaint, sizeof machine.complaint, "UPC_STRIDE_TORUS: %.0f places, must be THREADS (%d)", places,
           threads);
  return machine.complaint;
}
