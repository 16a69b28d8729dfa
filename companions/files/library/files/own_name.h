/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of a job's own, so that jobs that write one file do not meet before it is complete:
 *
 *   u.zarr.3f09a2c1-4711-5be10d27.part     unfinished: the machine, the process of the lead, a number by chance
 *   u.zarr.3f09a2c1-4711-5be10d27.old      replaced, where a file system cannot exchange two folders at once
 *
 * A job that is killed leaves such files. The next one that writes this name on the same machine removes them, since it
 * sees that the process has ended. */
#ifndef UPC_STRIDE_OWN_NAME_H
#define UPC_STRIDE_OWN_NAME_H

#include <stddef.h>

enum { UPC_STRIDE_OWN_NAME = 32 };

/* "3f09a2c1-4711-5be10d27", another one for each call. */
void upc_stride_own_name(char *name);

/* Removes what ended processes of this machine have left for a path: names that end with ".part" or ".old". */
void upc_stride_own_names_clear(const char *path, const char *end);

/* The same for all names in a folder that are numbers: unfinished generations. */
void upc_stride_own_names_clear_numbers(const char *folder);

#endif
