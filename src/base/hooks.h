/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library asks of companions, without a name of theirs. */
#ifndef UPC_STRIDE_HOOKS_H
#define UPC_STRIDE_HOOKS_H

/* Null, if this thread may make collective calls. A companion that runs functions of the program on one thread, before
 * others can come to the same call, sets it meanwhile: how the message goes on, behind the name of the call. */
extern const char *upc_stride_no_call_now;

#endif
