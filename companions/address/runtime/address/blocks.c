/* SPDX-License-Identifier: BSD-3-Clause
 * Objects: static ones, and blocks of the heap with their records. What the program frees stays in use for the heap,
 * and inaccessible, until much has been freed after it. */
#include <stdlib.h>
#include <string.h>
#include "address/address.h"
#include "base/fail.h"
#include "core/calls.h"
#include "core/shared_names.h"

static const uint64_t mark = 0x75706361646472u;

static size_t up(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

/* Red bytes, the record, and more behind large blocks: there a wrong index is often far off. */
size_t urtk_address_padding(size_t bytes) {
  size_t more = bytes >= 1 << 16 ? 4096 : bytes >= 4096 ? 1024 : 0;
  return up(bytes) - bytes + ADDRESS_RED + sizeof(struct urtk_address_record) + more;
}

/* ---- Records ---- */
static urt_ptr_t place_of(int thread, size_t offset, size_t bytes) {
  return urtk_at(thread, offset + up(bytes) + ADDRESS_RED);
}

/* The end of a long text tells more: the name of a file without its first folders. */
static void copy(char *to, size_t room, const char *text) {
  size_t length = text ? strlen(text) : 0;
  const char *slash;
  if (length >= room) {
    text += length - room + 1;
    slash = strchr(text, '/');
    if (slash) text = slash + 1;
    length = strlen(text);
  }
  if (length) memcpy(to, text, length);
  to[length] = 0;
}

int urtk_address_record_of(const struct urtk_block *block, struct urtk_address_record *record) {
  if (block->size < up(block->given) + ADDRESS_RED + sizeof *record) return 0;
  urtc_get(record, place_of(block->thread, block->at, block->given), sizeof *record);
  return record->mark == mark;
}

void urtk_address_allocated(int global, size_t offset, size_t bytes) {
  struct urtk_address_record record = {.mark = mark, .made_by = urt_mythread, .freed_by = -1};
  if (!urtk_address_ready()) return;
  copy(record.made, sizeof record.made, *urt_called);
  urtc_put(place_of(global ? 0 : urt_mythread, offset, bytes), &record, sizeof record);
  for (int t = 0; t < urt_threads; t++)
    if (global || t == urt_mythread) urtk_address_allow(t, offset, bytes);
}

static void forbid(int global, int thread, size_t offset, size_t bytes) {
  for (int t = 0; t < urt_threads; t++)
    if (global || t == thread) urtk_address_forbid(t, offset, bytes, ADDRESS_FREED);
}

void urtk_address_freed(int global, size_t thread, size_t offset, size_t bytes) {
  forbid(global, (int)thread, offset, bytes);
  for (int t = 0; t < urt_threads; t++)
    if (global || t == (int)thread) urtk_address_view_clear(t, offset, bytes);
}

/* ---- Static objects, and blocks of which some threads have fewer ---- */
void urtk_address_static_objects(void) {
  for (size_t i = 0; i < urtk_statics(); i++) {
    struct urtk_object object = urtk_static(i);
    urtk_address_allow(urt_mythread, object.from,
                       urtk_bytes_of_thread(urtk_name_of(&object), &object, urt_mythread));
  }
}

/* Another thread that has the pointer already may access what this one has: that stays accessible all the time. */
void urtk_address_dealt_out(urt_ptr_t p, size_t nblocks, size_t nbytes, int thread) {
  size_t most = urtk_most_of(nblocks, nbytes);
  size_t mine = upc_affinitysize(nblocks * nbytes, nbytes, (size_t)thread), end = up(mine);
  if (mine == most) return;
  if (mine < end) urtk_address_allow(thread, p.offset + mine / 8 * 8, mine % 8);
  if (end < most) urtk_address_forbid(thread, p.offset + end, most - end, 0);
}

/* ---- What is kept back: the oldest is freed first, by who keeps it. Where a heap has no room, who allocates frees
 * what all threads keep of it. Of two that would free a block, one makes the word `kept` of its record 0. Each value of
 * it is used once, and the program's data, which may lie there later, is not taken for one ---- */
static struct kept { urt_ptr_t p, word; uint64_t value; size_t bytes; } *list;
static size_t first, count, room, total;

static void push(struct kept one) {
  if (first + count == room) {
    if (first > count) {
      memmove(list, list + first, count * sizeof *list);
      first = 0;
    } else {
      list = urtk_larger(list, room = 2 * room + 64, sizeof *list, "memory that was freed");
    }
  }
  list[first + count++] = one;
  total += one.bytes;
}

static int free_kept(const struct kept *one) {
  if (urtc_compare_swap(one->word, one->value, 0) != one->value) return 0;
  urtk_heap_free("upc_free", one->p);
  return 1;
}

static void free_oldest(void) {
  struct kept one = list[first++];
  count--, total -= one.bytes;
  free_kept(&one);
  urtk_gave_back();
}

static urt_ptr_t word_of(const struct urtk_block *block) {
  return urt_member(place_of(block->thread, block->at, block->given), offsetof(struct urtk_address_record, kept));
}

int urtk_address_keep_back(urt_ptr_t p, const struct urtk_block *block) {
  enum { PART = 16, MOST = 64 << 20 };
  static uint64_t kept_so_far;
  struct urtk_address_record record;
  if (!urtk_address_record_of(block, &record)) return 0;
  const uint64_t value = mark << 32 ^ (uint64_t)urt_mythread << 40 ^ kept_so_far++;
  record.freed_by = urt_mythread;
  copy(record.freed, sizeof record.freed, *urt_called);
  urtc_put(place_of(block->thread, block->at, block->given), &record, sizeof record);
  forbid(block->global, (int)p.thread, p.offset, block->given);
  urtc_store(word_of(block), value);
  push((struct kept){p, word_of(block), value, block->size * (size_t)(block->global ? urt_threads : 1)});
  size_t limit = urtk_heap_size() / PART < MOST ? urtk_heap_size() / PART : MOST;
  while (total > limit) free_oldest();
  return 1;
}

/* What a heap keeps back, found while nobody else works on it, and freed behind that. */
static struct kept *found;
static size_t finds, found_room;

static void find(const struct urtk_block *block) {
  struct urtk_address_record record;
  if (!urtk_address_record_of(block, &record) || !record.kept) return;
  if (finds == found_room)
    found = urtk_larger(found, found_room = 2 * found_room + 64, sizeof *found, "memory that was freed");
  found[finds++] = (struct kept){urtk_at(block->thread, block->at), word_of(block), record.kept, 0};
}

/* Global memory lies above that of all threads, and what is free between is of both. */
int urtk_address_make_room(int global) {
  int some = 0;
  for (int t = -1; t < urt_threads; t++)
    if (t == -1 || t == urt_mythread || global) urtk_heap_each(t, find);
  while (finds > 0) some |= free_kept(&found[--finds]);
  return some;
}
