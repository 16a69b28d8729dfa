/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Packing: the pieces that pass between one source owner and one destination owner of an exchange, moved directly
 * or through a contiguous message. No algorithm asks how the data lies.
 *
 * Source owner s has blocks at positions j, destination owner d at positions i of their sections; slot i of j goes
 * to slot j of i. A message holds the pieces with i outermost:
 *   s has positions 1 3, d has positions 0 2, slots of 8 bytes:  (i0 j1) (i0 j3) (i2 j1) (i2 j3)  = 32 bytes
 */
#ifndef UPC_STRIDE_PACK_H
#define UPC_STRIDE_PACK_H

#include "array.h"
#include "team.h"

/* One section of a call. */
typedef struct upc_stride_side {
  upc_stride_array_t array;
  upc_stride_picks_t picks;
  upc_stride_team_t team;
  int rank;                      /* of the caller in the team, or -1 */
} upc_stride_side_t;

/* Bytes that pass from thread s to thread d. */
size_t upc_stride_message(const upc_stride_side_t *D, int d, const upc_stride_side_t *S, int s, size_t len);

/* The caller, as destination, copies its pieces from thread s's blocks. */
void upc_stride_pull(const upc_stride_side_t *D, const upc_stride_side_t *S, int s, size_t len);

/* The caller, as source, packs the pieces for thread d; as destination, unpacks those from thread s. */
void upc_stride_pack(char *message, const upc_stride_side_t *D, int d, const upc_stride_side_t *S, size_t len);
void upc_stride_unpack(const char *message, const upc_stride_side_t *D, const upc_stride_side_t *S, int s, size_t len);

#endif
