"""FlatZinc solved by CP-SAT on one worker, in the way MiniZinc talks to a solver: bridge.py [-f] [-a] [-t MS] FILE.

Without -f the search annotation is followed (CP-SAT's fixed search). With -a every better answer is printed, or every
answer where there is no objective.
"""

import argparse
import sys

from ortools.sat.python import cp_model

import flatzinc
from constraints import post
from flatzinc import Call, Name, Set

# What a variable without bounds is taken to lie within.
WIDE = 1_000_000_000

VARIABLES = {
    "input_order": cp_model.CHOOSE_FIRST,
    "first_fail": cp_model.CHOOSE_MIN_DOMAIN_SIZE,
    "anti_first_fail": cp_model.CHOOSE_MAX_DOMAIN_SIZE,
    "smallest": cp_model.CHOOSE_LOWEST_MIN,
    "largest": cp_model.CHOOSE_HIGHEST_MAX,
    # No counterpart: the nearest there is.
    "dom_w_deg": cp_model.CHOOSE_MIN_DOMAIN_SIZE,
    "most_constrained": cp_model.CHOOSE_MIN_DOMAIN_SIZE,
    "occurrence": cp_model.CHOOSE_FIRST,
    "max_regret": cp_model.CHOOSE_FIRST,
}
VALUES = {
    "indomain": cp_model.SELECT_MIN_VALUE,
    "indomain_min": cp_model.SELECT_MIN_VALUE,
    "indomain_max": cp_model.SELECT_MAX_VALUE,
    "indomain_median": cp_model.SELECT_MEDIAN_VALUE,
    "indomain_middle": cp_model.SELECT_MEDIAN_VALUE,
    "indomain_split": cp_model.SELECT_LOWER_HALF,
    "indomain_reverse_split": cp_model.SELECT_UPPER_HALF,
    "indomain_interval": cp_model.SELECT_LOWER_HALF,
    "indomain_random": cp_model.SELECT_RANDOM_HALF,
}


def domain_of(values):
    """A `Set` as CP-SAT's domain."""
    return cp_model.Domain.from_intervals([list(interval) for interval in values.intervals])


class Translation:
    """A FlatZinc program as a model of CP-SAT. Booleans are variables from 0 to 1, constants are numbers."""

    def __init__(self, program):
        self.program, self.model, self.names = program, cp_model.CpModel(), dict(program.parameters)
        self.declared = {variable.name: variable for variable in program.variables}
        aliases = self.aliases()
        for declared in program.variables:
            self.declare(declared, aliases)
        for array in program.arrays:
            self.names[array.name] = [self.value(element) for element in array.elements]
        for constraint in program.constraints:
            post(self, constraint.name, constraint.args)
        if program.method != "satisfy":
            objective = self.value(program.objective)
            (self.model.minimize if program.method == "minimize" else self.model.maximize)(objective)

    def aliases(self):
        """Integers that are a Boolean by `bool2int`, with it; the constraint is then nothing but the domain."""
        pairs = [constraint.args for constraint in self.program.constraints if constraint.name == "bool2int"]
        known = self.declared.keys()
        return {number: boolean for boolean, number in pairs if isinstance(boolean, Name) and {boolean, number} <= known}

    def declare(self, declared, aliases):
        name = declared.name
        if name in self.names:
            return
        boolean = aliases.get(name)
        if boolean is not None:
            self.declare(self.declared[boolean], aliases)
            self.names[name] = self.names[boolean]
            if declared.domain is not None:
                self.within(self.names[name], declared.domain)
        elif declared.value is not None:
            self.names[name] = self.value(declared.value)
            if declared.domain is not None:
                self.within(self.names[name], declared.domain)
        elif declared.kind == "bool":
            self.names[name] = self.model.new_bool_var(name)
        elif declared.domain is None:
            self.names[name] = self.model.new_int_var(-WIDE, WIDE, name)
        else:
            self.names[name] = self.model.new_int_var_from_domain(domain_of(declared.domain), name)
        if boolean is not None and declared.value is not None:
            self.model.add(self.names[name] == self.value(declared.value))

    def within(self, value, values):
        self.model.add_linear_expression_in_domain(value, domain_of(values))

    def value(self, expression):
        """A variable, a number, a `Set`, or a list of them."""
        if isinstance(expression, Name):
            return self.names[expression]
        if isinstance(expression, bool):
            return int(expression)
        if isinstance(expression, list):
            return [self.value(element) for element in expression]
        return expression

    def literal(self, value):
        """A Boolean that can be negated."""
        return self.model.new_constant(value) if isinstance(value, int) else value

    def search(self):
        """Decision strategies and hints of the annotations; whether there was a strategy."""
        strategies = 0
        todo = list(reversed(self.program.annotations))
        while todo:
            annotation = todo.pop()
            if not isinstance(annotation, Call):
                continue
            if annotation.name == "seq_search":
                todo.extend(reversed(annotation.args[0]))
            elif annotation.name in ("int_search", "bool_search"):
                over, choose, select = annotation.args[:3]
                variables = [value for value in self.value(over) if not isinstance(value, int)]
                if variables:
                    choose, select = VARIABLES.get(choose), VALUES.get(select)
                    self.model.add_decision_strategy(
                        variables,
                        cp_model.CHOOSE_FIRST if choose is None else choose,
                        cp_model.SELECT_MIN_VALUE if select is None else select,
                    )
                    strategies += 1
            elif annotation.name == "warm_start":
                for variable, value in zip(self.value(annotation.args[0]), self.value(annotation.args[1])):
                    if not isinstance(variable, int):
                        self.model.add_hint(variable, value)
        return strategies > 0


class Printer(cp_model.CpSolverSolutionCallback):
    """Prints answers as they are found, or keeps the last."""

    def __init__(self, translation, every):
        super().__init__()
        self.translation, self.every, self.last = translation, every, None
        program = translation.program
        self.kinds = {declared.name: declared.kind for declared in program.variables}
        self.shown = [(v.name, None, [v.name]) for v in program.variables if "output_var" in v.annotations]
        for array in program.arrays:
            for annotation in array.annotations:
                if isinstance(annotation, Call) and annotation.name == "output_array":
                    self.shown.append((array.name, annotation.args[0], array.elements))

    def on_solution_callback(self):
        self.last = "".join(f"{name} = {self.text(sets, elements)};\n" for name, sets, elements in self.shown)
        if self.every:
            self.show()

    def show(self):
        print(self.last + "----------", flush=True)

    def text(self, sets, elements):
        values = [self.element(element) for element in elements]
        if sets is None:
            return values[0]
        ranges = ",".join("{}..{}".format(*s.intervals[0]) if s.intervals else "1..0" for s in sets)
        return f"array{len(sets)}d({ranges},[{','.join(values)}])"

    def element(self, element):
        boolean = isinstance(element, bool)
        if isinstance(element, str):
            boolean = self.kinds.get(element) == "bool"
            element = self.translation.names[element]
        number = element if isinstance(element, int) else self.value(element)
        return ("false", "true")[number] if boolean else str(number)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("-f", dest="free", action="store_true")
    arguments.add_argument("-a", dest="every", action="store_true")
    arguments.add_argument("-t", dest="milliseconds", type=int)
    arguments.add_argument("file")
    asked = arguments.parse_args()
    with open(asked.file, encoding="utf-8") as file:
        translation = Translation(flatzinc.read(file.read()))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if not asked.free and translation.search():
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
    if asked.milliseconds:
        solver.parameters.max_time_in_seconds = asked.milliseconds / 1000
    satisfy = translation.program.method == "satisfy"
    solver.parameters.enumerate_all_solutions = asked.every and satisfy
    printer = Printer(translation, asked.every)
    status = solver.solve(translation.model, printer)
    if printer.last is not None and not asked.every:
        printer.show()
    if status == cp_model.INFEASIBLE:
        print("=====UNSATISFIABLE=====")
    elif status == cp_model.OPTIMAL and (asked.every or not satisfy):
        print("==========")
    elif status == cp_model.MODEL_INVALID:
        sys.exit(f"Error: {translation.model.validate()}")
    elif printer.last is None:
        print("=====UNKNOWN=====")


if __name__ == "__main__":
    main()
