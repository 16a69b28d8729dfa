// SPDX-License-Identifier: BSD-3-Clause
// main is the program's, and what it is given is private.
// expect: 5: 'main' cannot be static: the program starts there
// expect: 5: the parameters of 'main' are private: int argc, char **argv
static int main(int argc, shared char **argv) { return 0; }
