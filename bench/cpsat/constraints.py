"""The constraints of FlatZinc, and those of our MiniZinc library for CP-SAT, as constraints of CP-SAT."""

import operator

from ortools.sat.python import cp_model

COMPARE = {"eq": operator.eq, "ne": operator.ne, "le": operator.le, "lt": operator.lt, "ge": operator.ge, "gt": operator.gt}
OPPOSITE = {"eq": "ne", "ne": "eq", "le": "gt", "lt": "ge"}


def post(translation, name, args):
    """Adds the constraint to the model."""
    args = [translation.value(arg) for arg in args]
    base, _, form = name.rpartition("_")
    if form in ("reif", "imp") and name not in DIRECT:
        *args, condition = args
        reified(translation, base, args, translation.literal(condition), form == "reif")
    elif name in DIRECT:
        DIRECT[name](translation, *args)
    elif not relation(translation, name, args, []):
        raise ValueError(f"no constraint `{name}`")


def reified(translation, name, args, condition, both):
    """`condition` implies the constraint, and where `both` it is implied by it."""
    model = translation.model
    if name == "bool_clause":
        literals = clause(translation, *args)
        model.add_bool_or(literals).only_enforce_if(condition)
        if both:
            for literal in literals:
                model.add_implication(literal, condition)
    elif name in ("array_bool_or", "array_bool_and", "bool_or", "bool_and", "bool_xor"):
        # r -> (q <-> f(xs)): the value of f as a variable of its own.
        result = model.new_bool_var("")
        *values, wanted = args
        DIRECT[name](translation, *values, result)
        equal(translation, translation.literal(wanted), result, condition, both)
    elif name == "set_in":
        domain = intervals(args[1])
        model.add_linear_expression_in_domain(args[0], domain).only_enforce_if(condition)
        if both:
            model.add_linear_expression_in_domain(args[0], domain.complement()).only_enforce_if(condition.negated())
    elif not relation(translation, name, args, [condition]):
        raise ValueError(f"no constraint `{name}` under a condition")
    elif both:
        kind = name.rpartition("_")[2]
        relation(translation, name.removesuffix(kind) + OPPOSITE[kind], args, [condition.negated()])


def equal(translation, left, right, condition, both):
    translation.model.add(left == right).only_enforce_if(condition)
    if both:
        translation.model.add(left != right).only_enforce_if(condition.negated())


def relation(translation, name, args, conditions):
    """`x ~ y` or `as . xs ~ c`, under conditions; whether the name is one of those."""
    group, _, kind = name.rpartition("_")
    if kind not in COMPARE or group not in ("int", "bool", "int_lin", "bool_lin"):
        return False
    if group.endswith("_lin"):
        coefficients, variables, right = args
        left = cp_model.LinearExpr.weighted_sum(variables, coefficients) if variables else 0
    else:
        left, right = args
    compared = COMPARE[kind](left, right)
    if isinstance(compared, bool):
        # Two numbers.
        if not compared:
            translation.model.add_bool_or([condition.negated() for condition in conditions])
    else:
        translation.model.add(compared).only_enforce_if(*conditions)
    return True


def intervals(values):
    return cp_model.Domain.from_intervals([list(interval) for interval in values.intervals])


def clause(translation, positive, negative):
    literal = translation.literal
    return [literal(value) for value in positive] + [literal(value).negated() for value in negative]


def conjunction(translation, values, result):
    """`result` is the conjunction of the values."""
    literals, result = clause(translation, values, []), translation.literal(result)
    translation.model.add_bool_and(literals).only_enforce_if(result)
    translation.model.add_bool_or([literal.negated() for literal in literals] + [result])


def disjunction(translation, values, result):
    literals, result = clause(translation, values, []), translation.literal(result)
    translation.model.add_bool_or(literals).only_enforce_if(result)
    for literal in literals:
        translation.model.add_implication(literal, result)


def exclusive(translation, left, right, result=1):
    # left + right + result is even.
    translation.model.add_bool_xor(clause(translation, [left, right, result, 1], []))


def element(translation, index, array, result):
    if isinstance(index, int):
        translation.model.add(array[index - 1] == result) if 1 <= index <= len(array) else impossible(translation)
    else:
        translation.model.add_element(index - 1, array, result)


def impossible(translation):
    translation.model.add_bool_or([])


def bounds(translation, value):
    if isinstance(value, int):
        return value, value
    domain = translation.model.proto.variables[value.index].domain
    # Its list has no element -1.
    return domain[0], domain[len(domain) - 1]


def divide(translation, left, right, result):
    translation.model.add(right != 0)
    by_sign(translation, right, lambda divisor, sign: cp_divide(translation, left, divisor, sign, result))


def cp_divide(translation, left, divisor, sign, result):
    # Truncating division changes its sign with its divisor.
    translation.model.add_division_equality(result if sign > 0 else -result, left, divisor)


def modulo(translation, left, right, result):
    translation.model.add(right != 0)
    by_sign(translation, right, lambda divisor, _: translation.model.add_modulo_equality(result, left, divisor))


def by_sign(translation, divisor, add):
    """CP-SAT divides by positive numbers only: the divisor's amount where its sign is known."""
    low, high = bounds(translation, divisor)
    if low >= 0:
        add(positive(translation, divisor, high), 1)
    elif high <= 0:
        add(positive(translation, -divisor, -low), -1)
    else:
        raise ValueError("a divisor of either sign is not supported")


def positive(translation, divisor, high):
    if isinstance(divisor, int):
        return divisor
    amount = translation.model.new_int_var(1, max(high, 1), "")
    translation.model.add(amount == divisor)
    return amount


def power(translation, base, exponent, result):
    if isinstance(exponent, int) and exponent >= 0:
        if exponent < 2:
            translation.model.add(result == (base if exponent else 1))
        else:
            translation.model.add_multiplication_equality(result, [base] * exponent)
        return
    (low, high), (least, most) = bounds(translation, base), bounds(translation, exponent)
    if least < 0 or (high - low + 1) * (most - least + 1) > 10_000:
        raise ValueError("int_pow with such an exponent is not supported")
    rows = [(x, n, x**n) for x in range(low, high + 1) for n in range(least, most + 1)]
    translation.model.add_allowed_assignments(as_variables(translation, [base, exponent, result]), rows)


def as_variables(translation, values):
    return [translation.literal(value) for value in values]


def table(translation, variables, entries):
    width = len(variables)
    rows = [entries[at : at + width] for at in range(0, len(entries), width)]
    translation.model.add_allowed_assignments(as_variables(translation, variables), rows)


def intervals_of(translation, starts, sizes):
    model = translation.model
    return [model.new_interval_var(s, d, end_of(translation, s, d), "") for s, d in zip(starts, sizes)]


def end_of(translation, start, size):
    """An interval's end is a variable plus a number at most."""
    if isinstance(start, int) or isinstance(size, int):
        return start + size
    (low, high), (least, most) = bounds(translation, start), bounds(translation, size)
    end = translation.model.new_int_var(low + least, high + most, "")
    translation.model.add(end == start + size)
    return end


def cumulative(translation, starts, sizes, demands, capacity):
    translation.model.add_cumulative(intervals_of(translation, starts, sizes), demands, capacity)


def no_overlap(translation, starts, sizes):
    translation.model.add_no_overlap(intervals_of(translation, starts, sizes))


def no_overlap_2d(translation, x, y, dx, dy):
    translation.model.add_no_overlap_2d(intervals_of(translation, x, dx), intervals_of(translation, y, dy))


def circuit(translation, successors, offset, loops):
    """Arcs with a literal for each value; with `loops` a node may be its own successor and is then left out."""
    model, arcs = translation.model, []
    for node, successor in enumerate(successors):
        literals = []
        for other in range(len(successors)):
            if other == node and not loops:
                continue
            literal = model.new_bool_var("")
            model.add(successor == other + offset).only_enforce_if(literal)
            model.add(successor != other + offset).only_enforce_if(literal.negated())
            arcs.append((node, other, literal))
            literals.append(literal)
        model.add_bool_or(literals)
    if arcs:
        model.add_circuit(arcs)


def inverse(translation, direct, back, direct_offset, back_offset):
    model = translation.model
    for values, offset, count in ((direct, back_offset, len(back)), (back, direct_offset, len(direct))):
        for value in values:
            model.add_linear_constraint(value, offset, offset + count - 1)
    model.add_inverse(from_zero(translation, direct, back_offset), from_zero(translation, back, direct_offset))


def from_zero(translation, values, offset):
    """Variables that are the values less the offset."""
    model, shifted = translation.model, []
    for value in values:
        shifted.append(model.new_int_var(0, len(values) - 1, ""))
        model.add(shifted[-1] == value - offset)
    return shifted


def regular(translation, variables, states, symbols, transitions, start, accepting):
    arcs = [
        (state, symbol, transitions[(state - 1) * symbols + symbol - 1])
        for state in range(1, states + 1)
        for symbol in range(1, symbols + 1)
        if transitions[(state - 1) * symbols + symbol - 1] > 0
    ]
    final = [state for low, high in accepting.intervals for state in range(low, high + 1)]
    if arcs and final:
        translation.model.add_automaton(as_variables(translation, variables), start, final, arcs)
    else:
        impossible(translation)


def equation(function):
    """A constraint that is one equation of the model."""
    return lambda translation, *args: translation.model.add(function(*args))


DIRECT = {
    "array_bool_and": conjunction,
    "array_bool_or": disjunction,
    "array_bool_xor": lambda t, values: t.model.add_bool_xor(clause(t, values, [])),
    "array_bool_element": element,
    "array_var_bool_element": element,
    "array_int_element": element,
    "array_var_int_element": element,
    "array_int_maximum": lambda t, result, values: t.model.add_max_equality(result, values),
    "array_int_minimum": lambda t, result, values: t.model.add_min_equality(result, values),
    "bool2int": lambda t, boolean, number: t.model.add(boolean == number) if boolean is not number else None,
    "bool_and": lambda t, left, right, result: conjunction(t, [left, right], result),
    "bool_or": lambda t, left, right, result: disjunction(t, [left, right], result),
    "bool_xor": exclusive,
    "bool_not": equation(lambda left, right: left + right == 1),
    "bool_clause": lambda t, positive, negative: t.model.add_bool_or(clause(t, positive, negative)),
    "int_abs": lambda t, value, result: t.model.add_abs_equality(result, value),
    "int_div": divide,
    "int_mod": modulo,
    "int_max": lambda t, left, right, result: t.model.add_max_equality(result, [left, right]),
    "int_min": lambda t, left, right, result: t.model.add_min_equality(result, [left, right]),
    "int_plus": equation(lambda left, right, result: left + right == result),
    "int_times": lambda t, left, right, result: t.model.add_multiplication_equality(result, [left, right]),
    "int_pow": power,
    "set_in": lambda t, value, values: t.model.add_linear_expression_in_domain(value, intervals(values)),
    "cpsat_all_different": lambda t, values: t.model.add_all_different(values),
    "cpsat_table": table,
    "cpsat_cumulative": cumulative,
    "cpsat_no_overlap": no_overlap,
    "cpsat_no_overlap_2d": no_overlap_2d,
    "cpsat_circuit": lambda t, successors, offset: circuit(t, successors, offset, False),
    "cpsat_subcircuit": lambda t, successors, offset: circuit(t, successors, offset, True),
    "cpsat_inverse": inverse,
    "cpsat_regular": regular,
}
