/* SPDX-License-Identifier: BSD-3-Clause
 * What the library tells the race detector, where there is one. */
#include "base/tell.h"

const struct urtk_race *urtk_race;
int urt_race_paused;

void *urt_race_enter(const struct urt_race_meeting *meeting) { return urtk_race ? urtk_race->enter(meeting) : NULL; }
void urt_race_leave(void *entered) {
  if (entered) urtk_race->leave(entered);
}

/* Called only where there is one. */
void urt_race_touch(const void *address, size_t bytes, int kind) { urtk_race->touch(address, bytes, kind); }
void urt_race_touch_place(size_t thread, size_t offset, size_t bytes, int kind) {
  urtk_race->touch_place(thread, offset, bytes, kind);
}
void urt_race_order(size_t thread, size_t offset, int takes_over) { urtk_race->order(thread, offset, takes_over); }
void urt_race_meet(int leaves) { urtk_race->meet(leaves); }
unsigned long urt_race_apart(int begins) { return urtk_race->apart(begins); }
void urt_race_ended(unsigned long number) { urtk_race->ended(number); }
