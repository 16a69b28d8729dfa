/* SPDX-License-Identifier: BSD-3-Clause
 * Who am I, and how many are we. Everyone else sees these as const (urt.h) so that the C compiler may keep them in
 * registers; they are set once, before the program's first line, so this file must not include urt.h. */
int urt_mythread = 0;
int urt_threads = 1;

void urtk_set_identity(int mythread, int threads) {
  urt_mythread = mythread;
  urt_threads = threads;
}
