/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's semaphores, and memput with signal. */
#include "race/detector.h"

#ifdef URT_ONE_MAPPING

void bupc_sem_postN(urt_ptr_t s, size_t n);
void bupc_sem_waitN(urt_ptr_t s, size_t n);
int bupc_sem_tryN(urt_ptr_t s, size_t n);

void urt_race_bupc_sem_postN(urt_ptr_t s, size_t n) {
  urtk_race_gives(s);
  bupc_sem_postN(s, n);
}
void urt_race_bupc_sem_post(urt_ptr_t s) { urt_race_bupc_sem_postN(s, 1); }

void urt_race_bupc_sem_waitN(urt_ptr_t s, size_t n) {
  bupc_sem_waitN(s, n);
  urtk_race_gets(s);
}
void urt_race_bupc_sem_wait(urt_ptr_t s) { urt_race_bupc_sem_waitN(s, 1); }

int urt_race_bupc_sem_tryN(urt_ptr_t s, size_t n) {
  int got = bupc_sem_tryN(s, n);
  if (got) urtk_race_gets(s);
  return got;
}
int urt_race_bupc_sem_try(urt_ptr_t s) { return urt_race_bupc_sem_tryN(s, 1); }

void bupc_memput_signal(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts);

void urt_race_bupc_memput_signal(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  urtk_race_touch_at(src, n, RACE_READ);
  urtk_race_touch(dst, n, RACE_WRITE);
  urtk_race_gives(s);
  bupc_memput_signal(dst, src, n, s, posts);
}
void urt_race_bupc_memput_signal_async(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  urt_race_bupc_memput_signal(dst, src, n, s, posts);
}

#endif
