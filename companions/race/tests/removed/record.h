/* SPDX-License-Identifier: BSD-3-Clause
 * The events of recorder.c, in the files that happens_before.cpp reads. */
#ifndef RECORD_H
#define RECORD_H

#include <stdint.h>

enum what { NOTHING, SITE, ACCESS, ENDED, FORGET, ALLOW, RELEASE, ACQUIRE, NOTIFY, WAIT, FENCE, ATOMIC, ENTER, MEMBER,
            RANGE, ENTERED, LEAVE };

/* `kind` as race.h has it; of a call: in | out << 2 | members << 4. `work` is what a helper does, or whether an atomic
 * access is strict. `place` may be an object, or a team; `bytes` the number of a call. Behind SITE: a race_site. */
struct event {
  uint32_t what, site;
  uint64_t number, place, bytes;
  uint32_t kind, work;
};

#endif
