/* SPDX-License-Identifier: BSD-3-Clause
 * The intervals of a section as text: "1, 0:2:7, :". */
#ifndef UPC_STRIDE_SECTION_TEXT_H
#define UPC_STRIDE_SECTION_TEXT_H

#include "upc_stride_layout.h"

/* Reads intervals i, lo:hi, lo:step:hi and :, with commas between, into iv[UPC_STRIDE_MAX_DIMS]. An empty one means
 * everything. Returns how many there are, or -1, and then *wrong is the rest of the text from the mistake on. */
int upc_stride_section_parse(const char *text, upc_stride_interval_t *iv, const char **wrong);

#endif
