/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_collectivev.h: Berkeley UPC's collectives of values, over upc_collective.h. Each thread gives one value of TYPE
 * and gets its result. All threads call, with the same TYPE, root and operation. A root of -1 means all threads.
 *
 *   double sum = bupc_allv_reduce_all(double, mine, UPC_ADD);
 */
#ifndef BUPC_COLLECTIVEV_H
#define BUPC_COLLECTIVEV_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

#define BUPC_COLLECTIVEV_VERSION_MAJOR 1
#define BUPC_COLLECTIVEV_VERSION_MINOR 2

/* Each returns a TYPE: thread root's value, on all threads; rootsrcarray[MYTHREAD], an array private to root; the value
 * of the thread that names the caller. */
#define bupc_allv_broadcast(TYPE, value, root) __extension__({ \
  TYPE bupc_allv_in = (value); *(TYPE *)bupc_allv_from(&bupc_allv_in, sizeof(TYPE), root); })
#define bupc_allv_scatter(TYPE, root, rootsrcarray) (*(TYPE *)bupc_allv_deal(rootsrcarray, sizeof(TYPE), root))
#define bupc_allv_permute(TYPE, value, tothread) __extension__({ \
  TYPE bupc_allv_in = (value); *(TYPE *)bupc_allv_send(&bupc_allv_in, sizeof(TYPE), tothread); })

/* Each returns a TYPE *: the values of all threads, in order of threads. They are written to destarray if it is not
 * null. It is private to root, or to each thread. */
#define bupc_allv_gather(TYPE, value, root, destarray) __extension__({ \
  TYPE bupc_allv_in = (value); (TYPE *)bupc_allv_keep(&bupc_allv_in, sizeof(TYPE), root, destarray); })
#define bupc_allv_gather_all(TYPE, value, destarray) bupc_allv_gather(TYPE, value, -1, destarray)

/* Each returns a TYPE: all values combined by an operation of upc_types.h; the values up to the caller's combined. */
#define bupc_allv_reduce(TYPE, value, root, op) \
  (bupc_allv_check("bupc_allv_reduce: root", root, -1), bupc_allv_combine(TYPE, value, op, THREADS))
#define bupc_allv_reduce_all(TYPE, value, op) bupc_allv_combine(TYPE, value, op, THREADS)
#define bupc_allv_prefix_reduce(TYPE, value, op) bupc_allv_combine(TYPE, value, op, MYTHREAD + 1)

/* The order of minimum and maximum of IEEE 754-2019: does x come before r? A NaN is first, and -0 is less than +0. */
#define bupc_allv_first(x, r, before, negative) \
  ((x) before (r) || (__builtin_isnan((double)(x)) && !__builtin_isnan((double)(r))) || \
   ((x) == (r) && !__builtin_signbit((double)(x)) != (negative)))

#define bupc_allv_combine(TYPE, value, op, count) __extension__({ \
  TYPE bupc_allv_in = (value); \
  const TYPE *bupc_allv_all = (TYPE *)bupc_allv_collect(&bupc_allv_in, sizeof(TYPE)); \
  TYPE bupc_allv_r = bupc_allv_all[0]; \
  for (int bupc_allv_i = 1; bupc_allv_i < (count); bupc_allv_i++) { \
    TYPE bupc_allv_x = bupc_allv_all[bupc_allv_i]; \
    switch (op) { \
    case UPC_ADD: bupc_allv_r = bupc_allv_r + bupc_allv_x; break; \
    case UPC_MULT: bupc_allv_r = bupc_allv_r * bupc_allv_x; break; \
    case UPC_LOGAND: bupc_allv_r = bupc_allv_r && bupc_allv_x; break; \
    case UPC_LOGOR: bupc_allv_r = bupc_allv_r || bupc_allv_x; break; \
    case UPC_MIN: if (bupc_allv_first(bupc_allv_x, bupc_allv_r, <, 1)) bupc_allv_r = bupc_allv_x; break; \
    case UPC_MAX: if (bupc_allv_first(bupc_allv_x, bupc_allv_r, >, 0)) bupc_allv_r = bupc_allv_x; break; \
    default: bupc_allv_bits(&bupc_allv_r, &bupc_allv_x, sizeof(TYPE), op); \
    } \
  } \
  bupc_allv_r; })

/* Ends the program if this is no thread. -1 is one where all may be meant. */
extern void urt_fatal(const char *__format, ...);
static inline void bupc_allv_check(const char *__argument, int __number, int __least) {
  if (__number < __least || __number >= (int)THREADS)
    urt_fatal("%s: %d, must be a thread, %d to %d", __argument, __number, __least, (int)THREADS - 1);
}

/* Each thread's own value, and space for one value of every thread. Both grow with the values. */
static shared char *bupc_allv_own, *bupc_allv_room;

static inline void bupc_allv_grow(size_t __bytes) {
  static size_t __most;
  if (__bytes <= __most) return;
  upc_all_free(bupc_allv_own);
  upc_all_free(bupc_allv_room);
  bupc_allv_own = (shared char *)upc_all_alloc(THREADS, __bytes);
  bupc_allv_room = (shared char *)upc_all_alloc(THREADS, THREADS * __bytes);
  __most = __bytes;
}

static inline void *bupc_allv_collect(const void *__value, size_t __bytes) {
  bupc_allv_grow(__bytes);
  memcpy((void *)(bupc_allv_own + MYTHREAD), __value, __bytes);
  upc_all_gather_all(bupc_allv_room, bupc_allv_own, __bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  return (void *)(bupc_allv_room + MYTHREAD);
}

static inline void *bupc_allv_keep(const void *__value, size_t __bytes, int __root, void *__destination) {
  bupc_allv_check("bupc_allv_gather: root", __root, -1);
  void *__all = bupc_allv_collect(__value, __bytes);
  if (__destination && (__root == -1 || __root == (int)MYTHREAD)) memcpy(__destination, __all, THREADS * __bytes);
  return __destination;
}

static inline void *bupc_allv_from(const void *__value, size_t __bytes, int __root) {
  bupc_allv_check("bupc_allv_broadcast: root", __root, 0);
  bupc_allv_grow(__bytes);
  memcpy((void *)(bupc_allv_own + MYTHREAD), __value, __bytes);
  upc_all_broadcast(bupc_allv_room, bupc_allv_own + __root, __bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  return (void *)(bupc_allv_room + MYTHREAD);
}

static inline void *bupc_allv_deal(const void *__source, size_t __bytes, int __root) {
  bupc_allv_check("bupc_allv_scatter: root", __root, 0);
  bupc_allv_grow(__bytes);
  if (__root == (int)MYTHREAD) memcpy((void *)(bupc_allv_room + MYTHREAD), __source, THREADS * __bytes);
  upc_all_scatter(bupc_allv_own, bupc_allv_room + __root, __bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  return (void *)(bupc_allv_own + MYTHREAD);
}

static inline void *bupc_allv_send(const void *__value, size_t __bytes, int __to) {
  bupc_allv_check("bupc_allv_permute: tothread", __to, 0);
  bupc_allv_grow(__bytes);
  upc_barrier;
  upc_memput(bupc_allv_room + __to, __value, __bytes);
  upc_barrier;
  return (void *)(bupc_allv_room + MYTHREAD);
}

/* Bit by bit, whatever the type. */
static inline void bupc_allv_bits(void *__to, const void *__from, size_t __bytes, upc_op_t __op) {
  unsigned char *__t = (unsigned char *)__to;
  const unsigned char *__f = (const unsigned char *)__from;
  for (size_t __i = 0; __i < __bytes; __i++)
    __t[__i] = __op == UPC_AND  ? __t[__i] & __f[__i]
               : __op == UPC_OR ? __t[__i] | __f[__i]
                                : __t[__i] ^ __f[__i];
}

#endif
