/* SPDX-License-Identifier: BSD-3-Clause
 * --machine: reads what the links of a torus need from the file of a machine (docs/machines.md): its shapes, the
 * threads of a node and the rate of a link. The simulator reads all of the file, and checks it. */
#define _GNU_SOURCE /* getline */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mistake.h"
#include "show.h"
#include "torus/torus.h"

typedef struct machine {
  const char *name;                  /* as --machine has it */
  int line;                          /* of the file; 0: a setting behind the name */
  char *shapes;                      /* "4x4x2 4x4x4 .."; null: it is no torus */
  long each;                         /* threads of a node */
  double rate;                       /* of a link, bytes a second */
} machine_t;

enum { MOST = 1 << 20 };             /* of each size, as for the simulator */

/* "--machine bluegene-l: line 7: " and what is wrong there. */
static _Noreturn void wrong(const machine_t *m, const char *word, const char *value, const char *must) {
  char line[32] = "";
  if (m->line) snprintf(line, sizeof line, "line %d: ", m->line);
  mistake("--machine %.200s: %s%s is '%.80s'; it must be %s", m->name, line, word, value, must);
}

static double rate_of(const machine_t *m, const char *word, const char *value) {
  static const struct { const char *name; double value; } units[] = {
    {"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
  char *end;
  double n = strtod(value, &end);
  int number = end != value && n > 0 && n < 1e300;
  end += strspn(end, " \t");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (number && strcmp(end, units[i].name) == 0) return n * units[i].value;
  wrong(m, word, value, "like 154 MB/s");
}

static long count_of(const machine_t *m, const char *word, const char *value) {
  char *end;
  long n = strtol(value, &end, 10);
  if (end == value || *end || n < 1 || n > MOST) wrong(m, word, value, "a number from 1 to 1048576");
  return n;
}

static void *memory(void *given) {
  if (!given) mistake("no memory for the description of a machine");
  return given;
}

/* A word and its value. The simulator knows the other words. */
static void take(machine_t *m, const char *word, const char *value) {
  if (strcmp(word, "torus") == 0) {
    free(m->shapes);
    m->shapes = memory(strdup(value));
  }
  if (strcmp(word, "threads-per-node") == 0) m->each = count_of(m, word, value);
  if (strcmp(word, "link-bandwidth") == 0) m->rate = rate_of(m, word, value);
}

/* The file of that name, or the one in the folder of machines that belongs to this program. */
static FILE *open_machine(const char *name) {
  static const char *const place[] = {"lib/machines", "lib/upc-stride/machines"};
  char self[PATH_MAX], path[PATH_MAX + 64];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  FILE *f = fopen(name, "r");
  self[length > 0 ? length : 0] = 0;
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
  }
  for (size_t i = 0; i < sizeof place / sizeof *place && !f; i++) {
    snprintf(path, sizeof path, "%s/%s/%.40s", self, place[i], name);
    f = fopen(path, "r");
  }
  if (!f) mistake("--machine %.60s: neither a file nor a machine in %.200s/lib", name, self);
  return f;
}

static void read_lines(machine_t *m, FILE *f) {
  char *line = NULL;
  size_t room = 0;
  for (ssize_t bytes; (bytes = getline(&line, &room, f)) >= 0;) {
    m->line++;
    if (strlen(line) != (size_t)bytes) mistake("--machine %.200s: line %d is no text", m->name, m->line);
    line[strcspn(line, "#\r\n")] = 0;
    char *word = line + strspn(line, " \t"), *value = word + strcspn(word, " \t");
    if (*value) *value++ = 0;
    value += strspn(value, " \t");
    for (size_t n = strlen(value); n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t');) value[--n] = 0;
    if (*word) take(m, word, value);
  }
  if (ferror(f)) mistake("--machine %.200s: %s", m->name, strerror(errno));
  m->line = 0;
  free(line);
  fclose(f);
}

/* The sizes "4x4x2" of a shape, 1 where there are fewer than three. */
static void read_shape(const machine_t *m, const char *shape, long *size) {
  const char *at = shape;
  size[0] = size[1] = size[2] = 1;
  for (int k = 0; k < 3; k++) {
    char *end;
    size[k] = strtol(at, &end, 10);
    if (end == at || size[k] < 1 || size[k] > MOST) break;
    if (!*end) return;
    if (*end != 'x') break;
    at = end + 1;
  }
  wrong(m, "torus", shape, "up to three sizes, like 8x8x8");
}

/* The first shape with enough nodes, with the threads of a node: "4x4x2x2". */
static void set_torus(const machine_t *m, const request_t *r) {
  static char torus[96];
  char *shapes = memory(strdup(m->shapes)), *rest = NULL;
  for (char *s = strtok_r(shapes, " \t", &rest); s; s = strtok_r(NULL, " \t", &rest)) {
    long n[3];
    read_shape(m, s, n);
    if ((double)n[0] * n[1] * n[2] * m->each < r->threads) continue;
    snprintf(torus, sizeof torus, "%ldx%ldx%ldx%ld", n[0], n[1], n[2], m->each);
    upc_stride_torus_set(torus, getenv("UPC_STRIDE_MAP"));
    const char *unfit = upc_stride_torus_wrong(r->threads);
    if (unfit) mistake("--machine %s: %s", r->machine, unfit);
    free(shapes);
    return;
  }
  mistake("--machine %s: it has fewer nodes than %d threads need", r->machine, r->threads);
}

double use_machine(const request_t *r) {
  char *text = memory(strdup(r->machine)), *rest = NULL, *name = strtok_r(text, ",", &rest);
  machine_t m = {.name = name ? name : "", .each = 1, .rate = 10e9};
  read_lines(&m, open_machine(m.name));
  for (char *setting; (setting = strtok_r(NULL, ",", &rest));) {
    char *value = strchr(setting, '=');
    if (!value) mistake("--machine %s: '%s' must be WORD=VALUE", r->machine, setting);
    *value++ = 0;
    take(&m, setting, value);
  }
  if (!m.shapes) mistake("--machine %s: it is no torus, so there are no links to draw", r->machine);
  set_torus(&m, r);
  free(m.shapes);
  free(text);
  return m.rate;
}
