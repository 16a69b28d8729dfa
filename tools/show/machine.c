/* SPDX-License-Identifier: BSD-3-Clause
 * --machine: reads what the links of a torus and the closed forms need from the file of a machine (docs/machines.md).
 * The simulator reads all of the file, and checks it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "show.h"
#include "torus/torus.h"

typedef struct reading {
  machine_t *machine;
  const char *name;                  /* as --machine has it */
  int line;                          /* of the file; 0: a setting behind the name */
} reading_t;

enum { MOST = 1 << 20 };             /* of each size, as for the simulator */

/* "--machine bluegene-l: line 7: " and what is wrong there. */
static _Noreturn void wrong(const reading_t *m, const char *word, const char *value, const char *must) {
  char line[32] = "";
  if (m->line) snprintf(line, sizeof line, "line %d: ", m->line);
  mistake("--machine %.200s: %s%s is '%.80s'; it must be %s", m->name, line, word, value, must);
}

typedef struct unit { const char *name; double value; } unit_t;
static const unit_t rates[] = {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {0}};
static const unit_t times[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {0}};

/* 0 needs no unit. */
static double number_of(const reading_t *m, const char *word, const char *value, const unit_t *units, double least,
                        const char *must) {
  char *end;
  double n = strtod(value, &end);
  int number = end != value && n >= least && n < 1e300;
  end += strspn(end, " \t");
  if (number && n == 0 && !*end) return 0;
  for (; number && units->name; units++)
    if (strcmp(end, units->name) == 0) return n * units->value;
  wrong(m, word, value, must);
}

static int count_of(const reading_t *m, const char *word, const char *value) {
  char *end;
  long n = strtol(value, &end, 10);
  if (end == value || *end || n < 1 || n > MOST) wrong(m, word, value, "a number from 1 to 1048576");
  return (int)n;
}

static void *memory(void *given) {
  if (!given) mistake("no memory for the description of a machine");
  return given;
}

static const char *const networks[] = {"flat", "torus", "fat-tree", "dragonfly", "platform"};

/* A word and its value. The simulator knows the other words. */
static void take(const reading_t *r, const char *word, const char *value) {
  machine_t *m = r->machine;
  const struct { const char *word; double *field; } of_time[] = {
    {"send-time", &m->send}, {"receive-time", &m->receive}, {"link-latency", &m->link_latency},
    {"near-latency", &m->near_latency}},
    of_rate[] = {{"near-bandwidth", &m->near_rate}, {"send-bandwidth", &m->pass_rate}};
  for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
    if (strcmp(word, networks[i]) != 0) continue;
    free(m->shapes);
    m->network = networks[i];
    m->shapes = memory(strdup(value));
  }
  if (strcmp(word, "threads-per-node") == 0) m->per_node = count_of(r, word, value);
  if (strcmp(word, "helper") == 0) m->helper = strcmp(value, "1") == 0;
  if (strcmp(word, "link-bandwidth") == 0) m->rate = number_of(r, word, value, rates, 1e-300, "like 154 MB/s");
  for (size_t i = 0; i < sizeof of_time / sizeof *of_time; i++)
    if (strcmp(word, of_time[i].word) == 0) *of_time[i].field = number_of(r, word, value, times, 0, "like 1.5 us");
  for (size_t i = 0; i < sizeof of_rate / sizeof *of_rate; i++)
    if (strcmp(word, of_rate[i].word) == 0) *of_rate[i].field = number_of(r, word, value, rates, 0, "like 154 MB/s");
}

/* The file of that name, or the one in the folder of machines that belongs to this program. */
static FILE *open_machine(const char *name, char *path, size_t size) {
  static const char *const place[] = {"lib/machines", "lib/upc-stride/machines"};
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  FILE *f = fopen(name, "r");
  snprintf(path, size, "%s", name);
  self[length > 0 ? length : 0] = 0;
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
  }
  for (size_t i = 0; i < sizeof place / sizeof *place && !f; i++) {
    snprintf(path, size, "%s/%s/%.40s", self, place[i], name);
    f = fopen(path, "r");
  }
  if (!f) mistake("--machine %.60s: neither a file nor a machine in %.200s/lib", name, self);
  return f;
}

static void read_lines(reading_t *m, FILE *f) {
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
static void read_shape(const reading_t *m, const char *shape, long *size) {
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

/* The first shape with enough nodes, with the threads of a node: "4x4x2x2". Returns null, or why the library is not
 * told of the torus. */
static const char *set_torus(const reading_t *r, int threads) {
  static char torus[96];
  machine_t *m = r->machine;
  char *shapes = memory(strdup(m->shapes)), *rest = NULL;
  for (char *s = strtok_r(shapes, " \t", &rest); s; s = strtok_r(NULL, " \t", &rest)) {
    long n[3];
    read_shape(r, s, n);
    if ((double)n[0] * n[1] * n[2] * m->per_node < threads) continue;
    snprintf(m->shape, sizeof m->shape, "%.60s", s);
    for (int k = 0; k < 3; k++) m->size[k] = (int)n[k];
    snprintf(torus, sizeof torus, "%ldx%ldx%ldx%d", n[0], n[1], n[2], m->per_node);
    upc_stride_torus_set(torus, getenv("UPC_STRIDE_MAP"));
    free(shapes);
    const char *wrong = upc_stride_torus_wrong(threads);
    if (wrong) upc_stride_torus_set(NULL, NULL);
    return wrong;
  }
  mistake("--machine %s: it has fewer nodes than %d threads need", r->name, threads);
}

/* The rules that come with a machine are in the file of its name with the ending .rules. */
static void set_rules(const char *path) {
  static char files[PATH_MAX + 200];
  const char *others = getenv("UPC_STRIDE_RULE");
  char rules[PATH_MAX + 80];
  snprintf(rules, sizeof rules, "%s.rules", path);
  if (strchr(path, ':') || access(rules, R_OK) != 0) return;
  snprintf(files, sizeof files, "%s%s%s", others ? others : "", others && *others ? ":" : "", rules);
  upc_stride_rule_set(files);
}

void use_machine(machine_t *m, const request_t *r) {
  char *text = memory(strdup(r->machine)), *rest = NULL, *name = strtok_r(text, ",", &rest), path[PATH_MAX + 64];
  reading_t reading = {m, name ? name : "", 0};
  *m = (machine_t){.name = r->machine, .network = "flat", .shapes = memory(strdup("")), .per_node = 1, .rate = 10e9,
                   .link_latency = 1e-6};
  read_lines(&reading, open_machine(reading.name, path, sizeof path));
  for (char *setting; (setting = strtok_r(NULL, ",", &rest));) {
    char *value = strchr(setting, '=');
    if (!value) mistake("--machine %s: '%s' must be WORD=VALUE", r->machine, setting);
    *value++ = 0;
    take(&reading, setting, value);
  }
  m->is_torus = strcmp(m->network, "torus") == 0;
  reading.name = r->machine;
  if (m->is_torus) m->no_torus = set_torus(&reading, r->threads);
  if (r->call) set_rules(path);
  describe_costs(m, r->threads);
  free(text);
}
