// SPDX-License-Identifier: BSD-3-Clause
// Neither are MYTHREAD and THREADS.
// expect: 5: MYTHREAD
// expect: 6: THREADS
int MYTHREAD;
int THREADS;
