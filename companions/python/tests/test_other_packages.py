# SPDX-License-Identifier: BSD-3-Clause
"""xarray and Dask, where they are installed."""
import numpy
import pytest
from common import free

import upc_stride as us

VALUES = numpy.random.default_rng(3).random((12, 7))


def test_xarray_keeps_arrays_distributed():
    xarray = pytest.importorskip('xarray')
    A = us.array(VALUES)
    given, expected = (xarray.DataArray(one, dims=('time', 'x'), coords={'time': numpy.arange(12)}) for one in (A, VALUES))

    def operations(one):
        yield 2 * one + 1
        yield numpy.sqrt(one) - one.isel(time=0)
        yield one.sel(time=slice(2, 8)).T
        yield xarray.where(one > 0.5, one, 0)
        yield one.isel(x=slice(None, None, 2)).astype('f4')
        yield one.sum('time')
        yield (one - one.mean('x')).max('time')
        yield one.rename(x='y') * one
        yield one.shift(x=1)
        yield one.pad(time=(0, 2), constant_values=3)
        yield xarray.dot(one, one, dim='x')
    for got, must in zip(operations(given), operations(expected)):
        assert isinstance(got.data, us.Array) and got.dims == must.dims
        numpy.testing.assert_allclose(got.data.to_numpy(), must.values, rtol=1e-6)
    with pytest.raises(TypeError):
        given.values   # a copy unseen
    assert 'Array' in repr(given)
    free(A)


def test_dask_and_back():
    array = pytest.importorskip('dask.array')
    dask = pytest.importorskip('dask')
    A = us.array(VALUES, block=(3, 4))
    with pytest.raises(TypeError, match='one_sided'):
        array.from_array(A)
    with dask.config.set(scheduler='synchronous'):
        lazy = array.from_array(A.one_sided, chunks=A.block)
        assert lazy.chunks[0] == (3, 3, 3, 3)
        if us.thread() == us.threads() - 1:      # what one thread does alone
            numpy.testing.assert_allclose((lazy + 1).sum(0).compute(), (VALUES + 1).sum(0))
        B = us.array(lazy[::2] * 2, block=2)     # each thread computes the chunks of its own blocks
        numpy.testing.assert_array_equal(B.to_numpy(), VALUES[::2] * 2)
        us.barrier()
    free(A, B)
