// SPDX-License-Identifier: BSD-3-Clause
// THREADS of the dynamic environment is no width of a bit-field (6.3.1).
// expect: 5: width of a bit-field
struct s {
  int bits : THREADS;
};
