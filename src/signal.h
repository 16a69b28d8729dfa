/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Signals between two threads.
 *
 * Both threads of a pair start the calls they share in the same order, and both know from a call's arguments how
 * many signals it sends each way. So the n-th signal one sends is the n-th the other waits for, for the whole run
 * of the program, and one counter per direction is enough: no tags, no teams, nothing to reset, and a fast thread
 * may be many signals ahead. Signals order data: what a thread read or wrote before it signals is done when the
 * other's wait returns.
 */
#ifndef UPC_STRIDE_SIGNAL_H
#define UPC_STRIDE_SIGNAL_H

void upc_stride_signal(int thread);  /* sends the thread one more                */
void upc_stride_await(int thread);   /* waits for the next one from that thread  */

#endif
