/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of what is in flight: split-phase calls; of a graph, parts that wait, messages under way, relays and channels.
 * Whoever waits looks at some entries of a list at a time, and so at all of them in turn. So the time of a look does
 * not grow with their number. An entry is part of what it stands for.
 *
 * Updates have no entries: a thread has one list of messages for each other thread (transport/aggregate.h). */
#ifndef UPC_STRIDE_TURNS_H
#define UPC_STRIDE_TURNS_H

#include <stddef.h>

enum { UPC_STRIDE_IN_A_TURN = 8 };

/* An entry: the list is a circle. */
typedef struct upc_stride_turn {
  struct upc_stride_turn *next, *before; /* null: it is in no list */
} upc_stride_turn_t;

/* The entry whose turn it is, or null. */
typedef upc_stride_turn_t *upc_stride_turns_t;

/* What has this entry as its member. */
#define UPC_STRIDE_OF_TURN(type, member, entry) ((type *)((char *)(entry) - offsetof(type, member)))

static inline int upc_stride_has_turn(const upc_stride_turn_t *e) { return e->next != NULL; }

/* Behind all others; nothing if it is there already. */
static inline void upc_stride_turns_join(upc_stride_turns_t *turns, upc_stride_turn_t *e) {
  if (e->next != NULL) return;
  if (*turns == NULL) *turns = e->next = e->before = e;
  e->next = *turns;
  e->before = (*turns)->before;
  e->before->next = (*turns)->before = e;
}

/* Nothing if it is in no list. */
static inline void upc_stride_turns_leave(upc_stride_turns_t *turns, upc_stride_turn_t *e) {
  if (e->next == NULL) return;
  if (*turns == e) *turns = e->next != e ? e->next : NULL;
  e->before->next = e->next;
  e->next->before = e->before;
  e->next = e->before = NULL;
}

/* Looks at some entries, or at all that are in the list now. `look` may let them leave. */
static inline void upc_stride_turns_take(upc_stride_turns_t *turns, int all,
                                         void (*look)(upc_stride_turn_t *e, void *with), void *with) {
  const upc_stride_turn_t *last = *turns != NULL ? (*turns)->before : NULL;
  int i, more = last != NULL;
  for (i = 0; more && *turns != NULL && (all || i < UPC_STRIDE_IN_A_TURN); i++) {
    upc_stride_turn_t *e = *turns;
    more = e != last;
    *turns = e->next;
    look(e, with);
  }
}

#endif
