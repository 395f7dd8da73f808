//! FlatZinc JSON: the same programs as the text, and its own mistakes.

use super::{SAMPLE, as_json, mistake, read, without_places};
use crate::ast::Program;

fn program(text: &str) -> Program {
    without_places(read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn text_and_json_of_one_model_are_one_program() {
    let program = program(SAMPLE);
    let json = as_json(&program);
    assert_eq!(without_places(read(json.as_bytes()).unwrap()), program, "{json}");
}

#[test]
fn members_of_their_own_become_the_annotations_of_the_text() {
    let json = r#"{
      "variables": {
        "b": {"type": "int", "domain": [[0, 3]]},
        "c": {"type": "bool", "introduced": true},
        "d": {"rhs": "b", "ann": ["mark"], "defined": true, "type": "int", "domain": [[1, 2], [4, 4]]}
      },
      "arrays": {"w": {"a": [250, 200]}, "v": {"a": ["b", 1, "d"]}},
      "constraints": [
        {"id": "int_lin_le", "args": ["w", ["b", "d"], 4000]},
        {"id": "int_plus", "args": ["b", 1, "d"], "ann": ["ctx_pos"], "defines": "d"},
        {"id": "set_in", "args": ["b", {"set": [[1, 2], [5, 5]]}],
         "ann": [{"id": "mzn_path", "args": [{"string": "a\"\u00e9\ud83d\ude00\n"}]}]}
      ],
      "output": ["b", "v"],
      "solve": {"method": "maximize", "objective": "d", "ann": [{"id": "int_search", "args": ["v", "first_fail"]}]},
      "version": "1.0"
    }"#;
    let text = r#"
      var 0..3: b :: output_var;
      var bool: c :: var_is_introduced;
      var {1, 2, 4}: d :: mark :: is_defined_var = b;
      array [1..2] of int: w = [250, 200];
      array [1..3] of var int: v :: output_array([1..3]) = [b, 1, d];
      constraint int_lin_le(w, [b, d], 4000);
      constraint int_plus(b, 1, d) :: ctx_pos :: defines_var(d);
      constraint set_in(b, {1, 2, 5}) :: mzn_path("a\"é😀\n");
      solve :: int_search(v, first_fail) maximize d;
    "#;
    assert_eq!(program(json), program(text));
}

#[test]
fn sections_and_declarations_come_in_any_order() {
    let json = r#" {"solve": {"objective": "x", "method": "minimize"}, "constraints": [{"args": ["a"], "id": "c"}],
        "arrays": {"a": {"a": ["y", "x"]}}, "variables": {"x": {"rhs": "y", "type": "int"}, "y": {"type": "int"}}}"#;
    let read = program(json);
    assert_eq!((read.variables.len(), read.arrays.len(), read.constraints.len()), (2, 1, 1));
    assert_eq!(read.variables[0].value, Some(crate::ast::Expr::Var(1)));
}

#[test]
fn an_output_annotation_is_not_doubled() {
    let json = r#"{"variables": {"x": {"type": "int", "ann": ["output_var"]}}, "output": ["x", "x"], "solve": {"method": "satisfy"}}"#;
    assert_eq!(program(json), program("var int: x :: output_var; solve satisfy;"));
}

#[test]
fn cyclic_definitions_are_refused() {
    let of = |variables: &str| {
        mistake(&format!("{{\"variables\": {{{variables}}}, \"solve\": {{\"method\": \"satisfy\"}}}}"))
    };
    let own = of(r#""x": {"type": "int", "rhs": "x"}"#);
    assert_eq!(
        own,
        "line 1, column 44: found a cyclic definition of \"x\", expected a value that does not depend on it"
    );
    let long = of(
        "\"a\": {\"type\": \"int\", \"rhs\": \"x\"},\n \"x\": {\"type\": \"int\", \"rhs\": \"y\"},\n \"y\": {\"type\": \"int\", \"rhs\": \"x\"}",
    );
    assert_eq!(
        long,
        "line 3, column 30: found a cyclic definition of \"y\", expected a value that does not depend on it"
    );
    let array = mistake(r#"{"arrays": {"a": {"a": ["a"]}}, "solve": {"method": "satisfy"}}"#);
    assert_eq!(array, "line 1, column 25: found the array \"a\", expected one value");
}

#[test]
fn mistakes_have_their_line_and_column() {
    let cases = [
        ("{", "line 1, column 2: found the end of the text, expected the name of a member, in double quotes"),
        ("{}", "line 1, column 3: found the end of the text, expected a member `solve` of the outermost object"),
        ("{} x", "line 1, column 4: found \"x\", expected the end of the text"),
        ("{\"a\" 1}", "line 1, column 6: found \"1\", expected `:` after the name of a member"),
        ("{\"a\": 1 \"b\": 2}", "line 1, column 9: found \"\\\"\", expected `}` or `,` after a member"),
        ("{\"a\": [1}", "line 1, column 9: found \"}\", expected `]` or `,` after a value"),
        ("{\"a\": nil}", "line 1, column 7: found \"nil\", expected a value"),
        ("{\"a\":\n \"b}", "line 2, column 2: found a string without end, expected a closing quote on the same line"),
        ("{% no comment\n}", "line 1, column 2: found \"%\", expected the name of a member, in double quotes"),
        (
            "{\"solve\": {},\n \"solve\": {}}",
            "line 2, column 2: found a second member \"solve\", expected each of them once",
        ),
        ("{\"solve\": {}}", "line 1, column 11: found \"{\", expected a method, in double quotes"),
        (
            "{\"solve\": {\"method\": \"find\"}}",
            "line 1, column 22: found \"\\\"find\\\"\", expected `satisfy`, `minimize` or `maximize`",
        ),
        (
            "{\"variables\": {\"x\": {}}}",
            "line 1, column 21: found the variable \"x\" without a type, expected a member `type`",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"string\"}}}",
            "line 1, column 30: found \"\\\"string\\\"\", expected the type bool or int",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"int\"}, \"x\": {\"type\": \"int\"}}}",
            "line 1, column 38: found a second declaration of \"x\", expected a new name",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"int\", \"domain\": [[1, 2.5]]}}}",
            "line 1, column 52: found \"2.5\", expected an integer",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"int\", \"rhs\": true}}}",
            "line 1, column 44: found \"true\", expected an integer or an integer variable",
        ),
        (
            "{\"arrays\": {\"a\": {}}}",
            "line 1, column 18: found the array \"a\" without elements, expected a member `a`",
        ),
        (
            "{\"arrays\": {\"a\": {\"a\": [1, true]}}}",
            "line 1, column 28: found \"true\", expected an integer or an integer variable",
        ),
        (
            "{\"constraints\": [{\"args\": []}]}",
            "line 1, column 18: found a call without a name, expected a member `id`",
        ),
        (
            "{\"constraints\": [{\"id\": \"c\", \"args\": [{}]}]}",
            "line 1, column 39: found \"{}\", expected a value, a name or a set",
        ),
        (
            "{\"constraints\": [{\"id\": \"c\", \"args\": [9223372036854775808]}]}",
            "line 1, column 39: found \"9223372036854775808\", expected an integer of at most 64 bits",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(mistake(text), expected, "{text}");
    }
    let undefined = mistake("{\"constraints\": [\n {\"id\": \"c\", \"args\": [\"x\"]}]}");
    assert!(undefined.starts_with("line 2, column 23: found the undefined identifier \"x\""), "{undefined}");
    let float = mistake("{\"variables\": {\"x\": {\"type\": \"float\"}}}");
    assert!(float.ends_with("float variables are not supported"), "{float}");
    let set = mistake("{\"variables\": {\"x\": {\"type\": \"set of int\"}}}");
    assert!(set.ends_with("flatten with Entail's MiniZinc library"), "{set}");
}
