/* SPDX-License-Identifier: BSD-3-Clause
 * Removing a folder with all that is in it. */
#ifndef UPC_STRIDE_TREE_REMOVE_H
#define UPC_STRIDE_TREE_REMOVE_H

enum { UPC_STRIDE_LONGEST_PATH = 3000 };

/* A file, or a folder with all that is in it; nothing if it is not there. */
void upc_stride_tree_remove(const char *path);

#endif
