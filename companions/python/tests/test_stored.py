# SPDX-License-Identifier: BSD-3-Clause
"""Parts of arrays in files: random parts are written and read, and the whole is what NumPy has after the same assignments."""
import os

import numpy
import pytest
from common import free

import upc_stride as us
from upc_stride._arrays import _files, _stored
from upc_stride._calls import _files as _section_files

WAYS = [('npy', None, None), ('zarr', None, (5, 4)), ('zarr', 'gzip,crc32c', (5, 4)), ('zarr', 'shard:2x2', (4, 6)),
        ('zarr', 'shard:3x4,gzip,crc32c', (6, 8)), ('h5', None, None), ('hdf5', None, (5, 4)), ('nc', 'shuffle,gzip', (5, 4))]
SHAPE = 17, 11


def made(path, codec, chunks, dtype='f8'):
    try:
        return us.create(path, SHAPE, dtype, chunks, codec)
    except us.Error as error:
        assert 'is not installed' in str(error)
        pytest.skip(str(error))


def random_key(rng):
    def one(extent):
        if rng.random() < 0.25:
            return int(rng.integers(extent))
        start, stop = sorted(rng.integers(0, extent + 1, 2))
        return slice(start, stop, int(rng.integers(1, 4))) if rng.random() < 0.7 else slice(None, None, -1)
    return tuple(one(extent) for extent in SHAPE)


def test_one_element_of_any_type(folder):
    for dtype, value in ('S3', b'a'), ('U2', 'b'), ('i4', 7), ('f2', .5):
        F = us.create(folder / 'one.npy', (), dtype)
        F[...] = value
        assert isinstance(F[...], us.Array) and F[...].dtype == dtype and F[...].shape == () and F[()] == value and not isinstance(F[()], us.Array)
    F = us.create(folder / 'more.npy', 2, 'S3')
    F[1] = b'x'
    assert F[1, ...].dtype == 'S3' and F[1] == b'x'


@pytest.mark.parametrize('end,codec,chunks', WAYS)
def test_parts(folder, end, codec, chunks):
    rng = numpy.random.default_rng(7)
    F, expected = made(folder / f'u.{end}', codec, chunks), numpy.zeros(SHAPE)
    assert F.shape == SHAPE and F.dtype == 'f8' and (chunks is None or F.chunks == chunks)
    for number in range(15):
        key = random_key(rng)
        values = rng.random(expected[key].shape)
        way = number % 3
        F[key] = values if way == 0 else us.array(values) if way == 1 else number
        expected[key] = values if way < 2 else number
        key = random_key(rng)
        got = F[key]
        assert numpy.array_equal(got.to_numpy() if isinstance(got, us.Array) else got, expected[key])
    assert (us.open(F.path)[...].to_numpy() == expected).all()
    for wrong in True, numpy.bool_(False), (0, True), 1.5, [1, 2]:  # of which Python takes the first ones for numbers
        with pytest.raises((IndexError, TypeError)):
            F[wrong]
        with pytest.raises((IndexError, TypeError)):
            F[wrong] = 1
    us.barrier()


def test_split_and_blocks(folder):
    """Blocks that share chunks, from all threads, while the program computes."""
    for codec in None, 'gzip':
        F = us.create(folder / 'u.zarr', (20,), 'i8', 6, codec)
        A = us.array(numpy.arange(20), block=1)
        handle = us.write(A.elements[3:17], F.path, key=slice(16, 2, -1), wait=False)
        handle.wait()
        expected = numpy.zeros(20, 'i8')
        expected[16:2:-1] = numpy.arange(3, 17)
        assert F[:].tolist() == expected.tolist()
        free(A)


TYPES = ['S5', 'U3', 'M8[10s]', 'm8[ns]', 'V3', [('a', 'f8'), ('b', 'i4')], 'f2', '>i4']


@pytest.mark.parametrize('end', ['npy', 'zarr', 'h5'])
@pytest.mark.parametrize('dtype', TYPES, ids=str)
def test_types(folder, end, dtype):
    dtype = numpy.dtype(dtype)
    values = numpy.frombuffer(bytes(range(65, 65 + 8)) * dtype.itemsize, 'S8').view('u1').reshape(8, -1)
    values = numpy.array(['abc', 'ä€𝄞', '', 'x', 'yz', 'a', 'b', 'c'], dtype) if dtype.kind == 'U' else \
        numpy.ascontiguousarray(values).view(dtype)[:, 0]
    A = us.zeros(8, dtype=dtype)
    for (n,), tile in A.local:
        tile[...] = values[n * A.block[0]:][:len(tile)]
    us.barrier()
    path = folder / f'u.{end}'
    try:
        A.save(path)
    except us.Error as error:
        assert 'is not installed' in str(error)
        pytest.skip(str(error))
    B = us.load(path)
    assert B.dtype == dtype.newbyteorder('=') and B.to_numpy().tobytes() == values.astype(B.dtype).tobytes()
    us.write(A.elements[2:4], path, key=slice(0, 2))
    assert us.load(path, key=slice(0, 4)).to_numpy().tobytes() == values[[2, 3, 2, 3]].astype(B.dtype).tobytes()
    if end == 'npy':
        assert numpy.load(path).dtype == dtype
    us.barrier()


def test_groups(folder):
    A, B = us.array(numpy.arange(6.)), us.array(numpy.arange(4))
    for path in folder / 'm.zarr', folder / 'm.h5':
        try:
            A.save(path / 'a')
        except us.Error as error:
            assert 'is not installed' in str(error)
            continue
        B.save(path / 'g' / 'b', 'gzip')
        A.save(path / 'g' / 'b')   # takes the place of the other one
        B.save(path / 'g' / 'c')
        group = us.open(path)
        assert list(group) == ['a', 'g'] and list(group['g']) == ['b', 'c']
        assert group['g/b'][1:3].tolist() == [1.0, 2.0] and group['g']['c'].dtype == B.dtype
        group['a'][2:4] = [7, 8]
        assert us.load(path / 'a').tolist() == [0, 1, 7, 8, 4, 5]
        with pytest.raises(KeyError):
            group['b']
        with pytest.raises(us.Error, match='none'):
            us.open(path / 'none')
    for path, text in (('m.zarr', 'a group of Zarr, must be an array'), ('m.zarr/a/u', 'an array of Zarr, must be a group')):
        with pytest.raises(us.Error, match=text):
            A.save(folder / path)
    assert list(us.open(folder / 'm.zarr')) == ['a', 'g']
    us.barrier()


def test_names(folder):
    A = us.array(numpy.arange(6.))
    A.save(folder / 'U.NPY')
    if us.thread() == 0:
        assert numpy.load(folder / 'U.NPY').tolist() == A.to_numpy(0).tolist()
        (folder / 'there').mkdir()
        os.symlink('there/u.npy', folder / 'link.npy')
        os.symlink('there/u.zarr', folder / 'link.zarr')
    else:
        A.to_numpy(0)
    us.barrier()
    for end in 'npy', 'zarr':
        A.save(folder / f'link.{end}')
        A.save(folder / f'link.{end}')
        assert os.path.islink(folder / f'link.{end}') and us.load(folder / 'there' / f'u.{end}').shape == (6,)
        us.open(folder / f'link.{end}')[2] = 9
        assert us.load(folder / 'there' / f'u.{end}')[2] == 9
    us.checkpoint(folder / 'run', 7, {'A': A})
    assert us.load(folder / 'run' / '7' / 'A').tolist() == A.tolist() and us.look(folder / 'run' / '7' / 'A').ndims == 1
    us.barrier()


@pytest.mark.parametrize('fill', ['0.1', '-65519.0', '65520.0', '6e-8', '"NaN"', '-1.5', '"0x3c01"', '1e-9', '2049.0'])
def test_fill_of_half(folder, fill):
    F = us.create(folder / 'h.zarr', (4,), 'f2')
    if us.thread() == 0:
        text = (folder / 'h.zarr' / 'zarr.json').read_text()
        (folder / 'h.zarr' / 'zarr.json').write_text(text.replace('"fill_value": 0.0', f'"fill_value": {fill}'))
    us.barrier()
    with numpy.errstate(over='ignore'):
        expected = numpy.array([0x3c01], 'u2').view('f2')[0] if 'x' in fill else numpy.float64(fill.strip('"')).astype('f2')
    assert F[1].tobytes() == expected.tobytes()
    us.barrier()


def test_wrong(folder):
    A = us.array(numpy.arange(6.))
    F = us.create(folder / 'u.npy', (6,))
    for key, text in ((slice(0, 5), 'elements in dimension 0'), ((0, 0), 'indices of an array')):
        with pytest.raises((us.Error, IndexError), match=text):
            us.write(A.elements[:], F.path, key=key)
    with pytest.raises(IndexError):
        F[6] = 1
    with pytest.raises(ValueError, match='codec'):
        us.write(A.elements[:], F.path, 'gzip', key=...)
    with pytest.raises(us.Error, match='No such file'):
        us.write(A.elements[:], folder / 'none.npy', key=...)
    with pytest.raises(us.Error, match='must have a number for each of 1 dimensions'):
        us.create(folder / 'w.zarr', 6, codec='shard:2x2')
    with pytest.raises(us.Error, match='must divide the blocks'):
        us.create(folder / 'w.zarr', 16, chunks=5, codec='shard:2')
    for codec, text in (('shard:32', 'must divide the blocks'), ('zstd:3x', 'must be zstd')):
        with pytest.raises(us.Error, match=text):
            us.create(folder / 'w.zarr', 16, codec=codec)
    for path in 'w.npy', 'w.zarr', 'w.h5':
        with pytest.raises(us.Error, match='more bytes than there can be|is not installed'):
            us.create(folder / path, (1 << 40, 1 << 40))
    with pytest.raises(ValueError, match='must be at least 1'):
        us.create(folder / 'w.zarr', 16, chunks=-5)
    with pytest.raises(us.Error, match='must have at most 190'):
        A.save(folder / 'w.h5' / ('u' * 191))
    with pytest.raises(TypeError, match='not copied unseen'):
        numpy.asarray(F)
    with pytest.raises(TypeError, match='has no length'):
        len(us.create(folder / 's.npy', ()))
    assert us.array(F, block=2).block == (2,) and len(F) == 6 and F.size == 6 and F.ndim == 1 and 'u.npy' in repr(F)
    assert not any((folder / one).exists() for one in ('w.zarr', 'w.npy', 'w.h5'))
    us.barrier()


def test_attributes_are_written(folder):
    """An assignment to attributes reaches the file, once, and others see it."""
    F = us.create(folder / 'a.zarr', 4)
    F.attrs['unit'] = 'm'
    F.attrs.update(step=0.5, shape=[1, 2])
    assert us.attributes(F.path)['unit'] == us.open(F.path).attrs['unit'] == 'm' and len(F.attrs) == 3 and 'step' in F.attrs
    us.open(folder / 'a.zarr').attrs['unit'] = 's'
    assert dict(F.attrs) | {'shape': 0} == {'unit': 's', 'step': 0.5, 'shape': 0}
    with pytest.raises(TypeError, match='not deleted'):
        del F.attrs['unit']
    with pytest.raises(us.Error):
        F.attrs['unit'] = 1j
    us.barrier()


def _takes(assign):
    try:
        assign()
    except (TypeError, ValueError):
        return False
    return True


def test_values_with_too_many_dimensions(folder):
    """As NumPy, whose rules are of the dimensions that the key leaves."""
    F, like = us.create(folder / 'w.npy', (4, 3)), numpy.zeros((4, 3))
    for key in (1, 1), (slice(None), 1), (1, slice(0, 1)), (slice(1, 2), slice(1, 2)), (1,), (slice(0, 4), slice(1, 2)):
        for shape in (), (1,), (1, 1), (4, 1), (4,), (1, 3), (3,):
            values = numpy.ones(shape)
            assert _takes(lambda: F.__setitem__(key, us.array(values))) == _takes(lambda: like.__setitem__(key, values)), (key, shape)
    assert F[...].tolist() == like.tolist()


def test_an_empty_part_of_values_that_do_not_fit(folder):
    F = us.create(folder / 'u.npy', (4, 3))
    F[2:2] = numpy.ones((1, 3))
    for values in numpy.ones((2, 3)), us.zeros((5, 3)), 'x':
        with pytest.raises(ValueError, match='broadcast|convert'):
            F[2:2] = values
    F[2:2, 1] = numpy.ones(0)
    F[1, 3:] = us.zeros(0)
    with pytest.raises(ValueError, match='broadcast'):
        F[2:2, 1] = numpy.ones((0, 2))
    assert F[2:2, 1].shape == F[1, 3:].shape == (0,) and not F[...].any()
    us.barrier()


@pytest.mark.parametrize('end', ['npy', 'zarr'])
def test_another_job_replaces_the_file_between_the_looks_of_threads(folder, monkeypatch, end):
    path = folder / f'u.{end}'
    us.arange(6.).save(path)
    look = _section_files.look

    def late(path):
        file = look(path)
        if us.thread() > 0:
            file.shape[0] = 3
        return file
    for module in _section_files, _stored:
        monkeypatch.setattr(module, 'look', late)
    assert us.load(path).tolist() == [0, 1, 2, 3, 4, 5]
    assert us.open(path).shape == (6,)


@pytest.mark.parametrize('end', ['npy', 'zarr'])
def test_another_job_replaces_the_file_between_look_and_read(folder, monkeypatch, end):
    path = folder / f'u.{end}'
    us.arange(6.).save(path)
    zeros, calls = _files.zeros, []

    def late(*arguments):
        if not calls:
            us.arange(9, dtype='i8').save(path)
        calls.append(arguments)
        return zeros(*arguments)
    monkeypatch.setattr(_files, 'zeros', late)
    A = us.load(path, key=slice(2, None))
    assert A.tolist() == [2, 3, 4, 5, 6, 7, 8] and A.dtype == 'i8' and len(calls) == 2


def test_an_index_that_a_file_does_not_take_is_named(folder):
    us.arange(20.).reshape(4, 5).copy().save(folder / 'a.npy')
    F = us.open(folder / 'a.npy')
    for key in [1, 2], numpy.array([1, 2]), 1.5, None, us.array([1, 2]):
        for call in lambda: F[key], lambda: F.__setitem__(key, -1), lambda: us.load(folder / 'a.npy', key=key):
            with pytest.raises(TypeError, match=f'an index of type {type(key).__name__}, must be an integer or a slice'):
                call()
