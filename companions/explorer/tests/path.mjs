// SPDX-License-Identifier: BSD-3-Clause
// The critical path of a trace: its steps are read beside the threads' events, and drawn as one line from row to row.
import assert from 'node:assert';
import {Trace, readTrace} from '../trace.js';

const bar = (tid, ts, dur, name, cat) => JSON.stringify({ph: 'X', pid: 0, tid, ts, dur, name, cat, args: {at: 'a.upc:1'}});
const lines = [
  '{"displayTimeUnit":"ns","traceEvents":[',
  ...[bar(0, 10, 90, 'upc_barrier', 'call'), bar(1, 60, 40, 'upc_barrier', 'call'), bar(2, 20, 80, 'upc_barrier', 'call')],
  ...[bar(1, 0, 60, 'computes', 'critical path'), bar(0, 60, 30, 'meets others', 'critical path'), bar(2, 90, 10, 'computes', 'critical path')],
];
const trace = await readTrace(`${lines.join(',\n').replace('[,', '[')}\n]}`);
assert.equal(trace.rows.length, 3);
assert.equal(trace.events, 3);
assert.deepEqual([...trace.path.thread], [1, 0, 2]);
assert.deepEqual([...trace.path.begin], [0, 60, 90]);

function drawn(from, span) {
  const view = Object.create(Trace.prototype);
  Object.assign(view, {trace, from, span, top: 0, height: 10, canvas: {clientWidth: view.left + 100}});
  const points = [];
  view.drawPath({beginPath() {}, stroke() {}, moveTo: (...at) => points.push(at), lineTo: (...at) => points.push(at)}, 'black', view.left + 100);
  return points.map(([x, y]) => [Math.round(x - view.left), Math.floor(y / 10)]);
}
// Each row is entered at the time at which the path comes there.
assert.deepEqual(drawn(0, 100), [[0, 1], [60, 1], [60, 0], [90, 0], [90, 2], [100, 2]]);
assert.deepEqual(drawn(50, 20), [[-1, 1], [50, 1], [50, 0], [101, 0]]);
assert.deepEqual(drawn(95, 5).at(-1), [100, 2]);
console.log('PASS');
