/* SPDX-License-Identifier: BSD-3-Clause
 * Damaged files: copies of a valid one with one to four changes, which a seed determines. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stddef.h>

enum { DAMAGE_ROOM = 1 << 17 };          /* bytes by which a file grows at most */

/* Changes `text` of `size` bytes, in memory with DAMAGE_ROOM bytes more. Returns the new size. */
size_t damage(char *text, size_t size, unsigned long seed);

#endif
