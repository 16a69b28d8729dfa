/* SPDX-License-Identifier: BSD-3-Clause
 * What the core and the tasks tell the race detector (race/), where a program has it; else the pointer is null. */
#ifndef URT_BASE_RACE_H
#define URT_BASE_RACE_H

#include <stddef.h>
#include <stdint.h>

struct urtk_race {
  void (*reserve)(size_t segment);             /* before there are threads: a segment has so many bytes at most */
  void (*begin)(void);                         /* on each thread, before main */
  void (*start_task)(const void *task, const void *parent); /* on the thread that runs it, where it begins */
  void (*end_task)(const void *task);          /* there, where it has ended */
};

extern const struct urtk_race *urtk_race;

#endif
