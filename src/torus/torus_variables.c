/* SPDX-License-Identifier: BSD-3-Clause
 * The description of the torus, from UPC_STRIDE_TORUS and UPC_STRIDE_MAP: explained in torus.h. */
#include "torus/torus.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/of_thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 20, LENGTH = 300 }; /* along a letter; of a complaint */

static UPC_STRIDE_OF_THREAD struct {
  int read, known;                    /* 1: there is a torus                              */
  int file;                           /* 1: a file describes it                           */
  upc_stride_torus_t *torus;          /* null until one is given                          */
  const char *sizes, *map, *wrong;    /* as the environment or a test gives them          */
  char *complaint;                    /* LENGTH bytes once something is wrong             */
} machine;

static char *complaint(void) {
  if (machine.complaint == NULL) machine.complaint = upc_stride_alloc(LENGTH, 1, "the torus");
  return machine.complaint;
}

static void complain(const char *variable, const char *text, const char *must) {
  snprintf(complaint(), LENGTH, "%s: \"%.60s\", %s", variable, text, must);
  machine.wrong = complaint();
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

/* What is wrong with a line of a file. Returns 0. */
static int wrong_line(const char *name, int line, const char *text) {
  snprintf(complaint(), LENGTH, "UPC_STRIDE_TORUS: %.120s:%d: \"%.60s\", must be the place "
           "X Y Z T of a thread, four numbers from 0 to %d", name, line, text, MOST_PLACES - 1);
  machine.wrong = complaint();
  return 0;
}

/* "X Y Z T", and nothing else. */
static int read_place(const char *text, int *place) {
  int k;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || n < 0 || n >= MOST_PLACES) return 0;
    place[k] = (int)n;
    text = end;
  }
  return text[strspn(text, " \t")] == '\0';
}

/* Lines "X Y Z T", thread by thread. The sizes are one more than the highest of each. *at has the *threads places. 0 if
 * something is wrong with a line. */
static int read_lines(upc_stride_torus_t *M, FILE *f, int (**at)[UPC_STRIDE_LETTERS], int *threads) {
  char text[256];
  int capacity = 0, line = 0, k;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) M->size[k] = 1;
  while (fgets(text, sizeof text, f) != NULL) {
    int place[UPC_STRIDE_LETTERS], whole = strchr(text, '\n') != NULL || feof(f); /* no zero in it, and not too long */
    line++;
    text[strcspn(text, "\r\n")] = '\0';
    if (whole && text[strspn(text, " \t")] == '\0') continue;
    if (!whole || !read_place(text, place)) return wrong_line(machine.sizes, line, text);
    *at = upc_stride_grown(*at, *threads, &capacity, sizeof **at, "the file that UPC_STRIDE_TORUS names");
    memcpy((*at)[(*threads)++], place, sizeof place);
    for (k = 0; k < UPC_STRIDE_LETTERS; k++)
      if (place[k] >= M->size[k]) M->size[k] = place[k] + 1;
  }
  return 1;
}

/* The map must give the same threads the same places as the file. */
static int check_places(const upc_stride_torus_t *M, int (*at)[UPC_STRIDE_LETTERS], int threads) {
  double places = upc_stride_torus_places(M);
  int k = 0;
  machine.wrong = complaint();
  if (places != threads) {
    snprintf(complaint(), LENGTH, "UPC_STRIDE_TORUS: %.120s: %d places, must be the %.0f of "
             "%dx%dx%dx%d, each once", machine.sizes, threads, places, M->size[0], M->size[1], M->size[2], M->size[3]);
    return 0;
  }
  while (k < threads && upc_stride_torus_thread(M, at[k]) == k) k++;
  if (k < threads) {
    snprintf(complaint(), LENGTH, "UPC_STRIDE_TORUS: %.120s: %d %d %d %d stands for thread %d, "
             "must stand for thread %d, in the order of UPC_STRIDE_MAP", machine.sizes, at[k][0], at[k][1], at[k][2],
             at[k][3], k, upc_stride_torus_thread(M, at[k]));
    return 0;
  }
  machine.wrong = NULL;
  return 1;
}

/* Reads the sizes or the file, and the map. */
static void read_torus(upc_stride_torus_t *M) {
  static const char must[] = "must be up to four sizes like 4x4x4x2, or a file with the place X Y Z T of each thread, "
                             "in the order of UPC_STRIDE_MAP";
  int (*at)[UPC_STRIDE_LETTERS] = NULL, threads = 0;
  int sizes = read_sizes(M, machine.sizes);
  const char *wrong;
  FILE *f = sizes ? NULL : fopen(machine.sizes, "r");
  if (f != NULL && !read_lines(M, f, &at, &threads)) {
    /* it is said */
  } else if (!sizes && threads == 0) {
    complain("UPC_STRIDE_TORUS", machine.sizes, must);
  } else if (!upc_stride_torus_map(M, machine.map, &wrong)) {
    complain("UPC_STRIDE_MAP", machine.map == NULL ? "" : machine.map, wrong);
  } else {
    machine.file = !sizes;
    machine.known = sizes || check_places(M, at, threads);
  }
  if (f != NULL) fclose(f);
  free(at);
}

static void read_machine(void) {
  upc_stride_torus_t *M;
  int k;
  machine.read = 1;
  machine.known = machine.file = 0;
  machine.wrong = NULL;
  if (machine.sizes == NULL && machine.map == NULL) return;
  if (machine.torus == NULL) machine.torus = upc_stride_alloc(1, sizeof *machine.torus, "the torus");
  M = machine.torus;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) M->size[k] = 1;
  if (machine.sizes != NULL) {
    read_torus(M);
  } else {
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
  return machine.known ? machine.torus : NULL;
}

const char *upc_stride_torus_wrong(int threads) {
  double places;
  look();
  if (!machine.known) return machine.wrong;
  places = upc_stride_torus_places(machine.torus);
  if (places == threads) return NULL;
  snprintf(complaint(), LENGTH, "UPC_STRIDE_TORUS: %.120s%s%.0f places, must be THREADS (%d)",
           machine.file ? machine.sizes : "", machine.file ? ": " : "", places, threads);
  return machine.complaint;
}
