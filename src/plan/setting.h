/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the plan of a call depends on besides its arguments: the setting. The library gives its own
 * (prepared/library_setting.upc).
 * A tool or a test that plays plans gives one of its own, and so plans for any number of threads and nodes. All answers
 * are the same each time, and on all threads.
 */
#ifndef UPC_STRIDE_SETTING_H
#define UPC_STRIDE_SETTING_H

#include <stddef.h>

typedef struct upc_stride_setting {
  int (*near)(int me, int thread);     /* 1: each of the two reads the other's shared memory by address          */
  int (*all_near)(void);               /* 1: all threads of the job are near to each other                       */
  int (*node)(int thread);             /* the number of its node: that of the lowest thread on it                */
  int (*same_core)(int me, int thread); /* 1: likely both run on one core: a hint                                */
  int (*streams)(int me, int thread, size_t bytes); /* 1: bytes between the two go as a stream                   */
  size_t (*eager)(void);               /* the most bytes of a message                                            */
  char *(*part)(const void *array, int thread); /* where the blocks begin that a near thread has of its array     */
  char *(*origin)(void);               /* steps have addresses as distances from here. It is no step's address ..
                                          .. null: addresses are absolute, and no lists are alike      */
} upc_stride_setting_t;

#endif
