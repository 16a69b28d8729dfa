/* SPDX-License-Identifier: BSD-3-Clause
 * own_folder.h: where this program is. The tools and the simulator use it too. */
#ifndef URT_OWN_FOLDER_H
#define URT_OWN_FOLDER_H

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The folder of this program, or the one that is so many folders above it; "" if the system does not tell. */
static inline void urtk_own_folder(char path[PATH_MAX], int above) {
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = 0;
  for (; above >= 0; above--) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
  }
}

#endif
