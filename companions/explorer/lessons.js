// SPDX-License-Identifier: BSD-3-Clause
// The tour, and five lessons of ten steps. A step lights a part of the page, sets fields of it, and may ask a question:
// its answer is a number, which follows from what the page knows at this step.

const at = (target, title, text, fields, question, answer) => ({target, title, text, fields, question, answer});
const ownerOf = (told, ...place) => told.owners[place.reduce((n, i, k) => n * told.nblocks[k] + i, 0)];
const dataOf = told => told.call.messages.filter(m => m[4] !== 1 && m[1] !== m[2]);
const bytesSent = told => dataOf(told).reduce((sum, m) => sum + m[3], 0);
const ownersIn = told => new Set(told.owners).size;

const TORUS = {d: 'shared [8][8] double A[64][128]', n: '128', g: '8x16', s: '3, :', op: 'broadcast', m: 'bluegene-l'};
const ROWS = {d: 'shared [4][4] double A[16][16]', n: '4', g: '2x2', s: '1, :', op: 'broadcast', m: 'mpi'};
const TREE = {d: 'shared [64] double A[512]', n: '8', s: '', op: 'broadcast', m: 'flat'};
const MOVE = {d: 'shared [4][4] double A[16][16]', n: '4', g: '2x2', op: 'copy', m: 'mpi'};

export const LESSONS = {
  tour: [
    at('tour-array', 'Declare an array', "Type a declaration as in UPC, a call of Python's us.zeros, or the nine numbers of a ScaLAPACK descriptor. Give the number of threads, and a grid such as 2x4."),
    at('blocks-card', 'See who owns what', 'Each colour is a thread. Point at a block: the line below tells its owner, its place, and the arithmetic. Turn the wheel for a closer look.'),
    at('tour-section', 'Pick a section', 'Drag over the blocks, or type intervals such as 1:2:7, : . The owners of the picked blocks are the team: they alone take part in a call.'),
    at('team-card', 'Play a call', "Space plays the call, the arrow keys go step by step. The messages are those of the library's own plans."),
    at('tour-machine', 'Choose a machine', "A simulated machine gives each schedule a time: its plans are played. On a torus the links show their loads. Drop a machine's file here to try your own."),
    at('copy-box', 'Take it with you', 'Copy the call as a program in UPC, C, Fortran or Python, a link to this very page, a frame for slides, or the picture. Drop the trace of a run on the page to see who waits for whom.'),
  ],
  layouts: [
    at('tour-array', 'Blocks', 'The declaration cuts 16 x 12 elements into blocks of 4 x 4. A block is contiguous in the memory of one thread, its owner.', {d: 'shared [4][4] double A[16][12]', n: '4', op: 'broadcast'}),
    at('blocks-card', 'Round the threads', 'Without a grid the blocks go to threads 0, 1, 2, 3, 0 and so on, row by row.'),
    at('blocks-card', 'A question', 'Count the blocks row by row, from 0. Block n is on thread n mod 4.', null, 'Which thread owns block (2, 1)?', t => ownerOf(t, 2, 1)),
    at('tour-array', 'A grid', 'With a grid of 2 x 2, block (i, j) is on the thread with the coordinates (i mod 2, j mod 2).', {d: 'shared [4][4] double A[16][12]', n: '4', g: '2x2', op: 'broadcast'}),
    at('blocks-card', 'A question', 'Threads are numbered row by row in the grid: thread 2 has the coordinates (1, 0).', null, 'Which thread owns block (3, 2) now?', t => ownerOf(t, 3, 2)),
    at('blocks-card', 'Rows of blocks', 'A grid of 4 x 1 gives each thread whole rows of blocks. An algorithm that works on rows needs no messages within them.', {d: 'shared [4][4] double A[16][12]', n: '4', g: '4x1', op: 'broadcast'}),
    at('blocks-card', 'Large blocks', 'Larger blocks mean longer messages, and fewer. But there may be fewer blocks than threads.', {d: 'shared [8][12] double A[16][12]', n: '4', op: 'broadcast'}),
    at('blocks-card', 'A question', 'A colour that is not in the picture has nothing to do.', null, 'How many threads own a block here?', ownersIn),
    at('blocks-card', 'The edge', 'If 5 does not divide 16, the last blocks are padded: they take the memory of a whole block.', {d: 'shared [5][5] double A[16][12]', n: '4', g: '2x2', op: 'broadcast'}),
    at('blocks-card', 'A last question', 'The work is balanced if all threads own as many blocks.', null, 'How many blocks does thread 0 own here?', t => t.owned[0]),
  ],
  teams: [
    at('tour-section', 'A section', 'A section names blocks by an interval for each dimension. 1, : is block row 1.', ROWS),
    at('team-card', 'Its owners', 'The owners of these blocks are the team. They call, and nobody else has to.'),
    at('team-card', 'A question', 'The others are pale in the picture.', null, 'How many threads are in the team of row 1?', t => t.members),
    at('tour-section', 'A column', 'The section :, 0 is a column of blocks. Rows and columns have different teams, and may call at the same time.', {...ROWS, s: ':, 0'}),
    at('blocks-card', 'A question', 'Look at the colours of column 0.', null, 'Which thread with a number above 0 is in this team?', t => t.team.find(x => x > 0)),
    at('tour-section', 'Steps', 'An interval may have a step: 0:2:3 is 0 and 2. It may run backwards, as 3:-1:2.', {...ROWS, s: '0:2:3, :'}),
    at('tour-section', 'A question', 'Block rows 0 and 2 have the same owners.', null, 'How many blocks does the section pick?', t => t.picked),
    at('tour-call', 'The root', 'The root of a broadcast is the thread whose memory the data come from. It belongs to the team, also if it owns none of the blocks.', {...ROWS, r: '0'}),
    at('team-card', 'No communicator', 'Nothing was set up for this team. It follows from the array, the section and the root, and each thread computes it alone.'),
    at('team-card', 'A last question', 'Thread 0 owns no block of row 1, but has the data.', null, 'How many threads take part in this call?', t => t.call.team),
  ],
  trees: [
    at('team-card', 'A flat tree', 'The root sends to each member in turn. With few members this is fast.', {...TREE, sch: 'flat'}),
    at('team-card', 'A question', 'In a step a member sends one message. Play the call.', null, 'How many steps does the flat tree take with 8 members?', t => t.call.steps),
    at('team-card', 'A binomial tree', 'Who has the data helps to send: the number of members that have them doubles with each step.', {...TREE, sch: 'binomial'}),
    at('team-card', 'A question', 'After one step 2 members have the data, after two steps 4.', null, 'How many steps does the binomial tree take?', t => t.call.steps),
    at('team-card', 'A chain', 'Each member passes the data on to the next. Long data go in segments: while one is passed on, the next comes in.', {...TREE, sch: 'chain'}),
    at('schedules-card', 'Times', 'The bars are times on this machine. For short data few steps count, for long data how much a member sends.', {...TREE, sch: ''}),
    at('schedules-card', 'The choice', 'Without a name the library chooses by its rules: the line above the bars names the rule. A click on a bar forces a schedule.'),
    at('team-card', 'A question', 'Whatever the tree: each member but the root must get the data.', {...TREE, sch: 'binomial'}, 'How many messages with data has this broadcast?', t => dataOf(t).length),
    at('team-card', 'Gathering', 'In a gather the tree runs the other way: each member sends what it has got from below.', {...TREE, op: 'gather', sch: 'binomial'}),
    at('team-card', 'A last question', 'Here 8 members have one block each, and one of them is the root.', {...TREE, op: 'gather', sch: 'flat'}, 'How many messages does a flat gather need?', t => dataOf(t).length),
  ],
  torus: [
    at('tour-machine', 'A torus', 'The nodes of Blue Gene/L are the points of a torus: each has a link to two neighbours along X, Y and Z.', TORUS),
    at('team-card', 'Planes', 'Press Torus above the team. Each square is a node with two threads; the planes are those of Z.'),
    at('tour-machine', 'A question', 'The line below the machine has the shape of the torus, for 128 threads with two on a node.', null, 'How many nodes has this torus?', t => t.torus[0] * t.torus[1] * t.torus[2]),
    at('tour-section', 'A row of the grid', 'The section 3, : belongs to 16 threads. Where they are on the torus decides which links a call uses.'),
    at('tour-machine', 'A map', 'The map says which letters of the torus make up each dimension of the grid. XT,YZ puts a row of threads on a plane.', {...TORUS, map: 'XT,YZ'}),
    at('team-card', 'A question', 'Play the broadcast, and look at the line above the picture.', {...TORUS, map: 'XT,YZ', sch: 'binomial'}, 'How many bytes does the busiest link carry?', t => t.call.busiest_link),
    at('schedules-card', 'A tree for the torus', 'The fork tree has its edges along links between neighbours.', {...TORUS, map: 'XT,YZ', sch: 'fork'}),
    at('team-card', 'A question', 'Compare with the step before last: no link carries the data twice in one direction.', {...TORUS, map: 'XT,YZ', sch: 'fork'}, 'How many bytes does the busiest link carry now?', t => t.call.busiest_link),
    at('schedules-card', 'Times', 'The bars are times on this machine. Links that carry the same data twice make a broadcast slow.'),
    at('team-card', 'A last question', 'A broadcast to 16 members has 15 messages, whatever the map.', {...TORUS, sch: 'fork'}, 'How many messages with data has it without the map?', t => dataOf(t).length),
  ],
  redistribution: [
    at('compare-box', 'Two layouts', 'The second declaration has the same elements in other blocks. A copy moves each element to its new owner.', {...MOVE, d2: 'shared [4][16] double B[16][16]'}),
    at('second-card', 'Whole rows', 'In the second layout a block is four whole rows, as a Fourier transform along rows wants them.'),
    at('second-card', 'A question', 'Four blocks of rows go round four threads.', null, 'How many blocks has the second array?', t => t.second.blocks),
    at('team-card', 'Who sends to whom', 'Play the copy. Each message has all elements that go from one thread to another.'),
    at('second-card', 'A question', 'Blocks of 4 x 4 doubles have 128 bytes. Some elements stay where they are.', null, 'How many bytes move from one thread to another?', bytesSent),
    at('compare-box', 'The same layout', 'Between equal layouts each element stays on its thread.', {...MOVE, d2: 'shared [4][4] double B[16][16]', g2: '2x2'}),
    at('second-card', 'A question', 'Look at the messages of this copy.', null, 'How many bytes move now?', bytesSent),
    at('compare-box', 'Columns', 'Whole columns are for the other direction of the transform.', {...MOVE, d2: 'shared [16][4] double B[16][16]'}),
    at('compare-box', 'From rows to columns', 'Between the two transforms each thread has something for each other one: this is an exchange of all with all.', {...MOVE, d: 'shared [4][16] double A[16][16]', g: '', d2: 'shared [16][4] double B[16][16]'}),
    at('team-card', 'A last question', 'Each of 4 threads sends to 3 others.', null, 'How many messages are there?', t => dataOf(t).length),
  ],
};
