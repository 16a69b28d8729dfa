/* SPDX-License-Identifier: BSD-3-Clause
 * --machine: reads what the links of a torus need from the file of a machine (docs/machines.md): its shapes, the
 * threads of a node and the rate of a link. The simulator reads all of the file, and checks it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mistake.h"
#include "show.h"
#include "torus/torus.h"

typedef struct machine {
  char shapes[1024];                 /* "4x4x2 4x4x4 .." */
  long each;                         /* threads of a node */
  double rate;                       /* of a link, bytes a second */
} machine_t;

static double rate_of(const char *text) {
  static const struct { const char *name; double value; } units[] = {
    {"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
  char *end;
  double n = strtod(text, &end);
  while (*end == ' ') end++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (end != text && n > 0 && strcmp(end, units[i].name) == 0) return n * units[i].value;
  mistake("--machine: link-bandwidth is '%s'; it must be like 154 MB/s", text);
}

/* A word and its value. The simulator knows the other words. */
static void take(machine_t *m, const char *word, const char *value) {
  if (strcmp(word, "torus") == 0) snprintf(m->shapes, sizeof m->shapes, "%s", value);
  if (strcmp(word, "threads-per-node") == 0) m->each = strtol(value, NULL, 10);
  if (strcmp(word, "link-bandwidth") == 0) m->rate = rate_of(value);
  if (m->each < 1) mistake("--machine: threads-per-node is '%s'; it must be a number from 1", value);
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
  char line[1024];
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "#\n")] = 0;
    char *word = line + strspn(line, " \t"), *value = word + strcspn(word, " \t");
    if (*value) *value++ = 0;
    value += strspn(value, " \t");
    for (size_t n = strlen(value); n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t');) value[--n] = 0;
    if (*word) take(m, word, value);
  }
  fclose(f);
}

/* The first shape with enough nodes, with the threads of a node: "4x4x2x2". */
static void set_torus(const machine_t *m, const request_t *r) {
  static char torus[64];
  char shapes[sizeof m->shapes];
  snprintf(shapes, sizeof shapes, "%s", m->shapes);
  for (char *s = strtok(shapes, " \t"); s; s = strtok(NULL, " \t")) {
    long n[3] = {1, 1, 1};
    int used = 0, sizes = sscanf(s, "%ldx%ldx%ld%n", &n[0], &n[1], &n[2], &used);
    if (sizes < 1 || (sizes == 3 && s[used]))
      mistake("--machine: the torus %s must have up to three sizes, like 8x8x8", s);
    if (n[0] * n[1] * n[2] * m->each < r->threads) continue;
    snprintf(torus, sizeof torus, "%ldx%ldx%ldx%ld", n[0], n[1], n[2], m->each);
    upc_stride_torus_set(torus, getenv("UPC_STRIDE_MAP"));
    const char *wrong = upc_stride_torus_wrong(r->threads);
    if (wrong) mistake("--machine %s: %s", r->machine, wrong);
    return;
  }
  mistake("--machine %s: it has fewer nodes than %d threads need", r->machine, r->threads);
}

double use_machine(const request_t *r) {
  machine_t m = {.each = 1, .rate = 10e9};
  char *text = strdup(r->machine), *rest = NULL, *name;
  if (!text) mistake("no memory for the name of a machine");
  name = strtok_r(text, ",", &rest);
  read_lines(&m, open_machine(name ? name : ""));
  for (char *setting; (setting = strtok_r(NULL, ",", &rest));) {
    char *value = strchr(setting, '=');
    if (!value) mistake("--machine %s: '%s' must be WORD=VALUE", r->machine, setting);
    *value++ = 0;
    take(&m, setting, value);
  }
  if (!*m.shapes) mistake("--machine %s: it is no torus, so there are no links to draw", r->machine);
  set_torus(&m, r);
  free(text);
  return m.rate;
}
