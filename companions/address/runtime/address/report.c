/* SPDX-License-Identifier: BSD-3-Clause
 * What is told of a wrong access:
 *
 *   prog.upc:11: thread 0 writes 400 bytes by upc_memput, 300 of them beyond the end of an object of 100 bytes on
 *   thread 0
 *   allocated by thread 0 at prog.upc:7: upc_alloc
 *
 * Once for each place in the source. A report is one write, so those of several threads do not mix. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "address/address.h"
#include "core/shared_names.h"

struct urtk_address_place urtk_address_called(const char *text) {
  static char file[256];
  const char *end = text ? strstr(text, ": ") : NULL, *colon = end;
  if (!end) return (struct urtk_address_place){NULL, 0, text && *text ? text : NULL};
  while (colon > text && *--colon != ':') {}
  size_t length = (size_t)(colon - text) < sizeof file - 1 ? (size_t)(colon - text) : sizeof file - 1;
  memcpy(file, text, length);
  file[length] = 0;
  return (struct urtk_address_place){file, (unsigned)atoi(colon + 1), end + 2};
}

/* ---- What lies at the bad byte ---- */
enum how { NOWHERE, NULL_POINTER, FREED, BEYOND, BEFORE, UNWRITTEN };
/* `by`: how many bytes it is beyond the end, before the start, or behind the start of what was freed. */
struct fault {
  enum how how;
  size_t by, size;                             /* of the object on that thread */
  const char *name;                            /* of a static object */
  int has_record;
  struct urtk_address_record record;
};

static size_t bytes_here(const struct urtk_object *object, int thread) {
  return urtk_bytes_of_thread(urtk_name_of(object), object, thread);
}

static struct fault beside_static(urt_ptr_t bad) {
  struct fault found = {.how = NOWHERE, .by = SIZE_MAX};
  for (size_t i = 0; i < urtk_statics(); i++) {
    struct urtk_object object = urtk_static(i);
    const urt_name_t *name = urtk_name_of(&object);
    size_t size = bytes_here(&object, (int)bad.thread), end = object.from + size, by;
    int before = bad.offset < object.from;
    if (!before && bad.offset < end) continue;
    by = before ? object.from - bad.offset : bad.offset - end;
    if (by >= found.by || (!name && by > 4096)) continue;
    found = (struct fault){before ? BEFORE : BEYOND, by, size, name ? name->name : "a static object", 0, {0}};
  }
  return found;
}

static size_t size_on(const struct urtk_block *b, urt_ptr_t p) {
  return urtk_address_accessible(urtk_at((int)p.thread, b->at), b->given);
}

static struct fault beside_block(urt_ptr_t bad) {
  struct fault found = {.how = NOWHERE};
  struct urtk_block b, next;
  urt_ptr_t above = bad;
  if (!urtk_heap_around(bad, &b)) return found;
  found.has_record = urtk_address_record_of(&b, &found.record);
  found.size = b.given;
  /* Behind a live object the shadow may be that of a larger one that was freed there before. */
  const int live = b.used && found.has_record && !found.record.freed[0];
  if (urtk_address_shadow(bad) == ADDRESS_FREED && !live) {
    found.how = FREED;
    found.by = bad.offset - b.at;
    found.has_record = found.has_record && b.used;
    return found;
  }
  if (!b.used || !found.has_record) return found.has_record = 0, found;
  if (bad.offset < b.at) return found.how = BEFORE, found.by = b.at - bad.offset, found;
  found.how = BEYOND;
  found.size = size_on(&b, bad);
  found.by = bad.offset - b.at - found.size;
  above.offset = b.at + b.size;
  if (above.offset - bad.offset >= found.by || !urtk_heap_around(above, &next) || !next.used) return found;
  if (next.at != above.offset || !urtk_address_record_of(&next, &found.record)) return found;
  return found.how = BEFORE, found.by = next.at - bad.offset, found.size = next.given, found;
}

static struct fault fault_at(urt_ptr_t bad) {
  size_t statics_end = 0;
  if (bad.offset < urtk_first) return (struct fault){.how = NULL_POINTER};
  if (bad.thread >= (unsigned)urt_threads) return (struct fault){.how = NOWHERE};
  for (size_t i = 0; i < urtk_statics(); i++) {
    struct urtk_object object = urtk_static(i);
    if (object.from + object.bytes > statics_end) statics_end = object.from + object.bytes;
  }
  if (bad.offset < statics_end + 64) return beside_static(bad);
  struct fault found = beside_block(bad);
  return found.how == NOWHERE && bad.offset < statics_end + (1 << 20) ? beside_static(bad) : found;
}

/* ---- Reports ---- */
static uint64_t hash_of(struct urtk_address_place place) {
  uint64_t h = urtk_hash(URTK_HASH, &place.line, sizeof place.line);
  if (place.file) h = urtk_hash(h, place.file, strlen(place.file));
  if (place.call) h = urtk_hash(h, place.call, strlen(place.call));
  return h | 1;
}

unsigned urtk_address_found(void) {
  return urtk_address_ready() ? (unsigned)__atomic_load_n(&urtk_address_words()[0], __ATOMIC_RELAXED) : 0;
}

/* 1 for the first report of a place, by any near thread. */
static int is_new(struct urtk_address_place place) {
  uint64_t *word = urtk_address_words(), key = hash_of(place);
  __atomic_fetch_add(&word[0], 1, __ATOMIC_RELAXED);
  for (size_t i = 0, at = key; i < ADDRESS_WORDS; i++, at++) {
    uint64_t had = 0, *slot = &word[1 + at % (ADDRESS_WORDS - 1)];
    if (__atomic_compare_exchange_n(slot, &had, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return 1;
    if (had == key) return 0;
  }
  return 0;
}

static void print(const struct urtk_text *t) {
  if (write(STDERR_FILENO, t->at, t->length) < 0) return; /* nobody reads it */
}

static void put_place(struct urtk_text *t, struct urtk_address_place place) {
  if (place.file && place.line) urtk_put(t, "%s:%u", place.file, place.line);
  else urtk_put(t, "upc");
}

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

static void put_object(struct urtk_text *t, const struct fault *f, urt_ptr_t bad) {
  if (f->name) urtk_put(t, "%s, which has %zu byte%s on thread %u", f->name, f->size, plural(f->size), bad.thread);
  else urtk_put(t, "an object of %zu byte%s on thread %u", f->size, plural(f->size), bad.thread);
}

/* "8 bytes beyond the end of an object of 100 bytes on thread 0"; of a long access, how many of its bytes are. */
static void put_fault(struct urtk_text *t, const struct fault *f, urt_ptr_t bad, size_t bytes, size_t good) {
  switch (f->how) {
    case NULL_POINTER: urtk_put(t, " through a null pointer-to-shared, at offset %zu", (size_t)bad.offset); break;
    case NOWHERE: urtk_put(t, " of thread %u's shared memory where no object is", bad.thread); break;
    case FREED:
      if (!f->has_record) urtk_put(t, " of thread %u's shared memory that was freed", bad.thread);
      else urtk_put(t, ", byte %zu of ", f->by), put_object(t, f, bad), urtk_put(t, " that was freed");
      break;
    case UNWRITTEN:
      urtk_put(t, " that nobody has written, at byte %zu of ", f->by);
      put_object(t, f, bad);
      break;
    case BEYOND:
      if (good) urtk_put(t, ", %zu of them", bytes - good);
      else urtk_put(t, ", %zu byte%s", f->by, plural(f->by));
      urtk_put(t, " beyond the end of ");
      put_object(t, f, bad);
      break;
    case BEFORE:
      urtk_put(t, ", %zu byte%s before the start of ", f->by, plural(f->by));
      put_object(t, f, bad);
      break;
  }
}

static void put_record(struct urtk_text *t, const struct fault *f) {
  if (!f->has_record) return;
  if (f->record.made[0]) urtk_put(t, "allocated by thread %d at %s\n", f->record.made_by, f->record.made);
  if (f->how == FREED && f->record.freed[0])
    urtk_put(t, "freed by thread %d at %s\n", f->record.freed_by, f->record.freed);
}

static void put_quoted(struct urtk_text *t, const char *key, const char *s) {
  urtk_put(t, ",\"%s\":\"", key);
  for (; s && *s; s++) urtk_put(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  urtk_put(t, "\"");
}

static const char *const hows[] = {"no object", "null pointer", "freed", "beyond", "before", "unwritten"};

static void put_json(struct urtk_text *t, struct urtk_address_place place, const char *access, size_t bytes,
                     const struct fault *f, urt_ptr_t bad, const char *text) {
  urtk_put(t, "{\"thread\":%d,\"line\":%u,\"bytes\":%zu,\"owner\":%u,\"by\":%zu,\"size\":%zu", urt_mythread,
           place.line, bytes, bad.thread, f->by, f->size);
  put_quoted(t, "file", place.file);
  put_quoted(t, "call", place.call);
  put_quoted(t, "access", access);
  put_quoted(t, "fault", hows[f->how]);
  put_quoted(t, "object", f->name);
  put_quoted(t, "allocated", f->has_record ? f->record.made : "");
  put_quoted(t, "freed", f->has_record ? f->record.freed : "");
  put_quoted(t, "text", text);
  urtk_put(t, "}\n");
}

/* "thread 0 writes 400 bytes by upc_memput, 300 of them beyond the end of an object of 100 bytes on thread 0" */
static void put_access(struct urtk_text *t, struct urtk_address_place place, const char *access, size_t bytes,
                       size_t good, const struct fault *f, urt_ptr_t bad) {
  urtk_put(t, "thread %d %s %zu byte%s", urt_mythread, access, bytes, plural(bytes));
  if (place.call) urtk_put(t, " by %s", place.call);
  put_fault(t, f, bad, bytes, good);
}

static void tell(struct urtk_address_place place, const char *access, urt_ptr_t p, size_t bytes, size_t good,
                 const struct fault *f) {
  char room[2048], words[1024] = "";
  struct urtk_text t = {room, sizeof room, 0}, text = {words, sizeof words, 0};
  urt_ptr_t bad = p;
  bad.offset += good;
  put_access(&text, place, access, bytes, good, f, bad);
  if (urtk_address_settings.json) {
    put_json(&t, place, access, bytes, f, bad, words);
  } else {
    put_place(&t, place);
    urtk_put(&t, ": %s\n", words);
    put_record(&t, f);
  }
  print(&t);
}

static void stop(void) {
  if (urtk_address_settings.stops) urtc_end_job(ADDRESS_STATUS, NULL);
}

void urtk_address_report(struct urtk_address_place place, urt_ptr_t p, size_t bytes, size_t good, int kind) {
  if (!is_new(place)) return;
  urt_ptr_t bad = p;
  bad.offset += good;
  struct fault f = fault_at(bad);
  tell(place, urtk_address_writes(kind) ? "writes" : "reads", p, bytes, good, &f);
  stop();
}

void urtk_address_report_new(struct urtk_address_place place, urt_ptr_t p, size_t bytes) {
  struct fault f = {.how = UNWRITTEN};
  struct urtk_block b;
  if (!is_new(place)) return;
  if (urtk_heap_around(p, &b)) {
    f.size = size_on(&b, p);
    f.by = p.offset - b.at;
    f.has_record = urtk_address_record_of(&b, &f.record);
  }
  tell(place, "reads", p, bytes, 0, &f);
  stop();
}

void urtk_address_report_free(struct urtk_address_place place, urt_ptr_t p) {
  if (!is_new(place)) return;
  struct fault f = fault_at(p);
  tell(place, "frees", p, f.size, 0, &f);
  stop();
}

/* At the end: what was never done with what the call `made` has given. */
static void tell_of_rest(const char *made, int thread, size_t size, const char *never, const char *words) {
  char room[1024];
  struct urtk_text t = {room, sizeof room, 0};
  struct urtk_address_place place = urtk_address_called(made);
  if (urtk_address_settings.json) {
    urtk_put(&t, "{\"thread\":%d,\"line\":%u,\"size\":%zu", thread, place.line, size);
    put_quoted(&t, "fault", never);
    put_quoted(&t, "file", place.file);
    put_quoted(&t, "allocated", made);
    put_quoted(&t, "text", words);
    urtk_put(&t, "}\n");
  } else {
    urtk_put(&t, "%s: %s\n", made, words);
  }
  print(&t);
}

void urtk_address_report_leak(const struct urtk_block *block, const struct urtk_address_record *record) {
  char words[256] = "";
  struct urtk_text text = {words, sizeof words, 0};
  __atomic_fetch_add(&urtk_address_words()[0], 1, __ATOMIC_RELAXED);
  urtk_put(&text, "%zu byte%s%s that thread %d has allocated were never freed", block->given, plural(block->given),
           block->global ? " on each thread" : "", record->made_by);
  tell_of_rest(record->made, record->made_by, block->given, "never freed", words);
}

void urtk_address_report_handle(const char *made) {
  char words[256] = "";
  struct urtk_text text = {words, sizeof words, 0};
  if (!is_new(urtk_address_called(made))) return;
  urtk_put(&text, "a copy that thread %d has begun was never waited for", urt_mythread);
  tell_of_rest(made, urt_mythread, 0, "never waited for", words);
}
