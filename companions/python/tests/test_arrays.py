# SPDX-License-Identifier: BSD-3-Clause
"""Arrays: tiles, elements, slices, reductions, files."""
import contextlib
import copy
import importlib
import pickle

import numpy
import pytest
from common import free, numbers

import upc_stride as us


def layouts(ndim):
    yield {}
    if ndim == 2:
        yield {'block': (3, 4)}
        yield {'grid': (us.threads(), 1)}
        yield {'block': (2, 3), 'grid': (1, us.threads())}


def test_assignment_and_back():
    values = numbers((11, 13))
    for layout in layouts(2):
        A = us.zeros(values.shape, **layout)
        assert not A.to_numpy().any()
        A[...] = values
        assert (A.to_numpy() == values).all()
        assert (A[2:9:3, -4:] == values[2:9:3, -4:]).all()
        assert (A[5] == values[5]).all() and (A[::-1, 7] == values[::-1, 7]).all()
        assert A[3, 5] == values[3, 5]
        us.barrier()
        if us.thread() == us.threads() - 1:
            A.one_sided[3, 5] = -1
        us.barrier()
        assert A[3, 5] == -1
        us.barrier()
        A[1:3, 2] = [7, 8]
        assert A[1, 2] == 7 and A[2, 2] == 8 and A[3, 2] == values[3, 2]
        free(A)


def test_tiles_are_memory():
    A = us.zeros((10, 10), block=(4, 4))
    for index, tile in A.local:
        assert A.owner(*index) == us.thread()
        tile[...] = 10 * index[0] + index[1]
    us.barrier()
    assert A[9, 9] == 22 and A.tile[2, 2].shape == (2, 2)
    free(A)


def test_broadcast_to_a_row():
    A, B = us.array(numbers((8, 12)), block=(4, 4)), us.zeros((8, 12), block=(4, 4))
    row, one = B.blocks[1, :], A.blocks[0, 2]
    us.broadcast(row, one)
    us.barrier()
    assert (B[4:8, 0:4] == A[0:4, 8:12]).all() and not B[0:4].any()
    us.barrier()
    B[...] = 0
    handle = us.broadcast(row, one, wait=False)
    handle.wait()
    assert handle.test()
    us.barrier()
    assert (B[4:8, 8:12] == A[0:4, 8:12]).all()
    free(A, B)


@pytest.mark.parametrize('dtype', ['f8', 'f4', 'i4', 'i8', 'u2'])
def test_reductions(dtype):
    values = numbers((7, 9), dtype)
    for layout in layouts(2):
        A = us.array(values, **layout)
        for axis in None, 0, -1, (0, 1):
            assert numpy.allclose(A.sum(axis), values.sum(axis)) and A.sum(axis).dtype == values.sum(axis).dtype
            assert numpy.allclose(A.max(axis), values.max(axis))
        for kind in 'min', 'prod', 'any', 'all', 'mean':
            assert numpy.allclose(getattr(A, kind)(1), getattr(values, kind)(1)), kind
        assert A.min() == values.min()
        free(A)


@pytest.mark.parametrize('name', ['sum', 'prod', 'max', 'min', 'any', 'all', 'mean', 'bitwise_or', 'logical_or', 'hypot'])
def test_reductions_of_a_few_long_lines(name, near):
    """Each thread has a part of each line, or of some, or of none."""
    for dtype, width in ('i2', 5), ('f4', 3), ('b1', 4), ('f8', 600):
        if name == 'bitwise_or' and dtype[0] == 'f':
            continue
        values = numpy.random.default_rng(1).integers(0, 3, (2 * us.threads() + 1, width)).astype(dtype)
        if dtype[0] == 'f' and name != 'prod':
            values[-1, 1] = numpy.nan
        reduction = getattr(numpy, name)
        reduction = reduction.reduce if isinstance(reduction, numpy.ufunc) else reduction
        for block in None, (1, width), (2, width), (3, 2):
            for keepdims in False, True:
                ours, theirs = (reduction(one, axis=0, keepdims=keepdims) for one in (us.array(values, block), values))
                assert ours.dtype == theirs.dtype and numpy.allclose(ours.to_numpy(), theirs, 1e-5 if theirs.dtype != 'f2' else 1e-2, equal_nan=True), (dtype, block)


def test_reductions_of_special_values():
    values = numbers((5, 4))
    values[3, 1] = numpy.nan
    A, C = us.array(values, block=(2, 4)), us.array(values * 1j, block=(2, 4))
    assert numpy.array_equal(A.max(0), values.max(0), equal_nan=True) and numpy.isnan(A.min())
    assert C[:2].sum() == (values * 1j)[:2].sum() and numpy.isnan(C.sum())
    truths = values > values[0, 0]
    T = us.array(truths, block=(2, 4))
    for axis in None, 0, numpy.int64(1):
        assert numpy.array_equal(T.min(axis), truths.min(axis)) and numpy.array_equal(T.max(axis), truths.max(axis))
    with pytest.raises(TypeError, match='complex numbers have no order'):
        C.max()
    with pytest.raises(ValueError, match='axis 2, must be in -2..1'):
        A.sum(2)
    free(A, C, T)


def test_redistribute():
    values = numbers((9, 10))
    A = us.array(values, block=(2, 3))
    B = A.redistribute(grid=(us.threads(), 1))
    assert (B.to_numpy() == values).all()
    B[0:4] = 0
    A[...] = B
    assert not A[0:4].any() and (A[4:] == values[4:]).all()
    free(A, B)


def test_from_one_thread():
    root, values = us.threads() - 1, numbers((5, 6), 'f4')
    A = us.from_numpy(values if us.thread() == root else None, block=(2, 4), root=root)
    assert A.dtype == values.dtype and (A.to_numpy() == values).all()
    B = A.copy()
    A.fill(2)
    assert (B.to_numpy() == values).all() and (A.to_numpy() == 2).all()
    got = B.to_numpy(root=root)
    assert (got == values).all() if us.thread() == root else got is None
    free(A, B)


def test_map():
    A, B = us.array(numbers((6, 6)), block=(4, 4)), us.full((6, 6), 2, block=(4, 4))
    us.map(numpy.multiply, A, B)
    assert (A.to_numpy() == 2 * numbers((6, 6))).all()
    with pytest.raises(ValueError, match='must have the layout'):
        us.map(numpy.add, A, us.zeros((6, 6), block=(3, 3)))
    free(A, B)


def test_files(folder):
    A = us.array(numbers((5, 7)), block=(2, 2))
    for name, codec in ('.npy', None), ('.zarr', 'crc32c'):
        path = folder / f'test{name}'
        A.save(path, codec)
        B = us.load(path, block=(3, 3))
        assert (B.to_numpy() == numbers((5, 7))).all() and B.dtype == A.dtype
        C = us.load(path, key=numpy.s_[1:5:2, ::-1])
        assert (C.to_numpy() == numbers((5, 7))[1:5:2, ::-1]).all()
        us.read(B.elements[0:2, 1], path, numpy.s_[3:5, 6])
        assert (B[0:2, 1] == numbers((5, 7))[3:5, 6]).all() and B[2, 1] == numbers((5, 7))[2, 1]
        handles = [A.save(str(path) + end, wait=False) for end in ('.1.bin', '.2.npy')]
        while not handles[1].test():
            pass
        for handle in handles:
            handle.wait()
        for _, tile in B.local:
            tile[...] = -1
        us.read(B.elements[...], str(path) + '.2.npy', wait=False).wait()
        assert (B.to_numpy() == numbers((5, 7))).all()
        with pytest.raises(us.Error, match='its elements are'):
            us.read(us.zeros((5, 7), block=(1, 1), dtype='u8').elements[...], path)
        free(B, C)
    free(A)


def test_attributes(folder):
    path = folder / 'attributes.zarr'
    A = us.array(numbers((5, 7)), block=(2, 2))
    A.save(path)
    us.barrier()
    if us.thread() == 0:
        us.set_attributes(path, {'unit': 'm/s', 'number': 3, 'real': 0.5, 'list': [1, 2, 3], 'Größe': True})
    us.barrier()
    found = us.attributes(path)
    assert found.pop('list').tolist() == [1, 2, 3]
    assert found == {'unit': 'm/s', 'number': 3, 'real': 0.5, 'Größe': True, 'chunks': 'all'}
    assert type(found['number']) is int and type(found['Größe']) is bool
    for name, value, error in (('a', 'x\0y', 'a character 0'), ('a', [[1]], 'of 2 dimensions')):
        with pytest.raises(ValueError, match=error):
            us.set_attributes(path, {name: value})
    with pytest.raises(us.Error, match='must be "S" or one such as'):
        us.set_attributes(path, {'a': 1j})
    with pytest.raises(us.Error, match='only Zarr and HDF5 have'):
        us.attributes('a.npy')
    assert (us.load(path).to_numpy() == numbers((5, 7))).all()
    free(A)


def test_files_of_numpy(folder):
    path = folder / 'numpy.npy'
    for dtype in '>f8', '<i2', '>c16', '?', 'U3', 'M8[ns]':
        for order in 'CF':
            values = numpy.asarray(numbers((5, 7)).astype('i8').astype(dtype), order=order)
            if us.thread() == 0:
                numpy.save(path, values)
            us.barrier()
            A = us.load(path, block=(2, 3))
            assert (A.to_numpy() == values).all()
            A.save(path)
            assert (numpy.load(path) == values).all()
            free(A)


def test_checkpoints(folder):
    path = folder / 'run'
    A, B = us.array(numbers((5, 7)), block=(2, 2)), us.zeros((5, 7), block=(3, 4))
    assert us.restart(path, {'u': B}) == 0
    for generation in 10, 20, 30:
        A.fill(generation)
        us.checkpoint(path, generation, {'u': A, 'v': A}, keep=2)
    assert us.restart(path, {'v': B}) == 30 and (B.to_numpy() == 30).all()
    assert us.restart(path, {'u': B}, generation=20) == 20 and (B.to_numpy() == 20).all()
    with pytest.raises(us.Error, match='No such file'):
        us.restart(path, {'u': B}, generation=10)
    free(A, B)


def test_errors():
    A = us.zeros((4, 4), block=(2, 2))
    with pytest.raises(us.Error, match='upc_stride_broadcast: len: 1000 bytes, must be at most a block'):
        us.broadcast(A.blocks[0, :], A.blocks[0, 0], 1000)
    with pytest.raises(us.Error, match='upc_stride_all_alloc: grid:'):
        us.zeros((4, 4), block=(2, 2), grid=(7, 5))
    with pytest.raises(IndexError, match='must be in -4..3'):
        A[4, 0]
    with pytest.raises(IndexError):
        A.blocks[2, 0]
    with pytest.raises(IndexError, match='3 indices of an array with 2'):
        A[0, 1, 2]
    with pytest.raises(IndexError):
        A[..., 0, ...]
    with pytest.raises(TypeError, match='without Python objects'):
        us.zeros(4, dtype=object)
    with pytest.raises(ValueError, match='must be one of sum'):
        us.reduce(A.blocks[0, 0], A.blocks[1, :], op='average')
    with pytest.raises(TypeError, match='this call takes a section'):
        us.broadcast(A, A.blocks[0, 0])
    with pytest.raises(TypeError, match='this call takes a section'):
        us.copy(A, A)
    with pytest.raises(TypeError, match=r'this call takes elements, A.elements\[..\]'):
        us.copy(A.blocks[0, :], A.blocks[0, :])
    with pytest.raises(TypeError, match=r'this call takes blocks, A.blocks\[..\]'):
        us.broadcast(A.elements[0, :], A.blocks[0, 0])
    with pytest.raises(IndexError, match='index: -1, must be in 0..15'):
        us.fetch(A, [3, -1])
    with pytest.raises(TypeError, match='index: of float64, must be integers'):
        us.update(A, [1.5], 1)
    for wrong in dict(shape=-3), dict(shape=(4, 4), block=(2, -1)), dict(shape=(4, 4), grid=(-1, -2)):
        with pytest.raises(ValueError, match=r': \(.*-.*\), must not be negative'):
            us.zeros(**wrong)
    with pytest.raises(ValueError, match=r'block: \(2,\), must have a number for each dimension of \(4, 4\)'):
        us.zeros((4, 4), block=(2,))
    free(A)
    with pytest.raises(us.Error, match='freed'):
        A.free()


def test_functions_of_numpy():
    values = numbers((5, 7))
    A = us.array(values, block=(2, 2))
    assert len(A) == 5 and len(list(A)) == 5 and us.zeros(numpy.int64(4)).shape == (4,)
    for whole in numpy.asarray(A.elements[...]), A.elements[...].to_numpy():
        assert whole.shape == (5, 7) and (whole == values).all()
    assert (A.elements[1::2, -1].to_numpy() == values[1::2, -1]).all()
    for unseen in numpy.asarray, numpy.ones((7, 5)).dot:
        with pytest.raises(TypeError, match='does not become a NumPy array unseen'):
            unseen(A)
    us.barrier()
    free(A)


def test_picture():
    A = us.zeros((4, 4), block=(2, 2))
    assert A._repr_html_().count('<td') == 4 and repr(A) == '<upc_stride.Array (4, 4) float64 block=(2, 2)>'
    for many, drawn in (us.zeros(1000, 1), 1000), (us.zeros((40, 30), 1), 1200), (us.zeros((300, 64), 1), 60 * 64), (us.zeros((0, 2)), 0):
        picture = many._repr_html_()
        assert picture.count('<rect') == drawn and f'block {many.nblocks[0]}' not in picture
    assert f': thread {us.threads() - 1}<' in us.zeros((40, us.threads()), 1)._repr_html_()
    assert us.zeros((100, 0), 1)._repr_html_().count('<rect') == 0
    assert A[1:]._repr_html_().startswith('&lt;upc_stride.View (3, 4) float64 of &lt;')
    try:
        frame = A.explore()
    except FileNotFoundError as wrong:
        assert '`make explorer` makes it' in str(wrong)
    else:
        assert repr(frame) == f'the explorer on {A!r}' and f'n={us.threads()}' in frame._repr_html_()
    free(A)


def test_what_python_does_with_objects():
    """Comparing, copying and pickling a distributed array: right, or refused."""
    A = us.array(numbers(12), 2)
    B = copy.copy(A)
    C = copy.deepcopy(A)
    assert (A != None).all() and not (A == None).any() and {A: 1}[A] == 1  # noqa: E711
    for wrong in lambda: pickle.dumps(A), lambda: pickle.dumps(A.blocks[:]), lambda: pickle.dumps(A.elements[...]):
        with pytest.raises(TypeError, match='is not pickled'):
            wrong()
    B[0] = 50
    us.barrier()
    assert A[0] == 0 and B[0] == 50
    free(B)
    assert (A[...] == C[...]).all()
    free(A, C)


class InFile:
    """What h5py, Zarr and xarray give: an array of which slices are read."""

    def __init__(self, values):
        self.shape, self.dtype, self._values, self.read = values.shape, values.dtype, values, 0

    def __getitem__(self, key):
        self.read += self._values[key].size
        return self._values[key]


def test_arrays_of_files(folder):
    values = numbers((8, 12), 'i4')
    file = InFile(values)
    A = us.array(file, block=(2, 12))
    assert A.dtype == 'i4' and (A == values).all()
    assert file.read == sum(tile.size for _, tile in A.local)  # each thread reads its own blocks alone
    B = us.array(file, block=4, dtype='f4')
    assert B.block == (4, 4) and B.dtype == 'f4' and (B == values).all()
    C = us.array(B, block=(8, 3))
    assert C.block == (8, 3) and (C == values).all() and us.array(B, dtype='i8').dtype == 'i8'
    for module in 'h5py', 'xarray':
        with contextlib.suppress(ImportError):
            path = folder / f'{us.thread()}.h5'
            given = (importlib.import_module(module).DataArray(values) if module == 'xarray' else
                     importlib.import_module(module).File(path, 'w').create_dataset('values', data=values))
            assert (us.array(given, block=3) == values).all()
    free(A, B, C)


@pytest.mark.parametrize('dtype', ['f2', 'c8', 'c16'])
def test_float16_and_complex(dtype):
    values = (numbers((4, 6)) * (1 if dtype == 'f2' else 1 + 2j)).astype(dtype)
    A, B = us.array(values, block=(2, 3)), us.zeros((4, 6), block=(2, 3), dtype=dtype)
    us.reduce_all(B.blocks[...], A.blocks[...])
    blocks = [values[i:i + 2, j:j + 3] for i in (0, 2) for j in (0, 3)]
    assert (B[2:, 3:] == sum(blocks)).all() and A.sum() == values.sum()
    T = us.zeros((6, 4), block=(3, 2), dtype=dtype)
    us.transform(T.elements[...], A.elements[...], order=(1, 0))
    us.barrier()
    assert (T == values.T).all()
    us.update(B, numpy.arange(24)[us.thread()::us.threads()], values.ravel()[us.thread()::us.threads()], 'put')
    us.barrier()
    assert (B == values).all() and (us.fetch(B, [7, 8]) == values.ravel()[[7, 8]]).all()
    with pytest.raises(TypeError):
        us.update(B, [0], [1])
    if dtype == 'f2':
        us.reduce_all(B.blocks[...], A.blocks[...], op='max')
        assert (B[:2, :3] == blocks[3]).all()
    free(A, B, T)
