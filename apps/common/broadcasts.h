/* SPDX-License-Identifier: BSD-3-Clause
 * broadcasts.h: split-phase broadcasts in flight. A thread waits for the broadcasts that bring it data before it
 * computes with them. The broadcasts that take its own data to others may take longer, so they are kept in a list of
 * their own. */
#ifndef BROADCASTS_H
#define BROADCASTS_H

#include <stddef.h>
#include "upc_stride_coll.h"

typedef struct {
  upc_stride_handle_t *receives, *sends; /* handles of broadcasts from other threads, and from this one */
  size_t nreceives, nsends;
} broadcasts_t;

/* Lists with space for `most` broadcasts of each kind. */
broadcasts_t broadcasts_new(size_t most);
/* Waits for the sends, then frees the lists. */
void broadcasts_free(broadcasts_t *b);

/* Starts the broadcast of `bytes` bytes at src to blocks r0..r1 x c0..c1 of dst; to none if a range is empty. `is_mine`
 * is 1 on the owner of src. The owners of those blocks and the owner of src call. */
void broadcasts_start(broadcasts_t *b, int is_mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1,
                      shared const void *src, size_t bytes);
/* The same without copies, where that can be: *lent, which stays in its place, is where the caller reads the bytes. On
 * the owner *lent stays as it is: its call may end late, when *lent is already of another one. */
void broadcasts_lend(broadcasts_t *b, int is_mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1,
                     shared const void *src, size_t bytes, const void **lent);
/* Wait until all data from others have arrived; until the others have received all data of this thread. */
void broadcasts_wait_receives(broadcasts_t *b);
void broadcasts_wait_sends(broadcasts_t *b);
/* 1 if data from others have not arrived at `receives`, or others have not received all data of `sends`. */
int broadcasts_under_way(broadcasts_t *receives, broadcasts_t *sends);
/* Makes progress on all calls in flight, if one of these broadcasts is. Returns 1 if some of them have not ended. */
int broadcasts_progress(broadcasts_t *b);
/* The same for an array of three broadcasts_t: what app_set_turn takes (turns.h). */
int broadcasts_turn(void *lists);

#endif
