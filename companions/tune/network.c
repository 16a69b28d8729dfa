/* SPDX-License-Identifier: BSD-3-Clause
 * Descriptions of networks: explained in network.h. */
#include "network.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than any part of a network has: what is not below is no number of nodes or links, no time and no rate. */
#define INFINITE 1e15

/* Reads "8:1/64:4". Returns what follows, or null. */
static const char *read_groups(const char *text, network_t *N) {
  char *end;
  double nodes, links;
  for (N->groups = 0; N->groups < NETWORK_GROUPS; text = end + 1) {
    nodes = strtod(text, &end);
    if (end == text || *end != ':' || !(nodes >= 1 && nodes <= INT_MAX)) return NULL;
    links = strtod(text = end + 1, &end);
    if (end == text || !(links > 0 && links < INFINITE)) return NULL;
    if (N->groups > 0 && nodes <= N->group[N->groups - 1].nodes) return NULL;
    N->group[N->groups].nodes = nodes;
    N->group[N->groups++].links = links;
    if (*end != '/') return end;
  }
  return NULL;
}

/* What follows a setting: the next one, or the end of the text. Null: neither. */
static const char *next_setting(const char *end) {
  return end == NULL ? NULL : *end == ',' && end[1] != '\0' ? end + 1 : *end == '\0' ? end : NULL;
}

/* Reads "WORD=NUMBER" into the place of the word. Returns what follows, or null. */
static const char *read_setting(const char *text, network_t *N) {
  const struct { const char *word; double *to; double unit; int rate; } settings[] = {
    {"send=", &N->send, 1e-6, 0}, {"receive=", &N->receive, 1e-6, 0}, {"latency=", &N->latency, 1e-6, 0},
    {"signal=", &N->signal, 1e-6, 0}, {"link=", &N->link, 1e6, 1}, {"copy=", &N->copy, 1e6, 1},
    {"pass=", &N->pass, 1e6, 1}};
  const struct { const char *word; int *to; } switches[] = {{"helper=", &N->helper}, {"tree=", &N->tree}};
  char *end;
  size_t i, n;
  double x;
  if (strncmp(text, "groups=", 7) == 0) return next_setting(read_groups(text + 7, N));
  if (strncmp(text, "node=", 5) == 0) {
    long node = strtol(text + 5, &end, 10);
    N->node = (int)node;
    return end == text + 5 || node < 1 || node > INT_MAX ? NULL : next_setting(end);
  }
  for (i = 0; i < sizeof switches / sizeof switches[0]; i++) {
    n = strlen(switches[i].word);
    if (strncmp(text, switches[i].word, n) != 0) continue;
    *switches[i].to = text[n] == '1';
    return text[n] == '0' || text[n] == '1' ? next_setting(text + n + 1) : NULL;
  }
  for (i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    n = strlen(settings[i].word);
    if (strncmp(text, settings[i].word, n) != 0) continue;
    x = strtod(text + n, &end);
    if (end == text + n || !(x >= 0 && x < INFINITE) || (settings[i].rate && !(x > 0))) return NULL;
    *settings[i].to = settings[i].rate ? 1 / (x * settings[i].unit) : x * settings[i].unit;
    return next_setting(end);
  }
  return NULL;
}

int read_network(network_t *N, const char *text) {
  memset(N, 0, sizeof *N);
  while (text && *text) text = read_setting(text, N);
  return text && N->link > 0 && N->send + N->receive + N->latency > 0;
}

void spell_network(const network_t *N, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "send=%.6g,receive=%.6g,latency=%.6g,link=%.6g", 1e6 * N->send,
                                 1e6 * N->receive, 1e6 * N->latency, 1e-6 / N->link);
  if (N->copy > 0) used += (size_t)snprintf(text + used, size - used, ",copy=%.6g", 1e-6 / N->copy);
  if (N->pass > 0) used += (size_t)snprintf(text + used, size - used, ",pass=%.6g", 1e-6 / N->pass);
  for (int i = 0; i < N->groups && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%.15g:%.15g", i ? "/" : ",groups=", N->group[i].nodes,
                             N->group[i].links);
  if (N->tree && used < size) used += (size_t)snprintf(text + used, size - used, ",tree=1");
  if (N->helper && used < size) used += (size_t)snprintf(text + used, size - used, ",helper=1");
  if (N->node && used < size) snprintf(text + used, size - used, ",node=%d,signal=%.6g", N->node, 1e6 * N->signal);
}
