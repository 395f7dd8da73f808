//! Every construct of FlatZinc text, and every kind of mistake with its place.

use entail_model::Domain;

use super::{SAMPLE, mistake, read};
use crate::ast::{Expr, Goal, Program, Type};

fn program(text: &str) -> Program {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The arguments of the only constraint.
fn args(declarations: &str, args: &str) -> Vec<Expr> {
    let program = program(&format!("{declarations} constraint c({args}); solve satisfy;"));
    program.constraints[0].args.iter().map(|(_, arg)| arg.clone()).collect()
}

fn word(name: &str) -> impl Fn(&Expr) -> bool {
    move |expr| matches!(expr, Expr::Call(call) if call.name == name && call.args.is_empty())
}

#[test]
fn parameters_are_replaced_by_their_values() {
    let declared = "int: n = -3; bool: b = false; float: f = 1.5; set of int: s = {7, 1, 2}; int: m = n;";
    let expected = [
        Expr::Int(-3),
        Expr::Bool(false),
        Expr::Float(1.5),
        Expr::Set(Domain::from_intervals([(1, 2), (7, 7)])),
        Expr::Int(-3),
        Expr::List(vec![Expr::Int(-3), Expr::Int(4)]),
    ];
    assert_eq!(args(declared, "n, b, f, s, m, [n, 4]"), expected);
}

#[test]
fn variables_and_arrays_are_numbered_in_their_order() {
    let declared = "var int: x; array [1..2] of int: a = [4, 5]; var bool: y; array [1..2] of var int: b = [x, 6];";
    let expected =
        [Expr::Var(1), Expr::Array(1), Expr::Var(0), Expr::Array(0), Expr::Int(5), Expr::Var(0), Expr::Int(6)];
    assert_eq!(args(declared, "y, b, x, a, a[2], b[1], b[2]"), expected);
}

#[test]
fn variables_have_their_types_and_values() {
    let program = program(
        "var bool: b; var int: i; var -1..9: r; var {5, 1}: s; var 3..2: e; var bool: c = b; var int: j = r;
         var 1..2: k = 2; solve satisfy;",
    );
    let read: Vec<_> = program.variables.iter().map(|v| (&*v.name, v.ty, v.domain.clone(), v.value.clone())).collect();
    let set = |intervals: &[(i64, i64)]| Some(Domain::from_intervals(intervals.iter().copied()));
    let expected = [
        ("b", Type::Bool, None, None),
        ("i", Type::Int, None, None),
        ("r", Type::Int, set(&[(-1, 9)]), None),
        ("s", Type::Int, set(&[(1, 1), (5, 5)]), None),
        ("e", Type::Int, set(&[]), None),
        ("c", Type::Bool, None, Some(Expr::Var(0))),
        ("j", Type::Int, None, Some(Expr::Var(2))),
        ("k", Type::Int, set(&[(1, 2)]), Some(Expr::Int(2))),
    ];
    assert_eq!(read, expected);
}

#[test]
fn the_domain_of_an_array_confines_its_variables() {
    let program = program("var int: x; var 1..5: y; array [1..3] of var 3..9: a = [x, y, 4]; solve satisfy;");
    let domains: Vec<_> = program.variables.iter().map(|variable| variable.domain.clone().unwrap()).collect();
    assert_eq!(domains, [Domain::from_intervals([(3, 9)]), Domain::from_intervals([(3, 5)])]);
    let outside = "line 1, column 32: found \"4\", expected a value in the domain of the array";
    assert_eq!(mistake("array [1..1] of var 1..3: a = [4];"), outside);
}

#[test]
fn numbers_may_be_of_other_bases_and_as_long_as_64_bits() {
    let expected = [10, -10, 8, -8, i64::MAX, i64::MIN, 0].map(Expr::Int);
    let list = "0xA, -0xa, 0o10, -0o10, 9223372036854775807, -9223372036854775808, -0";
    assert_eq!(args("", list), expected);
    assert_eq!(args("", "1.0, -2e3, 1.5E-1"), [1.0, -2000.0, 0.15].map(Expr::Float));
}

#[test]
fn sets_are_ranges_or_lists() {
    let set = |intervals: &[(i64, i64)]| Expr::Set(Domain::from_intervals(intervals.iter().copied()));
    let expected = [set(&[(1, 3)]), set(&[]), set(&[(-2, -2), (4, 5)]), set(&[]), set(&[(1, 2)])];
    assert_eq!(args("", "1..3, {}, {5, 4, -2}, 3..1, 1 .. 2"), expected);
}

#[test]
fn annotations_nest_and_have_words_of_their_own() {
    let program = program(SAMPLE);
    let x = &program.variables[0];
    assert!(matches!(&x.annotations[..], [one] if word("output_var")(one)));
    let Expr::Call(shape) = &program.arrays[5].annotations[0] else { panic!("a call") };
    assert_eq!(shape.name, "output_array");
    assert_eq!(shape.args[0].1, Expr::List(vec![Expr::Set(Domain::from_intervals([(1, 3)]))]));
    let [domain, Expr::Call(named)] = &program.constraints[0].annotations[..] else { panic!("two annotations") };
    assert!(word("domain")(domain));
    assert_eq!((&*named.name, &named.args[0].1), ("mzn_constraint_name", &Expr::Text("Ünder 40".to_owned())));
    let Expr::Call(path) = &program.variables[4].annotations[0] else { panic!("a call") };
    assert_eq!(path.args[0].1, Expr::Text("a \"b\"\n".to_owned()));
    let Expr::Call(sequence) = &program.solve.annotations[0] else { panic!("a call") };
    let Expr::List(phases) = &sequence.args[0].1 else { panic!("a list") };
    let [Expr::Call(first), Expr::Call(_)] = &phases[..] else { panic!("two phases") };
    assert_eq!(first.args[0].1, Expr::Array(5));
    assert!(word("first_fail")(&first.args[1].1));
}

#[test]
fn goals_are_variables_or_constants() {
    assert_eq!(program("var int: x; solve maximize x;").solve.goal, Goal::Maximize(Expr::Var(0)));
    assert_eq!(program("solve minimize 3;").solve.goal, Goal::Minimize(Expr::Int(3)));
    let element = "var 1..2: x; array [1..2] of var int: a = [4, x]; solve minimize a[2];";
    assert_eq!(program(element).solve.goal, Goal::Minimize(Expr::Var(0)));
}

#[test]
fn blanks_comments_line_ends_and_a_byte_order_mark_mean_nothing() {
    let plain = program("var 1..3: x; constraint c(x, [1, 2]); solve satisfy;");
    let airy = "\u{FEFF}%c\r\nvar\t1\r\n..3 : x%c\n;constraint c ( x,[ 1 ,2 , ] , ) ; solve satisfy ; % end";
    assert_eq!(super::without_places(program(airy)), super::without_places(plain));
}

#[test]
fn places_are_bytes_of_the_text() {
    let text = "\u{FEFF}var int: x;\nconstraint c(x, 10);\nsolve satisfy;";
    let program = program(text);
    let at = |at: usize| &text[3 + at..];
    assert!(at(program.variables[0].at).starts_with("x;"));
    assert!(at(program.constraints[0].at).starts_with("c(x"));
    assert!(at(program.constraints[0].args[1].0).starts_with("10)"));
    assert!(at(program.solve.at).starts_with("solve"));
}

#[test]
fn names_in_single_quotes_keep_them() {
    assert_eq!(program("var 1..2: 'a b'; constraint c('a b'); solve satisfy;").variables[0].name, "'a b'");
}

#[test]
fn signs_out_of_place_are_named_with_what_was_expected() {
    let cases = [
        ("var int x;", "line 1, column 9: found \"x\", expected `:` before the name"),
        ("var int: 3;", "line 1, column 10: found \"3\", expected a name"),
        ("var int: x\nsolve", "line 2, column 1: found \"solve\", expected `;` at the end of an item"),
        ("foo: x;", "line 1, column 1: found \"foo\", expected a declaration, a `constraint` or `solve`"),
        ("\0", "line 1, column 1: found \"\\0\", expected a declaration, a `constraint` or `solve`"),
        ("int: n;", "line 1, column 7: found \";\", expected `=` before the value of a parameter"),
        ("var 1..x: y;", "line 1, column 8: found \"x\", expected the last value of a range"),
        ("constraint c(1 2);", "line 1, column 16: found \"2\", expected `)` or `,` after an argument"),
        ("constraint c([1 2]);", "line 1, column 17: found \"2\", expected `]` or `,` after an element"),
        ("constraint c({1 2});", "line 1, column 17: found \"2\", expected `}` or `,` after a value"),
        ("constraint c([[1]]);", "line 1, column 15: found \"[\", expected a value"),
        (
            "constraint c(f(1));",
            "line 1, column 14: found the undefined identifier \"f\", expected a declared parameter, variable or array",
        ),
        ("constraint c(12ab);", "line 1, column 14: found \"12ab\", expected an argument"),
        ("constraint c(1.5..2.5);", "line 1, column 14: found \"1.5..2.5\", expected a set of integers"),
        (
            "predicate p(var int: x",
            "line 1, column 23: found the end of the text, expected the declaration of an argument, or `;`",
        ),
        (
            "solve :: a(\"b) satisfy;",
            "line 1, column 12: found a string without end, expected a closing quote on the same line",
        ),
        ("solve find;", "line 1, column 7: found \"find\", expected `satisfy`, `minimize` or `maximize`"),
        (
            "array [0..1] of int: a = [1,2];",
            "line 1, column 8: found an array with the indices 0..1, expected indices from 1",
        ),
        ("array [1..2] of var int: a;", "line 1, column 27: found \";\", expected `=` before the elements of an array"),
    ];
    for (text, expected) in cases {
        assert_eq!(mistake(text), expected, "{text}");
    }
}

#[test]
fn names_must_be_declared_once_and_before_they_are_used() {
    let undefined = "expected a declared parameter, variable or array";
    let cases = [
        (
            "var int: x;\nint: x = 3;",
            "line 2, column 6: found a second declaration of \"x\", expected a new name".to_owned(),
        ),
        (
            "var int: x = y; var int: y = x;",
            format!("line 1, column 14: found the undefined identifier \"y\", {undefined}"),
        ),
        ("var int: x = x;", format!("line 1, column 14: found the undefined identifier \"x\", {undefined}")),
        (
            "array [1..1] of var int: a = [a];",
            format!("line 1, column 31: found the undefined identifier \"a\", {undefined}"),
        ),
        ("solve minimize y;", format!("line 1, column 16: found the undefined identifier \"y\", {undefined}")),
        ("constraint c(q[1]);", format!("line 1, column 14: found the undefined identifier \"q\", {undefined}")),
    ];
    for (text, expected) in cases {
        assert_eq!(mistake(text), expected, "{text}");
    }
}

#[test]
fn values_must_be_of_the_declared_type() {
    let cases = [
        ("int: n = true;", "line 1, column 10: found \"true\", expected an integer"),
        ("bool: b = 1;", "line 1, column 11: found \"1\", expected `true` or `false`"),
        ("float: f = {};", "line 1, column 12: found \"{}\", expected a number"),
        ("set of int: s = 3;", "line 1, column 17: found \"3\", expected a set of integers"),
        ("set of float: s = 3;", "line 1, column 1: found \"set of float\", expected a set of integers"),
        ("var int: x; int: n = x;", "line 1, column 22: found \"x\", expected an integer"),
        (
            "var int: x; var bool: b = x;",
            "line 1, column 27: found \"x\", expected `true`, `false` or a Boolean variable",
        ),
        ("array [1..2] of int: a = [1,\n 2.5];", "line 2, column 2: found \"2.5\", expected an integer"),
        (
            "var bool: b; array [1..1] of var int: a = [b];",
            "line 1, column 44: found \"b\", expected an integer or an integer variable",
        ),
        (
            "array [1..3] of int: a = [1,2];",
            "line 1, column 26: found an array of 2 elements, expected 3 elements, as declared",
        ),
        ("array [1..1] of int: a = [1]; int: n = a;", "line 1, column 40: found the array \"a\", expected one value"),
        (
            "array [1..1] of int: a = [1]; int: n = a[2];",
            "line 1, column 42: found an index out of bounds, expected a whole number from 1 to 1",
        ),
        (
            "int: n = 1; int: m = n[1];",
            "line 1, column 22: found \"n\", which has no elements, expected the name of an array before `[`",
        ),
        (
            "var bool: b; solve minimize b;",
            "line 1, column 29: found \"b\", expected an integer or an integer variable",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(mistake(text), expected, "{text}");
    }
}

#[test]
fn float_and_set_variables_are_refused_with_a_reason() {
    let float = "found a float variable, expected variables of type bool or int: float variables are not supported";
    for text in ["var float: f;", "var 1.0..2.5: f;", "var 1..2.5: f;"] {
        assert_eq!(mistake(text), format!("line 1, column 1: {float}"));
    }
    let set = "found a set variable, expected variables of type bool or int: set variables must be decomposed, \
               flatten with Entail's MiniZinc library";
    for text in ["var set of 1..3: s;", "var set of int: s;", "var set of {1,4}: s = {1};"] {
        assert_eq!(mistake(text), format!("line 1, column 1: {set}"));
    }
}

#[test]
fn an_array_of_float_or_set_variables_may_hold_constants_only() {
    for text in [
        "array [1..0] of var set of int: a = [];",
        "array [1..0] of var float: a = [];",
        "array [1..2] of var set of 1..4: a = [{1,4}, 2..3];",
        "array [1..1] of var float: a = [1.5];",
    ] {
        assert_eq!(program(&format!("{text} solve satisfy;")).arrays.len(), 1);
    }
    let found = mistake("var int: x; array [1..1] of var float: a = [x];");
    assert_eq!(found, "line 1, column 45: found \"x\", expected a number");
}

#[test]
fn integers_past_64_bits_are_refused() {
    for number in ["9223372036854775808", "-9223372036854775809", "0xFFFFFFFFFFFFFFFF", "0o7777777777777777777777"] {
        let expected = format!("line 1, column 14: found {number:?}, expected an integer of at most 64 bits");
        assert_eq!(mistake(&format!("constraint c({number});")), expected);
    }
    let long = "1".repeat(1 << 20);
    assert!(mistake(&format!("int: n = {long};")).contains("1111…\", expected an integer of at most 64 bits"));
    assert!(mistake("int: n = 0x;").contains("found \"0x\""));
}

#[test]
fn there_is_one_solve_item() {
    assert_eq!(mistake(""), "line 1, column 1: found the end of the text, expected a `solve` item");
    assert_eq!(mistake("var int: x;\n"), "line 2, column 1: found the end of the text, expected a `solve` item");
    let twice = "line 2, column 1: found \"solve\", expected the end: there is a `solve` item already";
    assert_eq!(mistake("solve satisfy;\nsolve satisfy;"), twice);
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let error = read(b"var int: x;\n\xFF\xFE").unwrap_err().to_string();
    assert_eq!(error, "line 2, column 1: found bytes that are no text, expected text in UTF-8");
}
