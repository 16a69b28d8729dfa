// SPDX-License-Identifier: BSD-3-Clause
// So has one whose length its initialiser gives.
// expect: 4: THREADS
shared int a[] = {1, 2, 3};
