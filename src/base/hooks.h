/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What companions tell the library, which names none of them. */
#ifndef UPC_STRIDE_HOOKS_H
#define UPC_STRIDE_HOOKS_H

/* Null: this thread may make collective calls. A companion sets it while it runs a function of the program on one
 * thread, since others cannot come to a call there. The text is what a message says behind the name of the call. */
extern const char *upc_stride_no_call_now;

#endif
