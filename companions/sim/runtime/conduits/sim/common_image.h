/* SPDX-License-Identifier: BSD-3-Clause
 * sim: one copy of the image (image.h) for several contexts. Each copy of the code is a piece in the system's list of
 * pieces of memory, which has an end. Where threads are too many for it, neighbours have one copy in common. Its
 * variables are those of one of them, who *is there*. Before another one runs, they are put into memory of the first,
 * and those of the second are brought from his. */
#ifndef URTC_COMMON_IMAGE_H
#define URTC_COMMON_IMAGE_H

#include <stddef.h>

int urtc_common_image_is_possible(void); /* 1: copies of this program can be common */
void urtc_common_image_open(void);       /* before the other calls, in the process of all threads */
/* A context's variables while another one's are there: the lines of its pages that are not zero. Null: none. */
struct urtc_elsewhere { struct urtc_page *page; size_t bytes; };
void urtc_common_image_put(const char *at, struct urtc_elsewhere *elsewhere);
/* The variables of the copy at `at` are those of a context that has put these elsewhere: they become 0. */
void urtc_common_image_clear(char *at, const struct urtc_elsewhere *elsewhere);
void urtc_common_image_bring(char *at, const struct urtc_elsewhere *elsewhere);

#endif
