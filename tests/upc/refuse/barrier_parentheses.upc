// SPDX-License-Identifier: BSD-3-Clause
// upc_barrier and its like are no functions.
// expect: 7: 'upc_barrier' is a statement, not a function; it has no empty parentheses
// expect: 8: 'upc_notify' is a statement, not a function
// expect: 9: 'upc_wait' is a statement, not a function
int main(void) {
  upc_barrier();
  upc_notify();
  upc_wait();
  upc_barrier(1);
}
