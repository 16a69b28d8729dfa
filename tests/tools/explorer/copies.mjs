// SPDX-License-Identifier: BSD-3-Clause
// Writes, for each operation, a program around what the page copies: copies.mjs CORE FOLDER.
import {readFileSync, writeFileSync} from 'node:fs';
import {Core} from '../../../explorer/core.js';
import {declaration, inC, inFortran, inPython, inUpc} from '../../../explorer/programs.js';

const [, , wasm, folder] = process.argv;
const core = await Core.load(readFileSync(wasm));
const operations = ['broadcast', 'scatter', 'gather', 'gather_all', 'exchange', 'permute', 'reduce', 'reduce_all'];
operations.push('prefix_reduce', 'prefix_reduce_exclusive', 'reduce_scatter', 'barrier', 'copy');
const text = 'shared [4][4] double A[16][12]';

for (const op of operations) {
  const asked = [text, '--threads', '4', '--grid', '2x2', '--section', '3:-1:0, 1', '--call', op, '--json'];
  const told = core.ask(op === 'barrier' || op === 'copy' ? asked : [...asked, '--bytes', '8']).json();
  const lines = f => f(told, op, told.call.bytes).split('\n');
  writeFileSync(
    `${folder}/${op}.upc`,
    `#include <upc.h>
#include <upc_stride_coll.h>
${declaration(told, text)}
shared [4][4] (places) double B[16][12];
shared [] double root[1000];
int main(void) {
  int perm[] = {1, 2, 3, 0};
  (void)perm;
  ${inUpc(told, op, told.call.bytes)}
  return 0;
}
`,
  );
  const c = lines(inC),
    fortran = lines(inFortran),
    python = lines(inPython);
  writeFileSync(
    `${folder}/${op}.c`,
    `#include <upc_stride.h>
int main(void) {
  upc_stride_init(NULL);
  ${c.slice(0, -1).join('\n  ')}
  size_t all[] = {64, 64};
  int perm[] = {1, 2, 3, 0};
  upc_stride_array_t R = upc_stride_all_alloc(2, all, all, 8, 0, NULL), B = upc_stride_all_alloc(2, shape, block, 8, 2, grid);
  upc_stride_section_t other = UPC_SECTION(B, UPC_STRIDE_STEP(3, -1, 0), UPC_STRIDE_AT(1));
  (void)R, (void)perm, (void)other;
  ${c.at(-1)}
  upc_stride_finalize();
  return 0;
}
`,
  );
  writeFileSync(
    `${folder}/${op}.f90`,
    `program copied
  ${fortran[0]}
  implicit none
  ${fortran[1]}
  ${fortran[2]}
  type(c_ptr) :: R, B
  integer(c_int) :: ierr, perm(4) = [1, 2, 3, 0]
  ierr = upc_stride_start()
  R = upc_stride_all_alloc(2, [64_c_size_t, 64_c_size_t], [64_c_size_t, 64_c_size_t], 8_c_size_t, 0, [0_c_int])
  ${fortran.slice(3, -1).join('\n  ')}
  ${fortran[3].replace('A =', 'B =')}
  ierr = upc_stride_select(other, B, "3:-1:0, 1")
  ${fortran.at(-1)}
  if (ierr /= 0) error stop
  ierr = upc_stride_finalize()
end program
`,
  );
  writeFileSync(
    `${folder}/${op}.py`,
    `${python.slice(0, -1).join('\n')}
R = us.zeros((64, 64), block=(64, 64))
B = us.zeros((16, 12), block=(4, 4), grid=(2, 2))
perm = [1, 2, 3, 0]
${python.at(-1)}
`,
  );
}
