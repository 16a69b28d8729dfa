/* SPDX-License-Identifier: BSD-3-Clause
 * What the C that upcc makes of tasks and of synchronisation variables calls. */
#ifndef URT_TASKS_H_OF_PROGRAMS
#define URT_TASKS_H_OF_PROGRAMS

#include "urt.h"

/* ---- Tasks ------------------------------------------------------------------------------------------------
 * A task is a block literal: a struct that begins with the address of its function and its size, and holds what it
 * captures. It is copied. URT_TASK_GROUP declares a group, which the end of the scope waits for. */
typedef struct urt_task_group { void *inner; } urt_task_group_t;
void urt_task_begin(const void *block);
void urt_task_on(long thread, const void *block);
void urt_task_begin_on(long thread, const void *block);
void urt_task_on_all(const void *block);
void urt_task_open(urt_task_group_t *group);
void urt_task_wait(urt_task_group_t *group);
int urt_task_serial(int serial);
void urt_task_serial_end(int *before);
static inline __attribute__((always_inline)) long urt_thread_of(urt_ptr_t p) { return (long)p.thread; }
#define URT_TASK_GROUP(name)                                      \
  urt_task_group_t name __attribute__((cleanup(urt_task_wait))); \
  urt_task_open(&name)
#define URT_TASK_SERIAL(name, ...) \
  int name __attribute__((cleanup(urt_task_serial_end))) = urt_task_serial((__VA_ARGS__) != 0)

/* ---- Synchronisation variables ----------------------------------------------------------------------------
 * What upc_syncvar_t of upc_syncvar.h is: a state, 1 if it is full, and a value. T is the value's type, `call` one of
 * the four calls. urt_sync_new gives an automatic one, empty; its scope frees it. urt_sync_fill is for static ones that
 * have an initialiser: thread 0's, or that of each thread. */
typedef struct { unsigned long state[2], value[2]; } urt_syncvar_t;
void urt_sync_read(urt_ptr_t v, void *value, urt_size_t bytes);        /* leaves it empty */
void urt_sync_write(urt_ptr_t v, const void *value, urt_size_t bytes); /* waits until it is empty */
void urt_single_read(urt_ptr_t v, void *value, urt_size_t bytes);
void urt_single_write(urt_ptr_t v, const void *value, urt_size_t bytes);
urt_ptr_t urt_sync_new(void);
urt_ptr_t urt_sync_new_full(const void *value, urt_size_t bytes);
void urt_sync_free(urt_ptr_t *v);
urt_ptr_t urt_sync_new_array(urt_size_t count);
void urt_sync_free_array(urt_ptr_t *v);
void urt_sync_fill(urt_size_t offset, int on_each, const void *value, urt_size_t bytes);
#define URT_SYNC_READ(T, call, p)         \
  ({                                      \
    __typeof__(T) urt_v_;                 \
    call((p), &urt_v_, sizeof urt_v_);    \
    urt_v_;                               \
  })
#define URT_SYNC_WRITE(T, call, p, ...)   \
  ({                                      \
    urt_ptr_t urt_p_ = (p);               \
    __typeof__(T) urt_v_ = (__VA_ARGS__); \
    call(urt_p_, &urt_v_, sizeof urt_v_); \
    urt_v_;                               \
  })
#define URT_SYNC_NEW(T, ...)                   \
  ({                                           \
    __typeof__(T) urt_v_ = (__VA_ARGS__);      \
    urt_sync_new_full(&urt_v_, sizeof urt_v_); \
  })
#define URT_SYNC_FILL(T, offset, on_each, ...)                  \
  ({                                                            \
    __typeof__(T) urt_v_ = (__VA_ARGS__);                       \
    urt_sync_fill((offset), (on_each), &urt_v_, sizeof urt_v_); \
  })

#endif
