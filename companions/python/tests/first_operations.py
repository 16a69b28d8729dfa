# SPDX-License-Identifier: BSD-3-Clause
"""Operations that are each the first of a program, twice: what they need of the package they make, whichever comes first."""
import numpy
import upc_stride as us

OPERATIONS = [
    lambda A: A.sum(1), lambda A: A.sum(0), lambda A: A.sum(), lambda A: A.mean(1), lambda A: A.max(1), lambda A: A.max(), lambda A: A + A,
    lambda A: numpy.argmax(A), lambda A: numpy.sort(A, 0), lambda A: A[A > 5], lambda A: A[::2] + A[1::2], lambda A: A.any(), lambda A: A @ A.T,
    lambda A: numpy.cumsum(A, 0), lambda A: A.std(), lambda A: A[3, 5]]

values = numpy.arange(72.).reshape(12, 6)
for operation in OPERATIONS:
    A = us.array(values)
    for _ in range(3):
        made = operation(A)
        made = made.to_numpy() if isinstance(made, us.Array) else made
        assert numpy.array_equal(made, operation(values)), (made, operation(values))
    us.finalize()
    us.init()
if us.thread() == 0:
    print('PASS')
