# SPDX-License-Identifier: BSD-3-Clause
"""Bodies that attract each other. Each thread moves its own bodies; gather_all gives it the positions of all. The sum of all impulses stays
what it is.

    upcrun -n 4 python nbody.py"""
import numpy

import upc_stride as us

each, p, me = 32, us.threads(), us.thread()
bodies, copies = us.zeros((p * each, 3), (each, 3)), us.zeros((p * p * each, 3), (p * each, 3))  # x, y, mass
(_, mine), = bodies.local
(_, others), = copies.local
n = numpy.arange(me * each, (me + 1) * each)
mine[:] = numpy.stack([numpy.cos(0.7 * n) * (1 + n % 5), numpy.sin(0.7 * n) * (1 + n % 3), 1 + n % 4], 1)
speed = numpy.zeros((each, 2))
for step in range(50):
    us.gather_all(copies.blocks[:], bodies.blocks[:], sync=us.MYSYNC)
    way = others[:, :2] - mine[:, None, :2]
    distance = (way**2).sum(2) + 0.01
    speed += 0.001 * (way * (others[:, 2] / distance**1.5)[:, :, None]).sum(1)
    mine[:, :2] += 0.001 * speed
impulses = mine[:, 2:] * speed
impulse, push = us.sum_value(impulses.sum()), us.sum_value(abs(impulses).sum())
assert abs(impulse) < 1e-9 * push
if me == 0:
    print('PASS')
