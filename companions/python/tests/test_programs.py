# SPDX-License-Identifier: BSD-3-Clause
"""A few of the random programs of programs.py. tests/slow has many."""
import numpy
import pytest
import programs

import upc_stride as us


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other types for some results, and refuses less')
@pytest.mark.parametrize('number', range(10))
def test_some(number):
    assert programs.judged(100 * us.threads() + number, 12)[1] is None
