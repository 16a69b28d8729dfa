# SPDX-License-Identifier: BSD-3-Clause
"""Random programs of NumPy's statements, on distributed arrays and on NumPy's own: views of views that are written to, indices of all
kinds, mixed types, errors.

    upcrun -n 3 python3 python/tests/programs.py [FIRST [COUNT]]      the programs with these numbers

A thread is late at random calls of the library. Every third program runs as if threads shared no memory. After each statement both have raised an exception, or neither, and all arrays are the
same; they warn of the same, and exceptions are of one kind. What is refused runs again with copies. In every fourth program what NumPy warns of is an exception. Where only the package
raises, the program ends: this is counted. It prints what is different."""
import collections
import contextlib
import copy
import random
import re
import sys
import zlib

import numpy
from common import are_alike, of_all_threads, shared_folder, warned
from delays import delayed_at_random
from snippets import is_refused, plain, same

import upc_stride as us
from upc_stride._calls import _shared

NUMBERS = 'b1 u1 i1 i2 i4 i8 u8 f2 f4 f8 f8 f8 i8 c8 c16'.split()
TYPES = [*NUMBERS, 'M8[D]', 'm8[s]', 'S3', 'U2', '>i4', '>f8', [('a', 'i4'), ('b', 'f8')]]
UNARY = 'negative absolute sqrt exp square sign floor rint conjugate isnan isfinite logical_not invert signbit trunc frexp modf'.split()
BINARY = '''add subtract multiply divide floor_divide remainder maximum minimum fmax fmin logical_and logical_or logical_xor bitwise_and
bitwise_or bitwise_xor left_shift right_shift equal less greater_equal not_equal hypot arctan2 copysign fmod gcd heaviside logaddexp'''.split()
REDUCTIONS = '''sum prod mean std var min max any all argmin argmax ptp count_nonzero median nansum nanprod nanmax nanargmin nanmedian
average'''.split()
SCALARS = "0 1 2 3 -1 2.5 -0.5 True 1j np.float32(3) np.int8(2) np.nan 300 7 np.uint8(3) np.float64(1.5) np.bool_(1) 'x' None".split()

# {new}: a new name; {a}: an array; {b}: one of its shape; {c}: any; {basic}, {key}, {mask}, {ints}: indices of a; {value}: for a[key]; {like}:
# an operand of a's shape
STATEMENTS = '''
{new} = {a}[{basic}] | {new} = {a}[{key}] | {new} = {a}.T | {new} = np.moveaxis({a}, 0, -1) | {new} = {a}.real | {new} = {a}.imag | {new} = {a}['b']
{new} = {a}.squeeze() | {new} = np.expand_dims({a}, {axis}) | {new} = np.flip({a}, {axis}) | {new} = np.broadcast_to({a}, (2, *{a}.shape))
{new} = np.split({a}, 2)[0] | {new} = list({a})[-1] | {new} = np.rot90({a}) | {new} = np.atleast_2d({a}) | {new} = {a}.view() | {new} = {a}.diagonal().copy()
{a}[{key}] = {value} | {a}[{basic}] = {value} | {a}[{key}] = {value} | {a}[{basic}] = {a}[{basic}] | {a}[{key}] {operator}= {value} | {a} {operator}= {like}
{a}[{basic}] {operator}= {a}[{basic}] | np.add({a}[{basic}], {a}[{basic}], out={a}[{basic}]) | {a}[{basic}][{basic}] = 3 | {a}.T[{basic}] = {scalar}
{a}[{basic}].fill({scalar}) | np.copyto({a}[{basic}], {a}[{basic}]) | np.negative({a}[{basic}], out={a}[{basic}]) | {a}['a'][...] = {like} | {a}['b'] += 1
{new} = {a} {operator} {like} | {new} = {like} {operator} {a} | {new} = {a} {comparison} {like} | {new} = np.{unary}({a}) | {new} = np.{unary}({a}, out={b}, where={mask})
{new} = np.{binary}({a}, {like}) | {new} = np.{binary}({like}, {a}, out={b}) | {new} = np.{binary}({a}, {like}, dtype={number}) | {new} = np.{binary}.outer({a}, {c})
np.{binary}.at({a}, np.s_[{key}], {value}) | np.{unary}.at({a}, np.s_[{key}]) | {new} = np.{binary}.accumulate({a}, axis={axis})
{new} = np.{binary}.reduce({a}, axis={axis}, keepdims={flag}) | {new} = np.{binary}.reduce({a}, axis={axis}, initial={n})
{new} = np.{binary}.reduce({a}, axis={axis}, where={mask}, initial={n}) | {new} = np.{binary}.reduceat({a}, {ints}, axis={axis})
{new} = np.{reduction}({a}) | {new} = np.{reduction}({a}, axis={axis}) | {new} = np.{reduction}({a}, axis={axis}, keepdims={flag}) | {new} = np.sum({a}, where={mask}, dtype={number})
{new} = np.sort({a}, {axis}) | {new} = np.argsort({a}, {axis}, kind='stable') | {a}.sort({axis}, kind='stable') | {new} = np.unique({a}, return_counts=True)
{new} = np.unique({a}, return_inverse=True) | {new} = np.searchsorted(np.sort({a}, None), {b}, 'right') | {new} = np.isin({a}, {c}) | {new} = np.percentile({a}, [0, 30], axis={axis})
{new} = np.cumsum({a}, axis={axis}) | {new} = np.nancumprod({a}, axis={axis}) | {new} = np.diff({a}, axis={axis}) | {new} = np.gradient({a}, axis={axis})
{new} = np.concatenate([{a}, {b}], {axis}) | {new} = np.stack([{a}, {b}], {axis}) | {new} = np.roll({a}, 2, {axis}) | {new} = np.repeat({a}, 2, {axis}) | {new} = np.tile({a}, (2, 1))
{new} = {a}.reshape(-1).copy() | {new} = {a}.reshape(2, -1).copy() | {new} = {a}.ravel('F').copy() | {new} = np.take({a}, {ints}, {axis}) | {new} = np.take({a}, {ints}, None, mode='wrap')
{new} = np.delete({a}, 1, {axis}) | {new} = np.append({a}, {c}, {axis}) | {new} = np.where({mask}, {a}, {like}) | {new} = np.clip({a}, 1, {like})
{new} = np.nonzero({a}) | {new} = np.argwhere({a}) | {new} = np.triu({a}) | {new} = np.trace({a}) | {new} = np.extract({mask}, {a}) | {new} = np.choose([0, 1], [{a}, {b}])
{new} = {a}.astype({type}) | {new} = {a}.astype({number}, casting='safe') | {new} = np.full_like({a}, {scalar}) | {new} = np.nan_to_num({a}) | {new} = np.round({a}, 1) | {new} = {a}.copy()
{new} = np.array_equal({a}, {b}) | {new} = np.isclose({a}, {b}) | {new} = np.union1d({a}, {c}) | {new} = np.setdiff1d({a}, {c}) | {new} = np.trim_zeros({a}) | {new} = {a}.tolist()
np.copyto({a}, {like}, where={mask}) | np.put({a}, {ints}, {n}) | np.put({a}, {ints}, [7, 8], mode='clip') | np.putmask({a}, {mask}, {like}) | np.place({a}, {mask}, [1, 2])
np.fill_diagonal({a}, 3) | {a}.real = 5 | {a}.imag = {scalar} | {a}.flat = [1, 2] | for row in {a}: row[...] = 5 | for row in {a}: row += 1 | np.clip({a}, 1, 3, out={b})
np.sum({a}, 0, out={c}) | np.mean({a}, 0, out={c}) | np.dot({a}, {b}, out={c}) | {new} = {a} @ {c} | {new} = np.dot({a}, {c}) | {new} = np.tensordot({a}, {c}, 1) | {new} = np.outer({a}, {c})
{new} = {a}.item({n}) | {new} = {a}.item() | {new} = len({a}) | {new} = bool({a}) | {new} = int({a}) | {new} = {scalar} in {a} | {new} = [1, 2, 3][{a}] | {new} = {a} == 'x' | {new} = {a}.conj()
{new} = stored({a}, {number}) | {new} = stored({a}, 1)[{basic}] | {new} = stored_part({a}, np.s_[{basic}], {value}) | {new} = stored_part({a}, np.s_[{basic}], 1)
{new} = np.unique({a}, axis={axis}) | {new} = np.unique({a}, True, True, True, axis=0)[{n}] | {new} = np.einsum('...i->...', {a}) | {new} = np.einsum('...i,...i->i...', {a}, {b})
{new} = np.einsum('i...,i...', {a}, {c}) | {new} = np.{binary}({a}, {like}, out={b}, where={mask}) | {new} = np.mean({a}, {axis}, where={mask})
{new} = np.var({a}, {axis}, ddof=1, where={mask}) | {new} = np.std({a}, {axis}, dtype={number}) | {new} = np.mean({a}, {axis}, dtype={number}, keepdims={flag})
{new} = np.max({a}, {axis}, initial={n}, where={mask}) | np.cumsum({a}, {axis}, out={b}) | np.std({a}, {axis}, out={c}) | np.prod({a}, {axis}, out={c}) | np.take({a}, {ints}, {axis}, out={c})
{new} = [np.sum(row) for row in {a}] | {new} = [one for row in {a} for one in row.T][-1] | {new} = np.array_split({a}, 3, {axis})[1] | {new} = copy.deepcopy({a})
{a}[...] = {a}[::-1] | {a}[:] = {a}.T | {a}[{key}] = {a}[{key}][::-1] | {a}.T.sort(0) | {a}[{basic}].sort() | np.add.at({a}[{basic}], 0, 1) | np.put({a}[{basic}], {ints}, {like})
np.copyto({a}[{basic}], {like}, where={mask}) | {a}[{basic}].T[...] {operator}= 3 | {a}.reshape(-1)[{basic}] = 4 | np.put_along_axis({a}, {ints}, 5, -1)
{new} = np.take_along_axis({a}, np.argsort({a}, {axis}, kind='stable'), {axis}) | {new} = np.select([{mask}, {mask}], [{a}, {like}], {scalar}) | {new} = np.piecewise({a}, [{mask}], [1, 2])
{new} = np.partition({a}, 0, {axis}).shape | {new} = np.histogram({a}, 4) | {new} = np.bincount({a})
{new} = {a}.view()[{basic}] | {new} = {a}[()] | {new} = np.resize({a}, (3, 2)) | {new} = np.pad({a}, 1) | {new} = np.interp({a}, [0, 1], [2, 3]) | {new} = np.ravel({a}).copy()
'''.replace('\n', ' | ').strip(' |').split(' | ')


class Program:
    """The names and arrays of a random program, and its next statement."""

    def __init__(self, seed):
        self.some = random.Random(seed)
        self.arrays, self.count = {}, 0
        for name in 'ABCD'[:self.some.randrange(2, 5)]:
            shape = self.some.choice([self.shape(), *(one.shape for one in self.arrays.values())])
            self.arrays[name] = self.values(shape, self.some.choice(TYPES if self.some.random() < .4 else NUMBERS))

    def shape(self):
        return tuple(self.some.choice([0, 1, 1, 2, 3, 3, 4, 5, 7]) for _ in range(self.some.choice([0, 1, 1, 1, 2, 2, 2, 2, 3])))

    def layout(self, shape):
        return {'block': tuple(self.some.randrange(1, extent + 2) for extent in shape)} if shape and self.some.random() < .7 else {}

    def values(self, shape, dtype):
        dtype, count = numpy.dtype(dtype), int(numpy.prod(shape))
        made = [self.some.choice([self.some.randrange(0 if dtype.kind == 'u' else -6, 8), 2, self.some.randrange(5)]) for _ in range(count)]
        if dtype.kind == 'f':
            made = [one / self.some.choice([1, 4]) if self.some.random() < .9 else self.some.choice([numpy.nan, -0., numpy.inf]) for one in made]
        elif dtype.kind == 'c':
            made = [one + self.some.randrange(-3, 4) * 1j for one in made]
        elif dtype.kind in 'mM':
            return numpy.array([one if self.some.random() < .8 else -2**63 for one in made], 'i8').view(dtype).reshape(shape)
        elif dtype.kind in 'SU':
            made = [self.some.choice(['a', 'bb', '', 'c']) for _ in made]
        elif dtype.names:
            made = [(one, one / 2) for one in made]
        return numpy.array(made, dtype).reshape(shape)

    def literal(self, values):
        """An array as text; some are distributed."""
        text = repr(values.tolist()).replace('nan', 'np.nan').replace('inf', 'np.inf')
        return self.some.choice(['D(np.array({}, {!r}).reshape({}))', 'np.array({}, {!r}).reshape({})']).format(text, values.dtype.str, values.shape)

    def slice(self, extent):
        start, stop = (self.some.choice(['', '', self.some.randrange(-extent - 2, extent + 3)]) for _ in range(2))
        return f'{start}:{stop}{self.some.choice(["", "", "", ":2", ":-1", ":-2", ":3"])}'

    def ints(self, extent, shape=None):
        shape = self.some.choice([(self.some.randrange(5),), (2, 2), ()]) if shape is None else shape
        last = max(1, extent) + (self.some.random() < .05)
        return self.literal(numpy.array([self.some.randrange(-extent if self.some.random() < .4 else 0, last)
                                         for _ in range(int(numpy.prod(shape)))], 'i8').reshape(shape))

    def mask(self, shape):
        shape = tuple(max(0, one + self.some.choice([0, 1])) for one in shape) if self.some.random() < .05 else shape
        return self.literal(numpy.array([self.some.random() < .5 for _ in range(int(numpy.prod(shape)))], bool).reshape(shape))

    def key(self, shape, kind):
        if kind == 'mask':
            return self.mask(shape[:self.some.randrange(1, len(shape) + 1)] if shape and self.some.random() < .4 else shape)
        count, made = len(shape) + (self.some.random() < .03), []
        common = self.some.choice([None, (2,), (3,), (1,)])
        for extent in [*shape, 3][:count if self.some.random() < .6 else self.some.randrange(count + 1)]:
            what = self.some.random()
            if kind != 'basic' and what < .6:
                made.append(self.mask((extent,)) if kind == 'mixed' and what < .2 else self.ints(extent, common))
            else:
                made.append(self.slice(extent) if what < .8 else self.some.randrange(-extent - (what > .99), extent) if extent else 0)
        for one in '...', 'None':
            if self.some.random() < .13:
                made.insert(self.some.randrange(len(made) + 1), one)
        return ', '.join(map(str, made)) or self.some.choice(['...', ':', '()'])

    def like(self, shape):
        """An operand: a number, an array of the program or a view of it, or another array that is broadcast to the shape."""
        what = self.some.random()
        if what < .3:
            return self.some.choice(SCALARS)
        if what < .7:
            name = self.name(lambda one: not one.dtype.names)
            return name if what < .55 else f'{name}[{self.key(self.arrays[name].shape, "basic")}]'
        shape = tuple(1 if self.some.random() < .2 else extent for extent in shape[self.some.randrange(len(shape) + 1):])
        return self.literal(self.values(shape, self.some.choice(['i8', 'f8', 'i8', 'f8', 'b1', 'c16', 'i1', 'f4'])))

    def name(self, condition=lambda one: True):
        return self.some.choice([name for name, one in self.arrays.items() if condition(one)] or list(self.arrays))

    def value(self, a, key):
        array = self.arrays[a]
        try:
            shape = array[eval(f'np.s_[{key}]', {'np': numpy, 'D': numpy.asarray})].shape
        except Exception:
            shape = ()
        special = {'M': ["np.datetime64('2020-01-02')", "'2001-05-06'", "'NaT'"], 'm': ["np.timedelta64(5, 's')", '7'], 'S': ["b'qq'", "'long'"],
                   'U': ["'zz'", '5'], 'V': ['(1, 2.5)', '0']}.get(array.dtype.kind)
        return self.some.choice(special) if special and self.some.random() < .7 else self.like(shape)

    def statement(self):
        template = self.some.choice(STATEMENTS)
        a = self.name(fits if 'reduction' in template or 'nan_' in template else lambda one: bool(one.dtype.names) or "['" not in template)
        shape, keys = self.arrays[a].shape, ['basic', 'fancy', 'mask', 'mixed']
        if not shape and 'cumsum' in template:
            template = template.replace(', out={b}', '')  # with an `out` that has no dimensions NumPy's writes beyond its memory
        if 0 in shape:
            template = template.replace('np.tile({a}', 'np.tile({a}.copy()')  # of no elements NumPy's is a view, which may be read-only
        key = self.key(shape, self.some.choice(keys))
        axes = [None, *range(-len(shape), len(shape)), *([len(shape) + 1] if self.some.random() < .05 else [])]
        holes = {
            'a': lambda: a, 'b': lambda: self.name(lambda one: one.shape == shape and (fits(one) or 'out' not in template)), 'c': lambda: self.name(fits), 'basic': lambda: self.key(shape, 'basic'),
            'key': lambda: key, 'mask': lambda: self.mask(shape[self.some.randrange(len(shape) + 1):]), 'value': lambda: self.value(a, key),
            'ints': lambda: self.ints(max([*shape, 1])), 'like': lambda: self.like(shape), 'axis': lambda: self.some.choice(axes),
            'scalar': lambda: self.some.choice(SCALARS), 'number': lambda: repr(self.some.choice(NUMBERS)), 'type': lambda: repr(self.some.choice(TYPES[:-1])),
            'operator': lambda: self.some.choice('+ - * / // % & | ^ << >>'.split()), 'comparison': lambda: self.some.choice('== != < >='.split()),
            'unary': lambda: self.some.choice(UNARY), 'binary': lambda: self.some.choice(BINARY), 'reduction': lambda: self.some.choice(REDUCTIONS),
            'flag': lambda: self.some.choice([True, False]), 'n': lambda: self.some.randrange(-4, 4), 'new': self.new}
        return re.sub(r'\{(\w+)\}', lambda hole: str(holes[hole[1]]()), template)

    def new(self):
        self.count += 1
        return f'v{self.count}'


AS_VALUES = us.Array, numpy.ndarray, numpy.generic, list, tuple, int, float, complex, bool
WAYS = [('npy', None), ('zarr', None), ('zarr', 'shard:1'), ('zarr', 'gzip'), ('h5', None), ('hdf5', None)]


@contextlib.contextmanager
def _file(way, ndim):
    """A file of all threads in one of several formats, and its codec."""
    end, codec = WAYS[zlib.crc32(repr(way).encode()) % len(WAYS)]
    with shared_folder() as folder:
        yield folder / f'a.{end}', codec and codec.replace('1', 'x'.join('1' * ndim))


def stored(x, way):
    """An array that was in a file."""
    with _file(way, x.ndim) as (path, codec):
        us.write(x.copy().elements[...], path, codec if x.ndim else None)
        return us.load(path).astype(x.dtype)  # some formats keep no order of bytes


def stored_part(x, key, value):
    """The same, and a part of it was assigned to there."""
    with _file((x.shape, x.dtype.str, value if isinstance(value, int) else 0), x.ndim) as (path, codec):
        F = us.create(path, x.shape, x.dtype, None, codec if x.ndim else None)
        F[...] = x
        F[key] = value
        return us.open(path)[...].astype(x.dtype)


def _with_part(x, key, value):
    x = x.copy()
    x[key] = value
    return x


def fits(one):
    return one.dtype.kind in 'biufc'


def raised(statement, scope, how):
    """What a statement raises, and what it warns of."""
    failure = None
    with numpy.errstate(**how), warned() as told:
        try:
            exec(compile(statement, statement, 'exec'), scope)
        except Exception as error:
            failure = error
    return failure, told


def _are_alike(ours, theirs):
    """A statement may have several faults. Which of them raises depends on the order in which they are looked at."""
    has_too_many = isinstance(ours, us.Error) and 'must be in 1..8' in str(ours)  # dimensions
    return has_too_many or are_alike(ours, theirs) or all(isinstance(one, (TypeError, ValueError, IndexError, ArithmeticError)) or _is_of_object(one)
                                          for one in (ours, theirs))


def _is_of_object(error):
    """Whether a ufunc has found no method of its name in an object of Python."""
    name = re.fullmatch(r"'\w+' object has no attribute '(\w+)'", str(error))
    return isinstance(error, AttributeError) and name is not None and isinstance(getattr(numpy, name[1], None), numpy.ufunc)


def _kinds(told):
    """Warnings without the name of the ufunc that has found the reason: a reduction here may have two steps. NumPy's comparisons warn of some
    NaN, which depends on how many elements they compare at once."""
    return {one.partition(' encountered in')[0] for one in told if not re.search('encountered in (not_equal|equal|less|greater)', one)}


def _of_registers(statement, scope):
    """What NumPy tells of a product although no element of it is invalid: BLAS fills its registers with zeros, and multiplies them by infinities."""
    name = re.search(r'out=(\w+)', statement) or re.match(r'(\w+)', statement)
    made = scope.get(name and name[1], 0)
    if isinstance(made, (list, tuple)):
        return ()
    made = numpy.asarray(made)
    # What several threads combine decides whether a NaN comes before 0 times infinity, which then tells nothing.
    return () if us.threads() == 1 and made.dtype.kind in 'fc' and numpy.isnan(made).any() else ('RuntimeWarning: invalid value encountered in dot',
                                                                        'RuntimeWarning: invalid value encountered in matmul')


def _keeps_no_masked(statement, scope):
    """Whether an operand is a view of `out`: NumPy converts the elements where `where` is false to the operand's type, and back."""
    out = re.search(r'out=(\w+), where=', statement)
    rest = out and statement[:out.start()]
    return out and (f'{out[1]}[' in rest or any(numpy.may_share_memory(scope[name], scope[out[1]]) for name in re.findall(r'\w+', rest)
                                                if name != out[1] and isinstance(scope.get(name), numpy.ndarray)))


def _writes_to_copy(statement, scope):
    """Whether it writes to a copy in NumPy, whose elements lie in another order in memory. The package's lie row by row."""
    name = re.match(r'(\w+)\.reshape\(-1\)\[', statement)
    return name and not scope[name[1]].flags.c_contiguous


def _signals(one):
    """Whether it has a NaN of half precision of which the next operation warns. NumPy's sort makes those of any other."""
    bits = numpy.ascontiguousarray(one).view('u2') if one.dtype.char == 'e' else numpy.zeros(1, 'u2')
    return ((bits & 0x7e00 == 0x7c00) & (bits & 0x1ff != 0)).any()


def _part(ours, theirs, known):
    """NumPy's views among what is new become copies, as they are in the package where NumPy computes on copies."""
    for name in [name for name, one in theirs.items() if isinstance(one, numpy.ndarray) and name not in known and isinstance(ours[name], us.Array)]:
        theirs[name] = theirs[name].copy()
        theirs[name].flags.writeable = not ours[name]._readonly


def judged(seed, steps):
    """How many statements of a program are the same, and raise where NumPy does not; and what is different."""
    program, counts, told, how = Program(seed), collections.Counter(), [], {'all': 'raise'} if seed % 4 == 0 else {}
    ours = {'np': numpy, 'copy': copy, 'D': us.array, 'stored': stored, 'stored_part': stored_part,
            **{name: us.array(one, **program.layout(one.shape)) for name, one in program.arrays.items()}}
    theirs = {'np': numpy, 'copy': copy, 'D': numpy.asarray, 'stored': lambda x, way: x.copy(), 'stored_part': _with_part, **program.arrays}
    for _ in range(steps):
        statement = program.statement()
        if 'np.unique' in statement and 'axis' in statement and any(one.dtype.char == 'e' for one in program.arrays.values()):
            break  # NumPy has another order of rows with NaN in half precision
        if re.search(r'np\.(equal|less|greater_equal)\(.*\b(300|-1)\b.*where=', statement):
            break  # where NumPy 2.4 compares with a number that the type has not, with where=, the process ends by a signal
        if 'np.logaddexp.at(' in statement:
            break  # NumPy 2.4's ends the process by a signal, now and then where operands are converted
        if any(map(_signals, program.arrays.values())) or _keeps_no_masked(statement, theirs) or _writes_to_copy(statement, theirs):
            break
        if re.search(r'np\.(setdiff1d|isin)', statement) and {'S', 'U'} <= {one.dtype.kind for one in program.arrays.values()}:
            break  # NumPy finds texts of bytes among other texts, or does not, by how many there are
        their_error, their_warnings = raised(statement, theirs, how)
        with delayed_at_random(seed):
            our_error, our_warnings = raised(statement, ours, how)
            has_copies = is_refused(our_error)
            if has_copies:
                with us.fallback('allow'):
                    our_error, our_warnings = raised(statement, ours, how)
        our_warnings = of_all_threads(our_warnings)
        their_warnings = {one for one in their_warnings if not one.startswith(_of_registers(statement, theirs)) or one in our_warnings}
        told.append(f'{statement}  # {type(our_error).__name__}')
        number = zlib.crc32(told[-1].encode())
        assert (_shared.over_threads(numpy.array([number, -number]), 'max') == [number, -number]).all(), ('threads differ', us.thread(), seed, told)
        if our_error is not None and their_error is None:
            counts['refused'] += 1
            break
        names = [name for name in theirs if name in ours and isinstance(ours[name], AS_VALUES) and name not in ('row', 'one')
                 and not isinstance(theirs[name], numpy.void)]  # which is a view of NumPy's array, and a copy here
        other = [name for name in names if not same(plain(ours[name]), theirs[name])]
        if our_error is None and (their_error is not None or other):
            return counts, f'program {seed}, {statement}: {their_error!r} {[(name, theirs[name], plain(ours[name])) for name in other]}, after {told}'
        if our_error is not None and not _are_alike(our_error, their_error):
            return counts, f'program {seed}, {statement}: raises {our_error!r}, NumPy {their_error!r}, after {told}'
        if any(one.size == 0 for one in program.arrays.values()):  # NumPy warns of them, too
            their_warnings = {one for one in their_warnings if 'ComplexWarning' not in one or one in our_warnings}
        if our_error is None and _kinds(our_warnings) != _kinds(their_warnings):
            return counts, f'program {seed}, {statement}: warns of {our_warnings}, NumPy of {their_warnings}, after {told}'
        counts['with copies' if has_copies else 'the same'] += 1
        if has_copies:
            _part(ours, theirs, program.arrays)
        if other:  # an operation that raises has changed some elements, not the same ones as NumPy's
            break
        program.arrays = {name: one for name, one in theirs.items() if isinstance(one, numpy.ndarray) and isinstance(ours.get(name), us.Array)}
    return counts, None


def main(first=0, count=300):
    us.init()
    near, counts, wrong = _shared.all_are_near(), collections.Counter(), []
    for seed in range(int(first), int(first) + int(count)):
        _shared._known['near'] = near and seed % 3 > 0
        made, told = judged(seed, 12)
        counts += made
        wrong += [told] if told else []
        if told and us.thread() == 0:
            print(told)
    if us.thread() == 0:
        print(f'{sum(counts.values()) + len(wrong)} statements on {us.threads()} threads: {counts["the same"]} do as NumPy\'s, {counts["with copies"]} '
              f'with copies, {counts["refused"]} raise where NumPy does not, {len(wrong)} are different')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main(*sys.argv[1:])
