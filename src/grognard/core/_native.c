/* Functions of core and kit once more in C, for the compiled build (`make fast`). The Python functions marked
 * `@native` say what each does, and the tests compare the two.
 *
 * A set of small numbers is a Python int; here it is an array of the digits of that int, lowest first. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <string.h>

#define SHIFT PyLong_SHIFT
#define FULL ((digit)PyLong_MASK)

#if PY_VERSION_HEX >= 0x030C0000
#define DIGITS(o) (((PyLongObject *)(o))->long_value.ob_digit)
#define COUNT(o) ((Py_ssize_t)(((PyLongObject *)(o))->long_value.lv_tag >> 3))
#define NEGATIVE(o) ((((PyLongObject *)(o))->long_value.lv_tag & 3) == 2)
#else
#define DIGITS(o) (((PyLongObject *)(o))->ob_digit)
#define COUNT(o) Py_ABS(Py_SIZE(o))
#define NEGATIVE(o) (Py_SIZE(o) < 0)
#endif

static int
is_int(PyObject *o)
{
    if (PyLong_Check(o))
        return 1;
    PyErr_Format(PyExc_TypeError, "a set must be an int, not %.100s", Py_TYPE(o)->tp_name);
    return 0;
}

/* Copy the lowest n digits, of a negative int those of its two's complement. */
static void
load(PyObject *o, digit *out, Py_ssize_t n)
{
    Py_ssize_t have = Py_MIN(COUNT(o), n);
    memcpy(out, DIGITS(o), have * sizeof(digit));
    memset(out + have, 0, (n - have) * sizeof(digit));
    if (NEGATIVE(o)) {
        digit carry = 1;
        for (Py_ssize_t i = 0; i < n; i++) {
            digit flipped = (~out[i] & FULL) + carry;
            out[i] = flipped & FULL;
            carry = flipped >> SHIFT;
        }
    }
}

static PyObject *
store(const digit *from, Py_ssize_t n)
{
    while (n && !from[n - 1])
        n--;
    if (n <= 1)
        return PyLong_FromLong(n ? (long)from[0] : 0);
    PyLongObject *out = _PyLong_New(n);
    if (out != NULL)
        memcpy(DIGITS(out), from, n * sizeof(digit));
    return (PyObject *)out;
}

static int
any_of(const digit *set, Py_ssize_t n)
{
    digit all = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        all |= set[i];
    return all != 0;
}

/* Whether a set and an int that is not negative have a member in common. */
static int
meets(const digit *set, Py_ssize_t n, PyObject *o)
{
    const digit *other = DIGITS(o);
    Py_ssize_t have = Py_MIN(COUNT(o), n);
    digit all = 0;
    for (Py_ssize_t i = 0; i < have; i++)
        all |= set[i] & other[i];
    return all != 0;
}

/* -- core/bits.py ------------------------------------------------------------------------------------------------ */

static PyObject *
bits(PyObject *module, PyObject *items)
{
    PyObject *each = PyObject_GetIter(items), *item;
    if (each == NULL)
        return NULL;
    digit few[80], *set = few;
    Py_ssize_t room = 80, n = 0;
    memset(few, 0, sizeof(few));
    PyObject *out = NULL;
    while ((item = PyIter_Next(each)) != NULL) {
        Py_ssize_t number = PyLong_AsSsize_t(item);
        Py_DECREF(item);
        if (number < 0) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "negative shift count");
            goto done;
        }
        Py_ssize_t at = number / SHIFT;
        if (at >= room) {
            Py_ssize_t more = at + 80;
            digit *new = PyMem_Calloc(more, sizeof(digit));
            if (new == NULL) {
                PyErr_NoMemory();
                goto done;
            }
            memcpy(new, set, room * sizeof(digit));
            if (set != few)
                PyMem_Free(set);
            set = new;
            room = more;
        }
        set[at] |= (digit)1 << number % SHIFT;
        n = Py_MAX(n, at + 1);
    }
    if (!PyErr_Occurred())
        out = store(set, n);
done:
    if (set != few)
        PyMem_Free(set);
    Py_DECREF(each);
    return out;
}

static PyObject *
scan(PyObject *module, PyObject *these)
{
    if (!is_int(these))
        return NULL;
    Py_ssize_t n = COUNT(these), count = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        count += __builtin_popcount(DIGITS(these)[i]);
    PyObject *members = PyTuple_New(count);
    if (members == NULL)
        return NULL;
    Py_ssize_t at = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        for (digit left = DIGITS(these)[i]; left; left &= left - 1) {
            PyObject *one = PyLong_FromSsize_t(i * SHIFT + __builtin_ctz(left));
            if (one == NULL) {
                Py_DECREF(members);
                return NULL;
            }
            PyTuple_SET_ITEM(members, at++, one);
        }
    PyObject *out = PyObject_GetIter(members);
    Py_DECREF(members);
    return out;
}

static PyObject *
lowest(PyObject *module, PyObject *these)
{
    if (!is_int(these))
        return NULL;
    for (Py_ssize_t i = 0, n = COUNT(these); i < n; i++)
        if (DIGITS(these)[i])
            return PyLong_FromSsize_t(i * SHIFT + __builtin_ctz(DIGITS(these)[i]));
    return PyLong_FromLong(-1);
}

static PyObject *
nth(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "nth takes a set and an index");
        return NULL;
    }
    if (!is_int(args[0]))
        return NULL;
    Py_ssize_t left = PyLong_AsSsize_t(args[1]);
    if (left < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_IndexError, "the index is negative");
        return NULL;
    }
    for (Py_ssize_t i = 0, n = COUNT(args[0]); i < n; i++) {
        digit here = DIGITS(args[0])[i];
        int few = __builtin_popcount(here);
        if (left < few) {
            for (; left > 0; left--)
                here &= here - 1;
            return PyLong_FromSsize_t(i * SHIFT + __builtin_ctz(here));
        }
        left -= few;
    }
    PyErr_SetString(PyExc_IndexError, "the set has fewer members");
    return NULL;
}

/* -- kit/hex/board.py: spreads ----------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    int back;
    Py_ssize_t shifts[3];
    Py_ssize_t n;  /* digits of the longest mask */
    digit *masks;  /* six, n digits each */
} Spread;

/* The digits `from` to `to` of a set, with a mask, shifted upwards. */
static void
up(digit *restrict out, Py_ssize_t room, const digit *restrict set, const digit *restrict mask, Py_ssize_t from,
   Py_ssize_t to, Py_ssize_t by)
{
    Py_ssize_t skip = by / SHIFT;
    int shift = by % SHIFT;
    digit carry = 0;
    Py_ssize_t i, end = Py_MIN(to, room - skip);
    for (i = from; i < end; i++) {
        digit here = set[i] & mask[i];
        out[i + skip] |= ((here << shift) & FULL) | carry;
        carry = (digit)((twodigits)here >> (SHIFT - shift));
    }
    if (carry && i + skip < room)
        out[i + skip] |= carry;
}

static void
down(digit *restrict out, Py_ssize_t room, const digit *restrict set, const digit *restrict mask, Py_ssize_t from,
     Py_ssize_t to, Py_ssize_t by)
{
    Py_ssize_t skip = by / SHIFT;
    int shift = by % SHIFT;
    for (Py_ssize_t i = from; i < to; i++) {
        twodigits here = (twodigits)(set[i] & mask[i]) << (SHIFT - shift);
        if (i > skip && i - skip - 1 < room)
            out[i - skip - 1] |= (digit)(here & FULL);
        if (i >= skip && i - skip < room)
            out[i - skip] |= (digit)(here >> SHIFT);
    }
}

/* All places one step away from a set of `have` digits: into an empty one with room for `room` digits. */
static void
spread_digits(Spread *self, const digit *set, Py_ssize_t have, digit *out, Py_ssize_t room)
{
    Py_ssize_t from = 0, to = have, n = Py_MIN(self->n, room);
    while (from < to && !set[from])
        from++;
    while (to > from && !set[to - 1])
        to--;
    if (from == to)
        return;
    if (!self->back) {
        to = Py_MIN(to, self->n);
        for (int way = 0; way < 6; way++)
            (way < 3 ? up : down)(out, room, set, self->masks + way * self->n, from, to, self->shifts[way % 3]);
        return;
    }
    Py_ssize_t wide = (self->shifts[2] + SHIFT - 1) / SHIFT + 1;
    Py_ssize_t low = Py_MAX(0, from - wide), high = Py_MIN(n, to + wide);
    for (int way = 0; way < 6; way++) {  /* shifted first, then masked */
        const digit *mask = self->masks + way * self->n;
        Py_ssize_t skip = self->shifts[way % 3] / SHIFT;
        int shift = self->shifts[way % 3] % SHIFT;
        for (Py_ssize_t i = low; i < high; i++) {
            Py_ssize_t at = way < 3 ? i + skip : i - skip, near = way < 3 ? at + 1 : at - 1;
            digit here = at >= from && at < to ? set[at] : 0, next = near >= from && near < to ? set[near] : 0;
            digit moved = way < 3 ? here >> shift | (digit)(((twodigits)next << (SHIFT - shift)) & FULL)
                                  : ((here << shift) & FULL) | (digit)((twodigits)next >> (SHIFT - shift));
            out[i] |= moved & mask[i];
        }
    }
}

static PyObject *
spread_call(PyObject *self, PyObject *const *args, size_t flags, PyObject *names)
{
    Spread *spread = (Spread *)self;
    if (PyVectorcall_NARGS(flags) != 1 || (names != NULL && PyTuple_GET_SIZE(names))) {
        PyErr_SetString(PyExc_TypeError, "a spread takes one set");
        return NULL;
    }
    if (!is_int(args[0]))
        return NULL;
    Py_ssize_t have = COUNT(args[0]), room = spread->n + spread->shifts[2] / SHIFT + 2;
    digit *set = DIGITS(args[0]), *buffer = NULL;
    digit out[room];
    if (NEGATIVE(args[0])) {
        have = room;
        buffer = PyMem_Malloc(have * sizeof(digit));
        if (buffer == NULL)
            return PyErr_NoMemory();
        load(args[0], buffer, have);
        set = buffer;
    }
    memset(out, 0, sizeof(out));
    spread_digits(spread, set, have, out, room);
    PyMem_Free(buffer);
    return store(out, room);
}

static void
spread_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(((Spread *)self)->masks);
    type->tp_free(self);
}

static PyTypeObject SpreadType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "grognard.core._native.Spread",
    .tp_doc = "All places one step away from a set.",
    .tp_basicsize = sizeof(Spread),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(Spread, call),
    .tp_call = PyVectorcall_Call,
    .tp_dealloc = spread_free,
};

/* spreads(shifts, masks): forwards and backwards */
static PyObject *
spreads(PyObject *module, PyObject *args)
{
    Py_ssize_t one, col, slant, n = 1;
    PyObject *masks;
    if (!PyArg_ParseTuple(args, "(nnn)O!", &one, &col, &slant, &PyList_Type, &masks))
        return NULL;
    if (PyList_GET_SIZE(masks) != 6 || one < 1 || col < 1 || slant < col) {
        PyErr_SetString(PyExc_ValueError, "six masks and three shifts are needed");
        return NULL;
    }
    for (int i = 0; i < 6; i++) {
        if (!is_int(PyList_GET_ITEM(masks, i)))
            return NULL;
        n = Py_MAX(n, COUNT(PyList_GET_ITEM(masks, i)));
    }
    PyObject *both = PyTuple_New(2);
    for (int back = 0; both != NULL && back < 2; back++) {
        Spread *new = PyObject_New(Spread, &SpreadType);
        if (new == NULL) {
            Py_CLEAR(both);
            break;
        }
        new->call = spread_call;
        new->back = back;
        new->n = n;
        new->shifts[0] = one;
        new->shifts[1] = col;
        new->shifts[2] = slant;
        new->masks = PyMem_Malloc(6 * n * sizeof(digit));
        if (new->masks == NULL) {
            Py_DECREF(new);
            Py_CLEAR(both);
            PyErr_NoMemory();
            break;
        }
        for (int i = 0; i < 6; i++)
            load(PyList_GET_ITEM(masks, i), new->masks + i * n, n);
        PyTuple_SET_ITEM(both, back, (PyObject *)new);
    }
    return both;
}

/* -- kit/hex/reach.py -------------------------------------------------------------------------------------------- */

/* The rings of a list, as arrays. */
typedef struct {
    PyObject *list;
    Py_ssize_t count, n;
    digit *sets;
    char *state;  /* by ring: EMPTY (not yet cleared), AS_LISTED, or CHANGED */
} Rings;

enum { EMPTY, AS_LISTED, CHANGED };

static int
open_rings(Rings *rings, PyObject *list, Py_ssize_t n)
{
    rings->list = list;
    rings->count = PyList_GET_SIZE(list);
    rings->n = n;
    rings->sets = PyMem_Malloc(rings->count * n * sizeof(digit) + rings->count + 1);
    if (rings->sets == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    rings->state = (char *)(rings->sets + rings->count * n);
    for (Py_ssize_t i = 0; i < rings->count; i++) {
        PyObject *ring = PyList_GET_ITEM(list, i);
        if (!is_int(ring)) {
            PyMem_Free(rings->sets);
            return 0;
        }
        rings->state[i] = COUNT(ring) ? AS_LISTED : EMPTY;
        if (COUNT(ring))
            load(ring, rings->sets + i * n, n);
    }
    return 1;
}

static void
add_to(Rings *rings, Py_ssize_t at, const digit *more)
{
    digit *ring = rings->sets + at * rings->n;
    if (rings->state[at] == EMPTY)
        memcpy(ring, more, rings->n * sizeof(digit));
    else
        for (Py_ssize_t i = 0; i < rings->n; i++)
            ring[i] |= more[i];
    rings->state[at] = CHANGED;
}

/* Write the rings back into the list. */
static int
close_rings(Rings *rings, int good)
{
    for (Py_ssize_t i = 0; good && i < rings->count; i++)
        if (rings->state[i] == CHANGED) {
            PyObject *ring = store(rings->sets + i * rings->n, rings->n);
            good = ring != NULL && !PyList_SetItem(rings->list, i, ring);
        }
    PyMem_Free(rings->sets);
    return good;
}

/* The places to which a step leads; false if an error is set. */
static int
go_on(PyObject *go, const digit *set, digit *out, Py_ssize_t n)
{
    if (Py_IS_TYPE(go, &SpreadType)) {
        memset(out, 0, n * sizeof(digit));
        spread_digits((Spread *)go, set, n, out, n);
        return 1;
    }
    PyObject *from = store(set, n), *to = from ? PyObject_CallOneArg(go, from) : NULL;
    Py_XDECREF(from);
    if (to == NULL)
        return 0;
    int good = is_int(to);
    if (good)
        load(to, out, n);
    Py_DECREF(to);
    return good;
}

/* A step of a rate: (cost, places, spread). */
static int
step_of(PyObject *steps, Py_ssize_t at, long *cost, PyObject **places, PyObject **go)
{
    PyObject *step = PyTuple_GET_ITEM(steps, at);
    if (!PyTuple_Check(step) || PyTuple_GET_SIZE(step) != 3 || !is_int(PyTuple_GET_ITEM(step, 1))) {
        PyErr_SetString(PyExc_TypeError, "a step is (cost, places, spread)");
        return 0;
    }
    *cost = PyLong_AsLong(PyTuple_GET_ITEM(step, 0));
    *places = PyTuple_GET_ITEM(step, 1);
    *go = PyTuple_GET_ITEM(step, 2);
    return !(*cost == -1 && PyErr_Occurred());
}

typedef struct {
    PyObject *steps;  /* owned */
    digit *where, *to;
    long extra;
} Way;

/* Places that cost a multiple to enter. */
typedef struct {
    Py_ssize_t count;
    long *factor;
    digit *where;  /* n digits for each */
} Hard;

static PyObject *s_steps, *s_steps_back, *s_everywhere;

/* To be freed with close_slow, in any case. */
static int
open_slow(PyObject *slow, Hard *hard, Py_ssize_t n)
{
    hard->count = 0;
    hard->where = NULL;
    hard->factor = NULL;
    if (slow == NULL)
        return 1;
    PyObject *all = PySequence_Fast(slow, "slow places must be a sequence");
    if (all == NULL)
        return 0;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(all);
    int good = 1;
    if (count) {
        hard->where = PyMem_Malloc(count * n * sizeof(digit));
        hard->factor = PyMem_Malloc(count * sizeof(long));
        if (hard->where == NULL || hard->factor == NULL) {
            PyErr_NoMemory();
            good = 0;
        }
    }
    for (Py_ssize_t i = 0; good && i < count; i++) {
        PyObject *where;
        good = PyArg_ParseTuple(PySequence_Fast_GET_ITEM(all, i), "lO!", hard->factor + i, &PyLong_Type, &where);
        if (good)
            load(where, hard->where + i * n, n);
    }
    hard->count = good ? count : 0;
    Py_DECREF(all);
    return good;
}

static void
close_slow(Hard *hard)
{
    PyMem_Free(hard->where);
    PyMem_Free(hard->factor);
}

/* One way on from a ring: false if an error is set. */
static int
wave(Rings *rings, Way *way, const digit *source, const digit *undone, Py_ssize_t at, const Hard *hard)
{
    Py_ssize_t n = rings->n, last = rings->count - 1;
    digit open_[n], found[n], hit[n];
    for (Py_ssize_t i = 0; i < n; i++)
        open_[i] = way->to[i] & undone[i];
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(way->steps); k++) {
        long cost;
        PyObject *begin, *go;
        if (!step_of(way->steps, k, &cost, &begin, &go))
            return 0;
        if (at + way->extra + cost > last)
            break;
        if (!meets(source, n, begin))
            continue;
        if (!go_on(go, source, found, n))
            return 0;
        for (Py_ssize_t i = 0; i < n; i++)
            found[i] &= open_[i];
        for (Py_ssize_t h = 0; h < hard->count; h++) {
            for (Py_ssize_t i = 0; i < n; i++)
                hit[i] = found[i] & hard->where[h * n + i];
            if (!any_of(hit, n))
                continue;
            for (Py_ssize_t i = 0; i < n; i++)
                found[i] ^= hit[i];
            Py_ssize_t then = at + cost * hard->factor[h] + way->extra;
            if (then <= last)
                add_to(rings, then, hit);
        }
        if (any_of(found, n))
            add_to(rings, at + way->extra + cost, found);
    }
    return 1;
}

/* The rings completed with these ways; everything in them. */
static PyObject *
run_waves(PyObject *list, PyObject *everywhere, Way *ways, Py_ssize_t count, const Hard *hard)
{
    Py_ssize_t n = COUNT(everywhere);
    digit undone[n + 1], new[n + 1], source[n + 1];
    Rings rings;
    load(everywhere, undone, n);
    if (!open_rings(&rings, list, n))
        return NULL;
    int good = 1;
    for (Py_ssize_t at = 0; good && at < rings.count; at++) {
        if (rings.state[at] == EMPTY)
            continue;
        digit *ring = rings.sets + at * n, changed = 0;
        for (Py_ssize_t i = 0; i < n; i++) {
            new[i] = ring[i] & undone[i];
            changed |= new[i] ^ ring[i];
            undone[i] ^= new[i];
            ring[i] = new[i];
        }
        PyObject *listed = PyList_GET_ITEM(list, at);
        if (changed || COUNT(listed) > n || NEGATIVE(listed))
            rings.state[at] = CHANGED;
        if (!any_of(new, n))
            continue;
        for (Py_ssize_t k = 0; good && k < count; k++) {
            for (Py_ssize_t i = 0; i < n; i++)
                source[i] = new[i] & ways[k].where[i];
            if (any_of(source, n))
                good = wave(&rings, ways + k, source, undone, at, hard);
        }
    }
    if (!close_rings(&rings, good))
        return NULL;
    load(everywhere, new, n);
    for (Py_ssize_t i = 0; i < n; i++)
        new[i] ^= undone[i];
    return store(new, n);
}

static PyObject *
waves(PyObject *module, PyObject *args, PyObject *names)
{
    static char *words[] = {"rings", "rate", "enter", "free", "slow", "others", NULL};
    PyObject *list, *rate, *enter, *free_, *slow = NULL, *others = NULL, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O!OO!O!|OO", words, &PyList_Type, &list, &rate, &PyLong_Type, &enter,
                                     &PyLong_Type, &free_, &slow, &others))
        return NULL;
    PyObject *everywhere = PyObject_GetAttr(rate, s_everywhere);
    PyObject *more = others ? PySequence_Fast(others, "other ways must be a sequence") : PyTuple_New(0);
    Py_ssize_t n = everywhere && is_int(everywhere) ? COUNT(everywhere) : -1, count = 0;
    Way *ways = NULL;
    digit *sets = NULL;
    Hard hard = {0, NULL, NULL};
    if (n < 0 || more == NULL || !open_slow(slow, &hard, n))
        goto done;
    ways = PyMem_Malloc((1 + PySequence_Fast_GET_SIZE(more)) * sizeof(Way));
    sets = PyMem_Malloc((1 + PySequence_Fast_GET_SIZE(more)) * 2 * n * sizeof(digit));
    if (ways == NULL || sets == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = -1; i < PySequence_Fast_GET_SIZE(more); i++) {
        PyObject *ways_of = rate, *where = free_, *to = enter;
        Way *way = ways + count;
        way->extra = 0;
        if (i >= 0 && !PyArg_ParseTuple(PySequence_Fast_GET_ITEM(more, i), "OO!O!l", &ways_of, &PyLong_Type, &where,
                                        &PyLong_Type, &to, &way->extra))
            goto done;
        if (i >= 0 && !COUNT(where))
            continue;
        way->where = sets + 2 * count * n;
        way->to = way->where + n;
        load(where, way->where, n);
        load(to, way->to, n);
        way->steps = PyObject_GetAttr(ways_of, s_steps);
        if (way->steps == NULL)
            goto done;
        count++;
        if (!PyTuple_Check(way->steps)) {
            PyErr_SetString(PyExc_TypeError, "the steps of a rate must be a tuple");
            goto done;
        }
    }
    result = run_waves(list, everywhere, ways, count, &hard);
done:
    for (Py_ssize_t i = 0; i < count; i++)
        Py_DECREF(ways[i].steps);
    PyMem_Free(ways);
    PyMem_Free(sets);
    close_slow(&hard);
    Py_XDECREF(more);
    Py_XDECREF(everywhere);
    return result;
}

/* Steps back from a set at a multiple of their costs. */
static int
wave_back(Rings *rings, PyObject *steps, const digit *from, const digit *open_, Py_ssize_t at, long factor)
{
    Py_ssize_t n = rings->n;
    digit found[n];
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(steps); k++) {
        long cost;
        PyObject *end, *go;
        if (!step_of(steps, k, &cost, &end, &go))
            return 0;
        if (at + cost * factor > rings->count - 1)
            break;
        if (!meets(from, n, end))
            continue;
        if (!go_on(go, from, found, n))
            return 0;
        for (Py_ssize_t i = 0; i < n; i++)
            found[i] &= open_[i];
        if (any_of(found, n))
            add_to(rings, at + cost * factor, found);
    }
    return 1;
}

static PyObject *
complete_back(PyObject *module, PyObject *args, PyObject *names)
{
    static char *words[] = {"rings", "rate", "within", "slow", "wanted", NULL};
    PyObject *list, *rate, *within, *slow = NULL, *wanted = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O!OO!|OO!", words, &PyList_Type, &list, &rate, &PyLong_Type, &within,
                                     &slow, &PyLong_Type, &wanted))
        return NULL;
    PyObject *everywhere = PyObject_GetAttr(rate, s_everywhere), *steps = PyObject_GetAttr(rate, s_steps_back);
    PyObject *result = NULL;
    if (everywhere == NULL || steps == NULL || !is_int(everywhere) || !PyTuple_Check(steps)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "the steps of a rate must be a tuple");
        Py_XDECREF(everywhere);
        Py_XDECREF(steps);
        return NULL;
    }
    Py_ssize_t n = COUNT(everywhere);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++)
        if (PyLong_Check(PyList_GET_ITEM(list, i)))
            n = Py_MAX(n, COUNT(PyList_GET_ITEM(list, i)));
    int all = wanted == NULL || NEGATIVE(wanted);  /* never found: it ends with the last ring */
    if (!all)
        n = Py_MAX(n, COUNT(wanted));
    digit seen[n + 1], new[n + 1], open_[n + 1], hit[n + 1], inside[n + 1], sought[n + 1];
    Hard hard;
    Rings rings;
    if (!open_slow(slow, &hard, n) || !open_rings(&rings, list, n)) {
        close_slow(&hard);
        Py_DECREF(everywhere);
        Py_DECREF(steps);
        return NULL;
    }
    memset(seen, 0, n * sizeof(digit));
    load(within, inside, n);
    if (!all)
        load(wanted, sought, n);
    int good = 1;
    Py_ssize_t last = rings.count - 1, at;
    for (at = 0; good && at < rings.count; at++) {
        if (rings.state[at] == EMPTY)
            continue;
        digit *ring = rings.sets + at * n, changed = 0, left = 0;
        for (Py_ssize_t i = 0; i < n; i++) {
            new[i] = ring[i] & ~seen[i];
            changed |= new[i] ^ ring[i];
            seen[i] |= new[i];
            ring[i] = new[i];
        }
        if (changed)
            rings.state[at] = CHANGED;
        if (!any_of(new, n))
            continue;
        for (Py_ssize_t i = 0; !all && i < n; i++)
            left |= sought[i] & ~seen[i];
        if (!all && !left) {
            last = at;
            break;
        }
        for (Py_ssize_t i = 0; i < n; i++)
            open_[i] = inside[i] & ~seen[i];
        for (Py_ssize_t h = 0; good && h < hard.count; h++) {
            for (Py_ssize_t i = 0; i < n; i++)
                hit[i] = new[i] & hard.where[h * n + i];
            if (!any_of(hit, n))
                continue;
            for (Py_ssize_t i = 0; i < n; i++)
                new[i] ^= hit[i];
            good = wave_back(&rings, steps, hit, open_, at, hard.factor[h]);
        }
        if (good && any_of(new, n))
            good = wave_back(&rings, steps, new, open_, at, 1);
    }
    if (close_rings(&rings, good) && good)
        result = PyLong_FromSsize_t(last);
    close_slow(&hard);
    Py_DECREF(everywhere);
    Py_DECREF(steps);
    return result;
}

/* A flood over links that are not those of a lattice. */
static PyObject *
flood_over(PyObject *start, PyObject *spread, PyObject *within)
{
    PyObject *new = PyNumber_And(start, within), *found = new;
    Py_XINCREF(found);
    while (new != NULL && PyObject_IsTrue(new)) {
        PyObject *next = PyObject_CallOneArg(spread, new), *inside = NULL, *others = NULL, *all = NULL;
        Py_CLEAR(new);
        if (next != NULL && (inside = PyNumber_And(next, within)) && (others = PyNumber_Invert(found)))
            new = PyNumber_And(inside, others);
        if (new != NULL && (all = PyNumber_Or(found, new)) == NULL)
            Py_CLEAR(new);
        Py_XDECREF(next);
        Py_XDECREF(inside);
        Py_XDECREF(others);
        if (all != NULL)
            Py_SETREF(found, all);
    }
    if (new == NULL)
        Py_CLEAR(found);
    Py_XDECREF(new);
    return found;
}

static PyObject *
flood(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "flood takes a set, a spread and a set");
        return NULL;
    }
    if (!is_int(args[0]) || !is_int(args[2]))
        return NULL;
    if (!Py_IS_TYPE(args[1], &SpreadType) || NEGATIVE(args[0]))
        return flood_over(args[0], args[1], args[2]);
    Spread *spread = (Spread *)args[1];
    Py_ssize_t n = Py_MAX(COUNT(args[0]), spread->n + spread->shifts[2] / SHIFT + 2);
    digit found[n], new[n], next[n], inside[n];
    load(args[0], new, n);
    load(args[2], inside, n);
    for (Py_ssize_t i = 0; i < n; i++)
        found[i] = new[i] = new[i] & inside[i];
    while (any_of(new, n)) {
        memset(next, 0, sizeof(next));
        spread_digits(spread, new, n, next, n);
        for (Py_ssize_t i = 0; i < n; i++) {
            new[i] = next[i] & inside[i] & ~found[i];
            found[i] |= new[i];
        }
    }
    return store(found, n);
}

/* -- core/rule.py ------------------------------------------------------------------------------------------------ */

static PyObject *
unbanned(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "unbanned takes a set and bans");
        return NULL;
    }
    if (!is_int(args[0]))
        return NULL;
    PyObject *bans = PySequence_Fast(args[1], "bans must be iterable");
    if (bans == NULL)
        return NULL;
    Py_ssize_t n = COUNT(args[0]);
    int good = !NEGATIVE(args[0]);
    if (!good)
        PyErr_SetString(PyExc_ValueError, "a set without bounds");
    digit members[n + 1];
    memcpy(members, DIGITS(args[0]), n * sizeof(digit));
    for (Py_ssize_t i = 0; good && i < PySequence_Fast_GET_SIZE(bans); i++) {
        PyObject *ban = PySequence_Fast_GET_ITEM(bans, i);
        PyObject *where = PyTuple_Check(ban) && PyTuple_GET_SIZE(ban) > 2 ? PyTuple_GET_ITEM(ban, 2) : Py_None;
        if (!(good = is_int(where)))
            break;
        Py_ssize_t have = Py_MIN(n, COUNT(where));
        if (NEGATIVE(where)) {
            digit all[n + 1];
            load(where, all, n);
            for (Py_ssize_t k = 0; k < n; k++)
                members[k] &= ~all[k];
        } else
            for (Py_ssize_t k = 0; k < have; k++)
                members[k] &= ~DIGITS(where)[k];
    }
    PyObject *out = good ? store(members, n) : NULL;
    Py_DECREF(bans);
    return out;
}

/* -- core/knowledge.py ------------------------------------------------------------------------------------------- */

/* A function that keeps its answers with its owner. */
typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *name, *key, *function, *plain, *dict;
    Py_ssize_t most;
} Keeper;

static int checking;
static PyObject *s_kept, *s_qualname;

static PyObject *
keeper_call(PyObject *self, PyObject *const *args, size_t flags, PyObject *names)
{
    Keeper *keeper = (Keeper *)self;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    if (checking || count < 1 || (names != NULL && PyTuple_GET_SIZE(names)))
        return PyObject_Vectorcall(keeper->plain, args, flags, names);
    PyObject *about = PyTuple_New(count - 1), *all = NULL, *answers = NULL, *found = NULL;
    if (about == NULL)
        return NULL;
    for (Py_ssize_t i = 1; i < count; i++) {
        Py_INCREF(args[i]);
        PyTuple_SET_ITEM(about, i - 1, args[i]);
    }
    if (keeper->key != Py_None) {
        PyObject *key = PyObject_Vectorcall(keeper->key, args, count, NULL);
        if (key == NULL)
            goto done;
        PyObject *both = PyTuple_Pack(2, key, about);
        Py_DECREF(key);
        if (both == NULL)
            goto done;
        Py_SETREF(about, both);
    }
    all = PyObject_GetAttr(args[0], s_kept);
    if (all == NULL)
        goto done;
    if (!PyDict_Check(all)) {
        PyErr_SetString(PyExc_TypeError, "`kept` must be a dict");
        goto done;
    }
    answers = PyDict_GetItemWithError(all, keeper->name);
    Py_XINCREF(answers);
    if (answers == NULL) {
        if (PyErr_Occurred() || (answers = PyDict_New()) == NULL || PyDict_SetItem(all, keeper->name, answers))
            goto done;
    } else {
        found = PyDict_GetItemWithError(answers, about);
        Py_XINCREF(found);
        if (found != NULL || PyErr_Occurred())
            goto done;
    }
    if (PyDict_GET_SIZE(answers) >= keeper->most)
        PyDict_Clear(answers);
    found = PyObject_Vectorcall(keeper->function, args, count, NULL);
    if (found != NULL && PyDict_SetItem(answers, about, found))
        Py_CLEAR(found);
done:
    Py_DECREF(about);
    Py_XDECREF(all);
    Py_XDECREF(answers);
    return found;
}

static PyObject *
keeper_of(PyObject *self, PyObject *owner, PyObject *type)
{
    if (owner != NULL && owner != Py_None)
        return PyMethod_New(self, owner);
    Py_INCREF(self);
    return self;
}

/* It is copied and pickled by its name, as functions are. */
static PyObject *
keeper_reduce(PyObject *self, PyObject *nothing)
{
    return PyObject_GetAttr(self, s_qualname);
}

static void
keeper_free(PyObject *self)
{
    Keeper *keeper = (Keeper *)self;
    Py_XDECREF(keeper->name);
    Py_XDECREF(keeper->key);
    Py_XDECREF(keeper->function);
    Py_XDECREF(keeper->plain);
    Py_XDECREF(keeper->dict);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef keeper_methods[] = {
    {"__reduce__", keeper_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef keeper_fields[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject KeeperType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "grognard.core._native.Keeper",
    .tp_basicsize = sizeof(Keeper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
    .tp_vectorcall_offset = offsetof(Keeper, call),
    .tp_dictoffset = offsetof(Keeper, dict),
    .tp_call = PyVectorcall_Call,
    .tp_descr_get = keeper_of,
    .tp_methods = keeper_methods,
    .tp_getset = keeper_fields,
    .tp_getattro = PyObject_GenericGetAttr,
    .tp_setattro = PyObject_GenericSetAttr,
    .tp_dealloc = keeper_free,
};

static PyObject *
keeper(PyObject *module, PyObject *args)
{
    PyObject *name, *key, *function, *plain;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "UOnOO", &name, &key, &most, &function, &plain))
        return NULL;
    Keeper *new = PyObject_New(Keeper, &KeeperType);
    if (new == NULL)
        return NULL;
    Py_INCREF(name);
    Py_INCREF(key);
    Py_INCREF(function);
    Py_INCREF(plain);
    new->call = keeper_call;
    new->name = name;
    new->key = key;
    new->function = function;
    new->plain = plain;
    new->dict = NULL;
    new->most = most;
    return (PyObject *)new;
}

static PyObject *
check_keepers(PyObject *module, PyObject *on)
{
    checking = PyObject_IsTrue(on);
    Py_RETURN_NONE;
}

/* -- kit/stacks.py ----------------------------------------------------------------------------------------------- */

static PyObject *s_here;

static PyObject *
pieces_in(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "pieces_in takes a state and places");
        return NULL;
    }
    if (!is_int(args[1]))
        return NULL;
    PyObject *here = PyObject_GetAttr(args[0], s_here), *out = PyLong_FromLong(0);
    if (here != NULL && !PyDict_Check(here)) {
        PyErr_SetString(PyExc_TypeError, "`here` must be a dict");
        Py_CLEAR(out);
    }
    if (here == NULL)
        Py_CLEAR(out);
    for (Py_ssize_t i = 0; out != NULL && i < COUNT(args[1]); i++)
        for (digit left = DIGITS(args[1])[i]; out != NULL && left; left &= left - 1) {
            PyObject *place = PyLong_FromSsize_t(i * SHIFT + __builtin_ctz(left));
            PyObject *pieces = place ? PyDict_GetItemWithError(here, place) : NULL;
            Py_XDECREF(place);
            if (pieces != NULL)
                Py_SETREF(out, PyNumber_Or(out, pieces));
            else if (PyErr_Occurred())
                Py_CLEAR(out);
        }
    Py_XDECREF(here);
    return out;
}

static PyMethodDef functions[] = {
    {"bits", bits, METH_O, "The set of these numbers."},
    {"scan", scan, METH_O, "The members, lowest first."},
    {"lowest", lowest, METH_O, "The smallest member of a set that is not empty."},
    {"nth", (PyCFunction)(void (*)(void))nth, METH_FASTCALL, "The member at index n, counting from the smallest."},
    {"spreads", spreads, METH_VARARGS, "Functions that move a set one step along some links, and backwards."},
    {"waves", (PyCFunction)(void (*)(void))waves, METH_VARARGS | METH_KEYWORDS, "Complete the rings in place."},
    {"complete_back", (PyCFunction)(void (*)(void))complete_back, METH_VARARGS | METH_KEYWORDS,
     "Complete the rings of `waves_back` in place."},
    {"unbanned", (PyCFunction)(void (*)(void))unbanned, METH_FASTCALL, "Those of these that no ban forbids."},
    {"keeper", keeper, METH_VARARGS, "A function that keeps its answers."},
    {"check_keepers", check_keepers, METH_O, "Whether kept answers are compared with fresh ones."},
    {"pieces_in", (PyCFunction)(void (*)(void))pieces_in, METH_FASTCALL, "The pieces in these places."},
    {"flood", (PyCFunction)(void (*)(void))flood, METH_FASTCALL, "Everything connected to the start."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit__native(void)
{
    if (PyType_Ready(&SpreadType) < 0 || PyType_Ready(&KeeperType) < 0)
        return NULL;
    s_kept = PyUnicode_InternFromString("kept");
    s_qualname = PyUnicode_InternFromString("__qualname__");
    s_here = PyUnicode_InternFromString("here");
    s_steps = PyUnicode_InternFromString("steps");
    s_steps_back = PyUnicode_InternFromString("steps_back");
    s_everywhere = PyUnicode_InternFromString("everywhere");
    int named = s_steps && s_steps_back && s_everywhere && s_kept && s_qualname && s_here;
    return named ? PyModule_Create(&definition) : NULL;
}
