# SPDX-License-Identifier: BSD-3-Clause
"""A ring, as with coarrays: each thread writes a number into the next one's memory and posts an event there. It waits for its two
neighbours alone. So each number comes to all threads.

    upcrun -n 4 python ring.py"""
import upc_stride as us

p, me = us.threads(), us.thread()
passed, arrived, read = us.zeros(p, 1, dtype='i8'), us.zeros(p, 1, dtype='u8'), us.zeros(p, 1, dtype='u8')
number = total = me
for step in range(1, p):
    if step > 1:
        us.await_event(read, me)  # the next thread has read the number before
    us.put_elements(passed, [(me + 1) % p], [number])
    us.post(arrived, (me + 1) % p)
    us.await_event(arrived, me)
    number = int(us.get_elements(passed, [me])[0])
    us.post(read, (me - 1) % p)
    total += number
least, most = us.min_value(total), us.max_value(total)
assert least == most == p * (p - 1) // 2
if me == 0:
    print('PASS')
