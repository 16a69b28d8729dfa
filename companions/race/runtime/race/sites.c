/* SPDX-License-Identifier: BSD-3-Clause
 * Places in the source, numbered. All threads have the same numbers: the texts are in the memory that they share. */
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "race/memory.h"
#include "race/race.h"

/* The end of a long name tells more. It begins behind a slash if there is one, so that readers find the file. */
static void copy(char *to, size_t room, const char *from, size_t length) {
  const char *end = from + length, *slash;
  if (length >= room) {
    from = end - room + 1;
    slash = memchr(from, '/', room - 1);
    if (slash) from = slash + 1;
    length = (size_t)(end - from);
  }
  memcpy(to, from, length);
  to[length] = 0;
}

static uint32_t hash(const struct race_site *s) {
  uint64_t h = s->line;
  for (const char *c = s->file; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  for (const char *c = s->call; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  h = (h ^ (uintptr_t)s->address) * 0x100000001b3u;
  return (uint32_t)(h ^ h >> 32);
}

static int is_same(const struct race_site *a, const struct race_site *b) {
  return a->line == b->line && a->address == b->address && !strcmp(a->file, b->file) && !strcmp(a->call, b->call);
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

/* The first caller outside of the shared library. */
static const void *caller(void) {
  enum { FRAMES = 32 };
  void *frame[FRAMES];
  Dl_info own, other;
  if (!&urtk_race_if_asked || !dladdr(&urtk_race_if_asked, &own)) return NULL;
  int n = backtrace(frame, FRAMES), i = 0;
  while (i < n && dladdr(frame[i], &other) && other.dli_fbase == own.dli_fbase) i++;
  return i < n ? frame[i] : NULL;
}

static uint32_t parsed(const char *called) {
  const char *end = strstr(called, ": "), *colon = end;
  if (!end) {
    struct race_site s = {.address = caller()};
    copy(s.call, sizeof s.call, called, strlen(called));
    return number_of(&s);
  }
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
  if (latest[i].text == called) return latest[i].number;
  uint32_t number = parsed(called);
  if (strstr(called, ": ")) latest[i].number = number, latest[i].text = called; /* others come from any place */
  return number;
}

const struct race_site *urtk_race_site_at(uint32_t number) { return &urtk_races->site[number]; }

/* What addr2line prints: "/home/me/prog.f90:12". The name without its folders is kept. */
static void resolve(struct race_site *s) {
  Dl_info in;
  char command[4096], text[1024] = "";
  const char *at = (const char *)s->address - 1; /* in the call, not behind it */
  if (!s->address || !dladdr(s->address, &in) || strchr(in.dli_fname, '\'')) return;
  if (((const Elf64_Ehdr *)in.dli_fbase)->e_type != ET_EXEC) at -= (uintptr_t)in.dli_fbase;
  snprintf(command, sizeof command, "addr2line -e '%s' %p 2>/dev/null", in.dli_fname, (const void *)at);
  FILE *answer = popen(command, "r");
  if (!answer) return;
  char *line = fgets(text, sizeof text, answer) ? strrchr(text, ':') : NULL, *name = strrchr(text, '/');
  pclose(answer);
  if (!line || atoi(line + 1) <= 0) return;
  name = name ? name + 1 : text;
  s->line = (uint32_t)atoi(line + 1);
  copy(s->file, sizeof s->file, name, (size_t)(line - name));
}

struct race_site urtk_race_site_told(uint32_t number) {
  enum { LATEST = 8 };
  static struct { uint32_t number; struct race_site site; } latest[LATEST];
  size_t i = number % LATEST;
  if (latest[i].number != number || !number) {
    latest[i].number = number, latest[i].site = *urtk_race_site_at(number);
    resolve(&latest[i].site);
  }
  return latest[i].site;
}
