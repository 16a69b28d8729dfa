# SPDX-License-Identifier: BSD-3-Clause
"""The text that print() shows for an array: NumPy's."""
from __future__ import annotations

import numpy

from .._arrays._arrays import Array
from .._calls._agreement import collective
from ._indexing import getitem


@collective
def text(x: Array) -> str:
    """As NumPy's `str`. All threads call. Of a large array only what is shown, and one more index along each dimension, is copied to them."""
    shown = numpy.get_printoptions()
    if x.size <= shown['threshold'] or x.ndim == 0:
        return str(x.to_numpy())
    edge = shown['edgeitems']
    some = [numpy.r_[0:edge + 1, extent - edge:extent] if extent > 2 * edge else numpy.arange(extent) for extent in x.shape]
    return numpy.array2string(getitem(x, numpy.ix_(*some)).to_numpy(), threshold=0)
