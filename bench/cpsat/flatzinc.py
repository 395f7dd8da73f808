"""FlatZinc text to Python values, one item a line as MiniZinc writes it.

Integers, floats and Booleans are themselves; an identifier is a `Name`, an array a list, a set of integers a `Set`,
a call of an annotation or constraint a `Call`.
"""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+[eE][-+]?\d+|-?\d+|\.\.|::|[A-Za-z_]\w*|[][(){},;:=]'
)


class Name(str):
    """An identifier."""


@dataclass
class Set:
    """A set of integers as closed intervals."""

    intervals: list


@dataclass
class Call:
    name: str
    args: list


@dataclass
class Variable:
    name: str
    kind: str  # "bool" or "int"
    domain: Set | None
    annotations: list
    value: object = None


@dataclass
class Array:
    name: str
    annotations: list
    elements: list


@dataclass
class Program:
    variables: list = field(default_factory=list)
    parameters: dict = field(default_factory=dict)
    arrays: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    annotations: list = field(default_factory=list)
    method: str = "satisfy"
    objective: object = None


class Line:
    """The tokens of an item, read from the left."""

    def __init__(self, text):
        self.text, self.tokens, self.at = text, TOKEN.findall(text), 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        token = self.peek()
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.accept(token):
            raise ValueError(f"expected `{token}`, found `{self.peek()}` in {self.text[:100]!r}")

    def items(self, close):
        """Expressions up to the closing bracket."""
        values = []
        while not self.accept(close):
            values.append(self.expression())
            self.accept(",")
        return values

    def expression(self):
        token = self.next()
        if token == "[":
            return self.items("]")
        if token == "{":
            return Set([(value, value) for value in sorted(set(self.items("}")))])
        if token in ("true", "false"):
            return token == "true"
        if token[:1] == '"':
            return token[1:-1]
        if token[:1].isdigit() or token[:1] == "-":
            if not re.fullmatch(r"-?\d+", token):
                return float(token)
            low = int(token)
            if not self.accept(".."):
                return low
            high = int(self.next())
            return Set([(low, high)] if low <= high else [])
        if self.accept("("):
            return Call(token, self.items(")"))
        return Name(token)

    def annotations(self):
        values = []
        while self.accept("::"):
            values.append(self.expression())
        return values


def read(text):
    """The program in a FlatZinc file."""
    program = Program()
    for text_line in text.splitlines():
        line = Line(text_line)
        kind = line.next()
        if kind == "var":
            program.variables.append(variable(line))
        elif kind == "array":
            array(line, program)
        elif kind == "constraint":
            call = line.expression()
            if not isinstance(call, Call):
                raise ValueError(f"not a constraint: {text_line[:100]!r}")
            program.constraints.append(call)
        elif kind == "solve":
            program.annotations = line.annotations()
            program.method = line.next()
            if program.method != "satisfy":
                program.objective = line.expression()
        elif kind in ("int", "bool", "set"):
            while not line.accept(":"):
                line.next()
            name = line.next()
            line.annotations()
            line.expect("=")
            program.parameters[name] = line.expression()
        elif kind not in ("", "predicate"):
            raise ValueError(f"not understood: {text_line[:100]!r}")
    return program


def variable(line):
    kind, domain = "int", None
    if line.accept("bool"):
        kind = "bool"
    elif not line.accept("int"):
        domain = line.expression()
        if not isinstance(domain, Set):
            raise ValueError(f"only integers and Booleans are supported: {line.text[:100]!r}")
    line.expect(":")
    result = Variable(line.next(), kind, domain, line.annotations())
    if line.accept("="):
        result.value = line.expression()
    return result


def array(line, program):
    while not line.accept(":"):
        line.next()
    name = line.next()
    annotations = line.annotations()
    line.expect("=")
    program.arrays.append(Array(name, annotations, line.expression()))
