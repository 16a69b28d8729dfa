/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "machine_shape.h"
#include "machine_words.h"

/* Lists of numbers: `between` numbers, and ';' between lists. */
static int read_lists(machine_shape_t *s, char between) {
  const char *at = s->text;
  for (s->lists = 1;;) {
    const int l = s->lists - 1;
    char *end;
    if (!isdigit((unsigned char)*at) || s->lengths[l] == MACHINE_SIZES) return 0;
    unsigned long n = strtoul(at, &end, 10);
    if (n < 1 || n > MACHINE_MOST) return 0;
    s->list[l][s->lengths[l]++] = (long)n;
    if (!*end) return 1;
    if (*end == ';' && s->lists < MACHINE_LISTS) s->lists++;
    else if (*end != between) return 0;
    at = end + 1;
  }
}

static double product(const long *list, int length) {
  double p = 1;
  for (int i = 0; i < length; i++) p *= (double)list[i];
  return p;
}

/* The nodes of a shape; 0 if the lists are no shape of that network. */
static double nodes_of(const machine_shape_t *s, const char *network) {
  const int *n = s->lengths;
  if (strcmp(network, "torus") == 0) return s->lists == 1 ? product(s->list[0], n[0]) : 0;
  if (s->lists != MACHINE_LISTS) return 0;
  if (strcmp(network, "fat-tree") == 0) {
    const long levels = s->list[0][0];
    return n[0] == 1 && n[1] == levels && n[2] == levels && n[3] == levels ? product(s->list[1], n[1]) : 0;
  }
  if (n[0] != 2 || n[1] != 2 || n[2] != 2 || n[3] != 1) return 0;
  if (s->list[0][0] > 1 && s->list[0][0] > s->list[2][0]) return 0; /* router i has the link to group i */
  return (double)s->list[0][0] * (double)s->list[1][0] * (double)s->list[2][0] * (double)s->list[3][0];
}

int machine_shape_read(machine_shape_t *s, const char *network, const char *text, size_t length) {
  memset(s, 0, sizeof *s);
  if (length >= sizeof s->text) return 0;
  memcpy(s->text, text, length);
  if (!read_lists(s, strcmp(network, "torus") == 0 ? 'x' : ',')) return 0;
  s->nodes = nodes_of(s, network);
  return s->nodes > 0;
}

const char *machine_shape_form(const char *network) {
  if (strcmp(network, "torus") == 0) return "its sizes, such as 8x8x8";
  if (strcmp(network, "dragonfly") == 0)
    return "GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES, with no more groups than routers, such as 9,4;1,1;9,2;4";
  return "LEVELS;DOWN;UP;LINKS, the last three with a number for each level, such as 2;18,36;1,18;1,1";
}

const char *machine_shape_fit(machine_shape_t *s, const machine_file_t *m, long nodes) {
  double most = 0;
  for (const char *at = m->shapes; *at; at += strspn(at, " \t")) {
    size_t length = strcspn(at, " \t");
    machine_shape_read(s, m->network, at, length); /* it was right when the file was read */
    if (s->nodes >= (double)nodes) return NULL;
    if (s->nodes > most) most = s->nodes;
    at += length;
  }
  machine_wrong(NULL, "machine '%s' has %.0f nodes of %d thread%s each; %ld nodes are needed", m->name, most,
                m->number.threadsPerNode, m->number.threadsPerNode == 1 ? "" : "s", nodes);
  return machine_message();
}
