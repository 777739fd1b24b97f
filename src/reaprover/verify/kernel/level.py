"""Universe levels: simplification and the order between them, decided semantically.

`a ≤ b` holds if it does for every value of the parameters. `imax a b` is 0 where b is 0 and the larger of both elsewhere, so a
parameter in its second place is split into the cases 0 and successor.
"""

from __future__ import annotations

from reaprover.verify.term import Level, Store


def simplify(store: Store, level: Level) -> Level:
    """An equal level, without `imax` where the second part is known, and with trivial maxima removed."""
    known = store.simplified.get(level)
    if known is None:
        known = store.simplified[level] = _simplify(store, level)
    return known


def _simplify(store: Store, level: Level) -> Level:
    match level.tag:
        case Level.SUCC:
            return store.succ(simplify(store, level.left))
        case Level.MAX:
            return _max(store, simplify(store, level.left), simplify(store, level.right))
        case Level.IMAX:
            right = simplify(store, level.right)
            if right.tag == Level.ZERO:
                return right
            left = simplify(store, level.left)
            if right.tag == Level.SUCC:
                return _max(store, left, right)
            if left.tag == Level.ZERO or left is right:
                return right
            if right.tag == Level.MAX:
                return _max(store, simplify(store, store.imax(left, right.left)), simplify(store, store.imax(left, right.right)))
            if right.tag == Level.IMAX:
                return _max(store, simplify(store, store.imax(left, right.right)), right)
            return store.imax(left, right)
        case _:
            return level


def _max(store: Store, left: Level, right: Level) -> Level:
    if left.tag == Level.ZERO or left is right:
        return right
    if right.tag == Level.ZERO:
        return left
    if left.tag == Level.SUCC and right.tag == Level.SUCC:
        return store.succ(_max(store, left.left, right.left))
    return store.max(left, right)


def is_never_zero(level: Level) -> bool:
    """Whether `level` is positive for every value of its parameters (sufficient)."""
    match level.tag:
        case Level.SUCC:
            return True
        case Level.MAX:
            return is_never_zero(level.left) or is_never_zero(level.right)
        case Level.IMAX:
            return is_never_zero(level.right)
        case _:
            return False


def is_zero(store: Store, level: Level) -> bool:
    """Whether `level` is 0 for every value of its parameters."""
    return simplify(store, level).tag == Level.ZERO


def equal(store: Store, left: Level, right: Level) -> bool:
    """Whether two levels agree for every value of their parameters."""
    return left is right or (at_most(store, left, right) and at_most(store, right, left))


def at_most(store: Store, left: Level, right: Level) -> bool:
    """Whether `left ≤ right` for every value of their parameters."""
    return _at_most(store, simplify(store, left), simplify(store, right), 0)


def _at_most(store: Store, u: Level, v: Level, offset: int) -> bool:
    """`u ≤ v + offset`, both simplified."""
    if offset >= 0 and (u is v or u.tag == Level.ZERO):
        return True
    if u.tag == Level.SUCC:
        return _at_most(store, u.left, v, offset - 1)
    if u.tag == Level.MAX:
        return _at_most(store, u.left, v, offset) and _at_most(store, u.right, v, offset)
    if _is_summand(u, v, offset):
        return True
    if v.tag == Level.SUCC:
        return _at_most(store, u, v.left, offset + 1)
    split = _split_parameter(u) or _split_parameter(v)
    if split is not None:
        for value in (store.zero, store.succ(split)):
            case = {split.name: value}
            left = simplify(store, store.instantiate_level(u, case))
            right = simplify(store, store.instantiate_level(v, case))
            if not _at_most(store, left, right, offset):
                return False
        return True
    if v.tag == Level.MAX:
        return _at_most(store, u, v.left, offset) or _at_most(store, u, v.right, offset)
    return False  # a parameter against 0 or another one, or 0 against something lowered below it


def _is_summand(u: Level, v: Level, offset: int) -> bool:
    """Whether `u` stands among the parts of the maximum `v + offset`, at least as high: the common case, without case splits."""
    stack = [(v, offset)]
    while stack:
        part, height = stack.pop()
        if part is u and height >= 0:
            return True
        if part.tag == Level.SUCC:
            stack.append((part.left, height + 1))
        elif part.tag == Level.MAX:
            stack += [(part.left, height), (part.right, height)]
        elif part.tag == Level.IMAX:
            stack.append((part.right, height))
    return False


def _split_parameter(level: Level) -> Level | None:
    """A parameter in the second place of an `imax` of a simplified level, if any."""
    stack = [level]
    while stack:
        u = stack.pop()
        if u.tag == Level.IMAX:
            return u.right  # simplified: the second place is a parameter
        if u.tag == Level.SUCC:
            stack.append(u.left)
        elif u.tag == Level.MAX:
            stack += [u.left, u.right]
    return None
