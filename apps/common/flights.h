/* SPDX-License-Identifier: BSD-3-Clause
 * flights.h: split-phase broadcasts under way. A thread needs those that bring it something before it goes on; those that
 * take something of its own to others may take their time, so they are kept apart. */
#ifndef FLIGHTS_H
#define FLIGHTS_H

#include <stddef.h>
#include "upc_stride_coll.h"

typedef struct {
  upc_stride_handle_t *coming, *going;
  size_t comes, goes;
} flight_t;

flight_t flight_new(size_t most);      /* room for so many of either kind */
void flight_end(flight_t *f);          /* after waiting for what is going */

/* Starts the broadcast of the `bytes` at src, which are mine or not, to blocks r0..r1 x c0..c1 of dst; to none if a range
 * is empty. All owners of those blocks and the owner of src call. */
void flight_send(flight_t *f, int mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1, shared const void *src,
                 size_t bytes);
void flight_arrive(flight_t *f);       /* waits for what is coming */
void flight_depart(flight_t *f);       /* waits until others have got what is mine */
void flight_push(flight_t *f);         /* lets all broadcasts under way move on */

#endif
