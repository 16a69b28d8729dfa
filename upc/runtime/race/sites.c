/* SPDX-License-Identifier: BSD-3-Clause
 * Places in the source, numbered. All threads have the same numbers: the texts are in the memory that they share. */
#include <stdlib.h>
#include <string.h>
#include "race/memory.h"

static void copy(char *to, size_t room, const char *from, size_t length) {
  if (length >= room) from += length - room + 1, length = room - 1; /* the end of a long name tells more */
  memcpy(to, from, length);
  to[length] = 0;
}

static uint32_t hash(const struct race_site *s) {
  uint64_t h = s->line;
  for (const char *c = s->file; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  for (const char *c = s->call; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  return (uint32_t)(h ^ h >> 32);
}

static int is_same(const struct race_site *a, const struct race_site *b) {
  return a->line == b->line && !strcmp(a->file, b->file) && !strcmp(a->call, b->call);
}

static uint32_t number_of(const struct race_site *wanted) {
  struct race *r = urtk_races;
  uint32_t i = hash(wanted), number;
  urtk_race_take(&r->site_lock);
  while ((number = r->site_at[i % (2 * SITES)]) && !is_same(&r->site[number], wanted)) i++;
  if (!number && r->sites + 1 < SITES) {
    number = ++r->sites;
    r->site[number] = *wanted;
    r->site_at[i % (2 * SITES)] = number;
  }
  urtk_race_drop(&r->site_lock);
  return number;
}

uint32_t urtk_race_site(const char *file, uint32_t line, const char *call) {
  struct race_site s = {.line = line};
  copy(s.file, sizeof s.file, file, strlen(file));
  copy(s.call, sizeof s.call, call, strlen(call));
  return number_of(&s);
}

static uint32_t parsed(const char *called) {
  const char *end = strstr(called, ": "), *colon = end;
  if (!end) return urtk_race_site("", 0, called);
  while (colon > called && *colon != ':') colon--;
  for (colon--; colon > called && *colon != ':';) colon--;
  struct race_site s = {.line = (uint32_t)atoi(colon + 1)};
  copy(s.file, sizeof s.file, called, (size_t)(colon - called));
  copy(s.call, sizeof s.call, end + 2, strlen(end + 2));
  return number_of(&s);
}

uint32_t urtk_race_site_of_call(const char *called) {
  enum { LATEST = 256 };
  static struct { const char *text; uint32_t number; } latest[LATEST];
  if (!called) return 0;
  size_t i = (uintptr_t)called / 8 % LATEST;
  if (latest[i].text != called) latest[i].number = parsed(called), latest[i].text = called;
  return latest[i].number;
}

const struct race_site *urtk_race_site_at(uint32_t number) { return &urtk_races->site[number]; }
