/* SPDX-License-Identifier: BSD-3-Clause
 * address.h: upcc -fsanitize=address for shared memory.
 *
 * Each 8 bytes of a thread's segment have a byte, their *shadow*: how many of them, from the first one on, are of a
 * live object; or that they were freed. It lies at the end of the same segment. So every thread can look at the shadow
 * of any other one: a near one by its address, a far one by a get. The idea is AddressSanitizer's (K. Serebryany and
 * others, USENIX ATC 2012); there 0 means that all may be accessed, here it means that nothing may, so memory that
 * nobody has allocated needs no shadow.
 *
 * An object of the heap has a *record* behind it, in the padding that nobody may access: which call has made it and
 * which has freed it. What a program frees is kept back for a while, so that another object does not get its memory at
 * once (blocks.c). */
#ifndef URT_ADDRESS_H
#define URT_ADDRESS_H

#include <stddef.h>
#include <stdint.h>
#include "core/core.h"

void urtk_address_fill(int thread, size_t at, size_t count, unsigned char value); /* of a segment, from an offset on */

/* ---- The shadow (shadow.c) ---- */
/* Of 8 bytes: 0 to 8 of them are accessible, or they were freed. With UPC_ASAN=unwritten also: they are NEW, nobody has
 * written any of them. */
enum { ADDRESS_FREED = 0x80, ADDRESS_NEW = 0x40 };

size_t urtk_address_beside(size_t objects);    /* bytes of a segment for the shadow of so many */
void urtk_address_has_beside(size_t offset);
int urtk_address_ready(void);                  /* there is a shadow */
/* From an offset on, a multiple of 8, so many bytes are accessible, or are not: 0 or ADDRESS_FREED. */
void urtk_address_allow(int thread, size_t offset, size_t bytes);
void urtk_address_forbid(int thread, size_t offset, size_t bytes, unsigned char why);
/* How many of these bytes are accessible, up to the first that is not. */
size_t urtk_address_accessible(urt_ptr_t p, size_t bytes);
void urtk_address_make_new(int thread, size_t offset, size_t bytes); /* what of it is accessible */
int urtk_address_is_new(urt_ptr_t p, size_t bytes); /* some of these bytes, which are accessible, are new */
void urtk_address_written(urt_ptr_t p, size_t bytes); /* they are new no longer */
unsigned char urtk_address_shadow(urt_ptr_t p);
/* 1: a private address is in shared memory, there. */
int urtk_address_locate(const void *address, urt_ptr_t *p);
/* Words that near threads share, all zeros at the start: for reports. */
enum { ADDRESS_WORDS = 4096 };
uint64_t *urtk_address_words(void);

/* The shadow of all near segments: of each 8 bytes from `lowest` on, `span` bytes in all, one at *shadow; 0 is that of
 * what lies between. All else is private. It never changes, and generated code reads it (WatchedCalls::live). */
extern struct urtk_address_near {
  uintptr_t lowest;
  size_t span;
  const unsigned char *shadow;
} urtk_address_near;
int urtk_address_are_live(const void *p, size_t bytes);

/* 1: all these bytes are of a live object, near, and not NEW. A fast way to find no fault, no more. */
static inline int urtk_address_is_live(const void *p, size_t bytes) {
  const uintptr_t into = (uintptr_t)p - urtk_address_near.lowest;
  if (into >= urtk_address_near.span) return 0;
  const size_t end = into % 8 + bytes;
  if (end > 8) return urtk_address_are_live(p, bytes);
  const unsigned live = urtk_address_near.shadow[into / 8];
  return live == 8 || (end <= live && live < 8);
}
static inline void urtk_address_will_look(const void *p) {
  const uintptr_t into = (uintptr_t)p - urtk_address_near.lowest;
  if (into < urtk_address_near.span) __builtin_prefetch(urtk_address_near.shadow + into / 8);
}
int urtk_address_is_run_live(const char *p, size_t bytes, long long stride, size_t count); /* the same of `count` */

/* ---- What Clang's AddressSanitizer sees of it, if it is there (view.c), and finds (clang.c) ---- */
enum { ADDRESS_RED = 64 };                     /* so many bytes behind each object nobody may access, the runtime too */
size_t urtk_address_view_bytes(size_t objects); /* of a segment for the view; 0: Clang's runtime is not there */
void urtk_address_view_at(size_t offset, size_t objects);
void urtk_address_view_allow(int thread, size_t offset, size_t bytes); /* an object, and the red bytes behind it */
void urtk_address_view_forbid(int thread, size_t offset, size_t bytes);
void urtk_address_view_clear(int thread, size_t offset, size_t bytes);
void urtk_address_hear_clang(void);

/* ---- Objects (blocks.c) ---- */
struct urtk_address_record {
  uint64_t mark, kept;                         /* kept: not 0 while it is kept back; who sets it to 0 frees the block */
  int made_by, freed_by;
  char made[108], freed[108];                  /* "prog.upc:12: upc_alloc"; "" */
};
size_t urtk_address_padding(size_t bytes);
void urtk_address_allocated(int global, size_t offset, size_t bytes);
void urtk_address_freed(int global, size_t thread, size_t offset, size_t bytes);
void urtk_address_static_objects(void);        /* makes those of the caller's segment accessible */
/* Of upc_global_alloc and upc_all_alloc: a thread that has fewer blocks than others may not access the rest. */
void urtk_address_dealt_out(urt_ptr_t p, size_t nblocks, size_t nbytes, int thread);
/* The record of a block; 0: it has none. */
int urtk_address_record_of(const struct urtk_block *block, struct urtk_address_record *record);
/* Instead of freeing a block it is kept back; 0: it is none, or was freed before. */
int urtk_address_keep_back(urt_ptr_t p, const struct urtk_block *block);
/* Frees all that is kept back and is in the way of an allocation by the caller; 0: it was nothing. */
int urtk_address_make_room(int global);

/* ---- Accesses (program.c) ---- */
/* UPDATE: it reads and writes. BITS: it reads more than it uses, as for a bit-field. */
enum { ADDRESS_READ, ADDRESS_WRITE, ADDRESS_UPDATE, ADDRESS_BITS };
static inline int urtk_address_writes(int kind) { return kind == ADDRESS_WRITE || kind == ADDRESS_UPDATE; }
/* Looks at what the program's latest call reads or writes. 0: it has reported a fault. */
int urtk_address_look(urt_ptr_t p, size_t bytes, int kind);
void urtk_address_look_at(const void *address, size_t bytes, int kind); /* nothing where it is private */

/* ---- Reports (report.c) ---- */
enum { ADDRESS_STATUS = 67 };
struct urtk_address_settings { int stops, json, leaks, unwritten; };
extern struct urtk_address_settings urtk_address_settings; /* UPC_ASAN (environment.c) */
void urtk_address_read_settings(void);

struct urtk_address_place { const char *file; unsigned line; const char *call; }; /* call: null, or of a call */
struct urtk_address_place urtk_address_called(const char *text); /* of "prog.upc:12: upc_memput" */
/* Of an access of `bytes` at p the first `good` are accessible, and no more. */
void urtk_address_report(struct urtk_address_place place, urt_ptr_t p, size_t bytes, size_t good, int kind);
void urtk_address_report_new(struct urtk_address_place place, urt_ptr_t p, size_t bytes); /* read, and never written */
void urtk_address_report_free(struct urtk_address_place place, urt_ptr_t p); /* of memory that was freed before */
void urtk_address_report_leak(const struct urtk_block *block, const struct urtk_address_record *record);
void urtk_address_report_handle(const char *made); /* of a copy that is never waited for */
unsigned urtk_address_found(void);
void urtk_address_leaks(void);                 /* leaks.c: tells what the program has not freed, or not waited for */

extern const char urtk_address_if_asked __attribute__((weak)); /* asked.c: its address is null in UPC programs */

#endif
