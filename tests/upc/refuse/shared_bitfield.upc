// SPDX-License-Identifier: BSD-3-Clause
// Nor has a bit-field.
// expect: 6: member
struct s {
  int fine : 3;
  shared unsigned b : 3;
};
