// SPDX-License-Identifier: BSD-3-Clause
// The fields of the page, and what they say at first and in the examples.

export const FIELDS = ['d', 'n', 'g', 's', 'op', 'b', 'r', 'sch', 'm', 'pn', 'map', 'd2', 'g2'];
export const OPERATIONS = [
  'broadcast',
  'scatter',
  'gather',
  'gather_all',
  'exchange',
  'permute',
  'reduce',
  'reduce_all',
  'prefix_reduce',
  'prefix_reduce_exclusive',
  'reduce_scatter',
  'barrier',
  'copy',
];
export const START = {
  d: 'shared [64][64] double A[256][384]',
  n: '8',
  g: '2x4',
  s: '1, :',
  op: 'broadcast',
  m: 'smp',
  sch: '',
};
export const PRESETS = {
  hello: {d: 'shared [1] int number[4]', n: '4', op: 'gather'},
  'a grid of blocks': {d: 'shared [4][4] double A[16][12]', n: '4', g: '2x2', op: 'broadcast'},
  'a section': {d: 'shared [4][4] double A[16][12]', n: '4', g: '2x2', s: '3:-1:0, 1', op: 'gather'},
  'broadcast along rows': {
    d: 'shared [64][64] double copy[128][128]',
    n: '4',
    g: '2x2',
    s: '0, :',
    op: 'broadcast',
    sch: 'flat',
  },
  overlap: {d: 'shared [1000] double sum[4000]', n: '4', op: 'reduce_all', sch: 'binomial', m: 'mpi'},
  stencil: {d: 'shared [1][640] double plate[4][640]', n: '4', g: '4', op: 'permute'},
  'matrix product (SUMMA)': {
    d: 'shared [16][16] double A[96][96]',
    n: '4',
    g: '2x2',
    s: ':, 1',
    op: 'broadcast',
  },
  'Blue Gene/L, a row of a torus': {
    d: 'shared [8][8] double A[64][128]',
    n: '128',
    g: '8x16',
    s: '3, :',
    op: 'broadcast',
    m: 'bluegene-l',
    map: 'XT,YZ',
    sch: 'fork',
  },
  redistribution: {
    d: 'shared [64][64] double A[256][384]',
    n: '8',
    g: '2x4',
    op: 'copy',
    d2: 'shared [32][384] double B[256][384]',
    g2: '',
    m: 'mpi',
  },
};
// Without a machine's file: threads of one node, or of as many nodes.
export const PLAIN = {smp: 'one node (smp)', mpi: 'a network (mpi)'};
