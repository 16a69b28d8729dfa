/* SPDX-License-Identifier: BSD-3-Clause
 * What is told of a race:
 *
 *   race.upc:12: thread 1 writes A[3][0..1] (16 bytes)
 *   race.upc:17: thread 0 read A[3][0] before
 *   nothing orders the two: thread 1 has passed no barrier, lock, flag or collective after thread 0's read
 *   help: upc_barrier between line 17 and line 12?
 *
 * Once for each pair of lines. A report is one write, so those of several threads do not mix. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "race/memory.h"

enum race_mode urtk_race_mode;
void (*urtk_race_name)(uint64_t place, size_t bytes, char *text, size_t room);
void (*urtk_race_stop)(void);

struct text { size_t length; char at[8192]; };

static void __attribute__((format(printf, 2, 3))) put(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text->at + text->length, sizeof text->at - text->length, format, arguments);
  va_end(arguments);
  if (length > 0) text->length += (size_t)length;
  if (text->length >= sizeof text->at) text->length = sizeof text->at - 1;
}

static void print(const struct text *text) {
  if (write(STDERR_FILENO, text->at, text->length) < 0) return; /* nobody reads it */
}

/* 1 if these lines have not been reported before. */
static int is_new(uint32_t a, uint32_t b) {
  struct race *r = urtk_races;
  struct pair pair = a < b ? (struct pair){a, b} : (struct pair){b, a};
  uint32_t seen = __atomic_load_n(&r->pairs, __ATOMIC_ACQUIRE), i = 0;
  for (; i < seen; i++)
    if (r->pair[i].first == pair.first && r->pair[i].second == pair.second) return 0;
  urtk_race_take(&r->pair_lock);
  for (; i < r->pairs; i++)
    if (r->pair[i].first == pair.first && r->pair[i].second == pair.second) break;
  int fresh = i == r->pairs && r->pairs < PAIRS;
  if (fresh) r->pair[i] = pair, __atomic_store_n(&r->pairs, i + 1, __ATOMIC_RELEASE);
  urtk_race_drop(&r->pair_lock);
  return fresh;
}

static const char *verb(int kind, int past) {
  if (kind & RACE_WRITE) return past ? "wrote" : "writes";
  return past ? "read" : "reads";
}

static void put_place(struct text *text, const struct race_site *s) {
  if (s->line) put(text, "%s:%u", s->file, s->line);
  else put(text, "%s", s->file[0] ? s->file : "upc");
}

static void put_access(struct text *text, const struct race_side *side, const char *name, size_t bytes, int past) {
  const struct race_site s = urtk_race_site_told(side->site);
  put_place(text, &s);
  put(text, ": thread %d %s %s", side->thread, verb(side->kind, past), name);
  if (!past) put(text, " (%zu byte%s)", bytes, bytes == 1 ? "" : "s");
  if (s.call[0]) put(text, " by %s", s.call);
  if (side->kind & RACE_ATOMIC) put(text, ", strict or atomic");
  else if (side->kind & RACE_LOCKED) put(text, ", accumulating");
  put(text, "%s\n", past ? " before" : "");
}

/* "upc_barrier at race.upc:7": by what the thread was ordered with others last. */
static void put_latest(struct text *text, int thread) {
  uint32_t number = __atomic_load_n(&urtk_races->synchronised[thread], __ATOMIC_RELAXED);
  if (!number) {
    put(text, "its start");
    return;
  }
  const struct race_site s = urtk_race_site_told(number);
  put(text, "%s at ", s.call);
  put_place(text, &s);
}

/* A barrier helps if both lines are of one file, and are two. */
static void put_help(struct text *text, const struct race_side *later, const struct race_side *earlier) {
  const struct race_site a = urtk_race_site_told(earlier->site), b = urtk_race_site_told(later->site);
  if (a.line && b.line && a.line != b.line && !strcmp(a.file, b.file))
    put(text, "help: upc_barrier between line %u and line %u?\n", a.line, b.line);
  else if (a.line && b.line && strcmp(a.file, b.file))
    put(text, "help: upc_barrier between the two?\n");
  else
    put(text, "help: a lock or an atomic operation for both?\n");
}

static void put_quoted(struct text *text, const char *s) {
  put(text, "\"");
  for (; *s; s++) put(text, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  put(text, "\"");
}

static void put_side(struct text *text, const char *which, const struct race_side *side, const char *name,
                     size_t bytes) {
  const struct race_site s = urtk_race_site_told(side->site);
  put(text, "\"%s\":{\"file\":", which);
  put_quoted(text, s.file);
  put(text, ",\"line\":%u,\"thread\":%d,\"access\":\"%s\",\"what\":", s.line, side->thread,
      side->kind & RACE_WRITE ? "write" : "read");
  put_quoted(text, name);
  put(text, ",\"bytes\":%zu,\"call\":", bytes);
  put_quoted(text, s.call);
  struct text latest = {.length = 0};
  put_latest(&latest, side->thread);
  put(text, ",\"last\":");
  put_quoted(text, latest.at);
  put(text, "}");
}

static void put_order(struct text *text, const struct race_side *later, const struct race_side *earlier) {
  if (later->thread == earlier->thread) {
    put(text, "nothing orders the two: thread %d has not waited for what it has begun\n"
        "help: wait for it between the two?\n", later->thread);
    return;
  }
  put(text, "nothing orders the two: thread %d has passed no barrier, lock, flag or collective after thread %d's %s\n",
      later->thread, earlier->thread, earlier->kind & RACE_WRITE ? "write" : "read");
  put(text, "to be ordered: thread %d's last was ", later->thread);
  put_latest(text, later->thread);
  put(text, ", thread %d's last was ", earlier->thread);
  put_latest(text, earlier->thread);
  put(text, "\n");
  put_help(text, later, earlier);
}

static void tell(const struct race_side *later, const char *name, size_t bytes, const struct race_side *earlier,
                 const char *earlier_name, size_t earlier_bytes) {
  struct text text = {.length = 0};
  if (urtk_race_mode == RACE_JSON) {
    put(&text, "{");
    put_side(&text, "later", later, name, bytes);
    put(&text, ",");
    put_side(&text, "earlier", earlier, earlier_name, earlier_bytes);
    put(&text, "}\n");
  } else {
    put_access(&text, later, name, bytes, 0);
    put_access(&text, earlier, earlier_name, earlier_bytes, 1);
    put_order(&text, later, earlier);
  }
  print(&text);
}

void urtk_race_found(const struct race_side *later, uint64_t place, size_t bytes, const struct race_side *earlier,
                     uint64_t earlier_place, size_t earlier_bytes) {
  char name[1300] = "shared memory", earlier_name[1300] = "shared memory";
  __atomic_fetch_add(&urtk_races->races, 1, __ATOMIC_RELAXED);
  if (!is_new(later->site, earlier->site)) return;
  if (urtk_race_name) {
    urtk_race_name(place, bytes, name, sizeof name);
    urtk_race_name(earlier_place, earlier_bytes, earlier_name, sizeof earlier_name);
  }
  tell(later, name, bytes, earlier, earlier_name, earlier_bytes);
  if (urtk_race_mode == RACE_EXIT) urtk_race_stop();
}

void urtk_race_synchronised(int thread, uint32_t site) {
  __atomic_store_n(&urtk_races->synchronised[thread], site, __ATOMIC_RELAXED);
}

unsigned urtk_races_found(void) { return __atomic_load_n(&urtk_races->pairs, __ATOMIC_RELAXED); }

int urtk_race_last_to_end(void) {
  return __atomic_add_fetch(&urtk_races->ended, 1, __ATOMIC_ACQ_REL) == (uint32_t)urtk_races->threads;
}

void urtk_race_counted_all(int thread) {
  struct text text = {.length = 0};
  if (__atomic_exchange_n(&urtk_races->told_full, 1, __ATOMIC_RELAXED) || urtk_race_mode == RACE_JSON) return;
  put(&text, "upc: race detector: thread %d has made 2^32 strict accesses, locks and copies, more than can be counted; "
      "races of what it does from now on are not found\n", thread);
  print(&text);
}

void urtk_race_summary(void) {
  unsigned pairs = urtk_races_found();
  struct text text = {.length = 0};
  if (urtk_race_mode == RACE_JSON) return;
  if (pairs) put(&text, "upc: race detector: %u pair%s of lines with a race\n", pairs, pairs == 1 ? "" : "s");
  print(&text);
}
