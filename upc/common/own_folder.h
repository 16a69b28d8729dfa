/* SPDX-License-Identifier: BSD-3-Clause
 * own_folder.h: where this program is. */
#ifndef URT_OWN_FOLDER_H
#define URT_OWN_FOLDER_H

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The folder that a path is in, or the one that is so many folders above it. */
static inline void urtk_cut_names(char *path, int above) {
  for (; above >= 0; above--) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
  }
}

/* The path of this program, as far as there is room for it; "" if the system does not tell. */
static inline void urtk_own_path(char *path, size_t room) {
  ssize_t length = readlink("/proc/self/exe", path, room - 1);
  path[length > 0 ? length : 0] = 0;
}

/* The folder of this program, or one above it; "" likewise. */
static inline void urtk_own_folder(char path[PATH_MAX], int above) {
  urtk_own_path(path, PATH_MAX);
  urtk_cut_names(path, above);
}

#endif
