/* SPDX-License-Identifier: BSD-3-Clause
 * find.h: files in folders of a list such as PATH, and files of an installation. */
#ifndef URT_FIND_H
#define URT_FIND_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/own_folder.h"

/* The file of that name in the first folder of the variable's list where `access` allows `mode`; 0 if there is none, or
 * if the program has the rights of another user than the one whose list this is. */
static inline int urtk_find(char path[PATH_MAX], const char *variable, const char *name, int mode) {
  const char *folder = secure_getenv(variable);
  for (size_t length; folder && *folder; folder += length + (folder[length] == ':')) {
    length = strcspn(folder, ":");
    int n = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, name);
    if (n < PATH_MAX && access(path, mode) == 0) return 1;
  }
  return 0;
}

/* The file place/name beside the folder of this program; 0 if it is not there. */
static inline int urtk_find_beside(char path[PATH_MAX], const char *place, const char *name) {
  char self[PATH_MAX];
  urtk_own_folder(self, 1);
  return snprintf(path, PATH_MAX, "%s/%s/%s", self, place, name) < PATH_MAX && access(path, R_OK) == 0;
}

#endif
