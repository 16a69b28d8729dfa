/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Handles: what a program waits for or tests is a *flight*, from its start to its completion: a call of an operation, a
 * patch, a call of files. Starting one, finding the one of a handle, testing it and ending it take the same time,
 * however many are in flight.
 */
#ifndef UPC_STRIDE_HANDLES_H
#define UPC_STRIDE_HANDLES_H

#include "engine/freed.h"
#include "base/fail.h"
#include "base/port.h"
#include "upc_stride_coll.h"
#include "upc_stride_tools.h"

struct upc_stride_flight;

/* What each kind of flights does. No function but `wait` waits. */
typedef struct upc_stride_flight_kind {
  int (*test)(struct upc_stride_flight *flight);  /* 1: complete */
  void (*wait)(struct upc_stride_flight *flight); /* until it is complete */
  void (*end)(struct upc_stride_flight *flight);  /* of a complete one: frees it. It is in flight no longer */
  upc_stride_site_t (*site)(const struct upc_stride_flight *flight); /* the call that has started it */
  int ends_in_wait;                   /* 1: a test leaves the handle of a complete one; all members make its end */

  /* For waits for several. `ended` looks at this one alone, and lets nothing go on. In a turn of a loop that waits,
   * `turn` lets this one and others of its kind go on; `looks`: it looks whether this one can end. */
  int (*ended)(struct upc_stride_flight *flight);
  void (*turn)(struct upc_stride_flight *flight, int looks, unsigned turn);
  int tells;                          /* 1: each ending is told (upc_stride_flight_ended); 0: `ended` must be asked */

  /* Of flights that are started several times, else null. Their `end` leaves them idle, with their handle. */
  void (*start)(struct upc_stride_flight *flight);
  void (*release)(struct upc_stride_flight *flight); /* of an idle one: frees it */
} upc_stride_flight_kind_t;

/* Part of what is in flight. Its address is the handle. */
typedef struct upc_stride_flight {
  const upc_stride_flight_kind_t *kind;
  int idle;                           /* 1: it can be started, and is not in flight */
  const upc_stride_seen_memory_t *meeting; /* what it does in the caller's memory; null if that is not known */
  upc_stride_array_t array[2];        /* that it reads and writes, or null; who starts it sets them */
  shared const void *place;           /* likewise */
  upc_stride_frees_t frees;           /* when it began, or was prepared */
  struct upc_stride_flight *older, *newer;
} upc_stride_flight_t;

/* The flight begins, or, if it is started several times, is idle at first. It has the handle that is returned. */
upc_stride_handle_t upc_stride_flight_begin(upc_stride_flight_t *flight, const upc_stride_flight_kind_t *kind);

/* One more flight, of a kind that tells it, has ended, and the program does not know it yet; how many so far. */
void upc_stride_flight_ended(void);
size_t upc_stride_flights_ended(void);

/* `turn` of flights that the runtime moves on. */
void upc_stride_flight_turn(upc_stride_flight_t *flight, int looks, unsigned turn);

const upc_stride_flight_t *upc_stride_flights(void); /* the oldest */

/* "upc_stride_copy_nb (file.upc:12)": the call that has started it, and where. */
enum { UPC_STRIDE_STARTED = 480 };
const char *upc_stride_flight_started(const upc_stride_flight_t *flight, char text[UPC_STRIDE_STARTED]);

/* Refuses to free an array that a flight of this thread uses, or memory of it. The runtime asks for the memory that the
 * program frees with upc_free and upc_all_free. */
void upc_stride_check_idle(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A);

/* Which thread has freed memory of a flight since it began, or was prepared; -1: none. */
int upc_stride_flight_freed_by(const upc_stride_flight_t *flight);

/* Checked mode: ends the program with a line if a handle is left that was not waited for. */
void upc_stride_check_waited(void);

#endif
