/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_aggregate.h: far accesses that a loop makes together; a part of urt.h. upcc uses it for the conduits that do not
 * reach all threads by address. It does so in loops where UPC's memory model leaves the order open. Between two fences,
 * relaxed accesses to different objects may happen in any order, but a thread sees its own writes.
 *
 *   Reads ahead. The loop goes in strips of URT_AHEAD iterations. Before a strip, it asks for all that the strip reads;
 *   urt_asked brings the answers, one message from each thread that owns some of it.
 *   Updates. What the loop writes goes to its owners in messages, and the owner makes the changes, in the order in
 *   which the loop made them. The end of the loop waits until they are made.
 *
 * core/aggregate.c collects, and sends by the requests of conduits. */
#ifndef URT_AGGREGATE_H
#define URT_AGGREGATE_H

enum { URT_AHEAD = 1024 };               /* iterations; each has one element of each array that is read ahead. Strip in
                                            upcc's strip_tests.cpp is the same */

/* A buffer for URT_AHEAD objects of at most 16 bytes. It comes from the thread's free ones, not from the stack, which
 * may be small. A variable with URT_BUFFER gives its buffer back at the end of its block. */
void *urt_buffer(void) __attribute__((malloc));
void urt_give_buffer(void *variable);
#define URT_BUFFER __attribute__((cleanup(urt_give_buffer)))

int urt_any_far(void);                   /* 1 if there are threads that this one does not reach by address */

/* Asks for a far object; *to has its value once urt_asked has returned. At most 16 bytes. */
void urt_ask(void *to, urt_ptr_t from, urt_size_t bytes);
void urt_asked(void);

static inline __attribute__((always_inline)) void urt_read_ahead(void *to, urt_ptr_t from, urt_size_t bytes) {
  if (urt_is_near(from)) __builtin_memcpy(to, urt_near(from), bytes);
  else urt_ask(to, from, bytes);
}

/* The object where it is, if it is near: it may have changed since it was read ahead. */
static inline __attribute__((always_inline)) void *urt_near_or(urt_ptr_t from, void *ahead) {
  return urt_is_near(from) ? urt_near(from) : ahead;
}

/* 1 if the numbers from a to b are all smaller, or all larger, than those from c to d. Both may go downwards. */
static inline int urt_apart(long a, long b, long c, long d) {
  const long low = a < b ? a : b, high = a < b ? b : a, other_low = c < d ? c : d, other_high = c < d ? d : c;
  return high < other_low || other_high < low;
}

/* What an update does, and to what type: the operation, times URT_KINDS, plus the kind. */
enum { URT_SET, URT_ADD, URT_SUB, URT_MULT, URT_AND, URT_OR, URT_XOR };
enum { URT_INT8, URT_INT16, URT_INT32, URT_INT64, URT_FLOAT, URT_DOUBLE, URT_KINDS = 8 };
#define URT_KIND_OF(T) _Generic((__typeof__(T) *)0, float *: URT_FLOAT, double *: URT_DOUBLE, \
                                default: __builtin_ctzl(sizeof(T)))

void urt_update_far(urt_ptr_t p, unsigned int action, unsigned long bits);
/* All updates of this thread have been made. */
void urt_updated(void);
static inline void urt_leave_updates(char *unused) { (void)unused, urt_updated(); }
/* In front of a loop with updates, in a block with it: however the loop is left, its updates are complete. */
#define URT_UPDATES(name) char name __attribute__((cleanup(urt_leave_updates), unused)) = 0

/* object OPERATOR value, for the object of type T that p points to. */
#define URT_UPDATE(T, p, OPERATOR, OPERATION, ...)                                              \
  ({                                                                                            \
    urt_ptr_t urt_p_ = (p);                                                                     \
    __typeof__(T) urt_v_ = (__VA_ARGS__);                                                       \
    if (urt_is_near(urt_p_)) {                                                                  \
      *(__typeof__(T) *)urt_near(urt_p_) OPERATOR urt_v_;                                       \
    } else {                                                                                    \
      unsigned long urt_b_ = 0;                                                                 \
      __builtin_memcpy(&urt_b_, &urt_v_, sizeof urt_v_);                                        \
      urt_update_far(urt_p_, (OPERATION) * URT_KINDS + URT_KIND_OF(T), urt_b_);                 \
    }                                                                                           \
    (void)0;                                                                                    \
  })

#endif
