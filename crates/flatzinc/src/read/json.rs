//! FlatZinc JSON, as MiniZinc writes it from version 2.7 on.
//!
//! Members of an object may come in any order, and names before their declarations. So the text is passed once to see
//! that it is JSON and where its sections are; then all names are declared; then everything else is read.
//! `introduced`, `defined`, `defines` and `output` become the annotations that the text has for them.

use std::borrow::Cow;

use entail_model::Domain;
use entail_model::place::Found;

use super::names::{Kind, Names, Within, call, refused};
use super::scan::{Number, Scanner};
use super::{DEEPEST, Mistake, Parsed};
use crate::ast::{Array, At, Call, Expr, Goal, Program, Solve, Type, Variable};

/// Reads a whole program.
pub fn program(text: &str) -> Parsed<Program> {
    let mut reader = Reader { scan: Scanner::of_json(text), names: Names::new(text.len()) };
    let mut places = Sections::default();
    reader.object(|reader, key, key_at| {
        let section = match &*key {
            "variables" => &mut places.variables,
            "arrays" => &mut places.arrays,
            "constraints" => &mut places.constraints,
            "output" => &mut places.output,
            "solve" => &mut places.solve,
            _ => return reader.pass(),
        };
        if section.replace(reader.scan.at()).is_some() {
            let found = Found::Described(format!("a second member {key:?}"));
            return Err(Mistake::new(key_at..key_at + key.len() + 2, found, "each of them once"));
        }
        reader.pass()
    })?;
    if reader.scan.peek().is_some() {
        return Err(reader.scan.unexpected("the end of the text".to_owned()));
    }
    reader.program(&places)
}

/// Where the members of the outermost object start.
#[derive(Default)]
struct Sections {
    variables: Option<At>,
    arrays: Option<At>,
    constraints: Option<At>,
    output: Option<At>,
    solve: Option<At>,
}

/// What can be read of a declaration only once all names are known.
#[derive(Default)]
struct Later {
    /// The right-hand side of a variable, or the elements of an array.
    value: Option<At>,
    annotations: Option<At>,
    introduced: bool,
    defined: bool,
}

struct Reader<'a> {
    scan: Scanner<'a>,
    names: Names<'a>,
}

impl<'a> Reader<'a> {
    fn program(mut self, places: &Sections) -> Parsed<Program> {
        let mut variables = Vec::new();
        if let Some(at) = places.variables {
            self.scan.seek(at);
            self.object(|reader, name, at| reader.variable(name, at).map(|later| variables.push(later)))?;
        }
        let mut arrays = Vec::new();
        if let Some(at) = places.arrays {
            self.scan.seek(at);
            self.object(|reader, name, at| reader.array(name, at).map(|later| arrays.push(later)))?;
        }
        self.values(&variables)?;
        for (number, later) in arrays.iter().enumerate() {
            self.names.arrays[number].elements = self.elements(later.value)?;
            self.names.arrays[number].annotations = self.marks(later)?;
        }
        if let Some(at) = places.output {
            self.scan.seek(at);
            self.output()?;
        }
        let mut constraints = Vec::new();
        if let Some(at) = places.constraints {
            self.scan.seek(at);
            self.list(|reader| reader.call(Within::Arguments, 0).map(|call| constraints.push(call)))?;
        }
        let Some(at) = places.solve else {
            return Err(self.scan.unexpected("a member `solve` of the outermost object".to_owned()));
        };
        self.scan.seek(at);
        let solve = self.solve()?;
        let Names { variables, arrays, .. } = self.names;
        Ok(Program { variables, arrays, constraints, solve })
    }

    /// `{"type": "int", "domain": [[1, 5]], "rhs": …, "introduced": true, "defined": true, "ann": […]}`
    fn variable(&mut self, name: Cow<'a, str>, at: At) -> Parsed<Later> {
        let start = self.scan.at();
        let mut later = Later::default();
        let mut kind = None;
        let mut domain = None;
        self.object(|reader, key, _| {
            match &*key {
                "type" => return reader.kind().map(|found| kind = Some(found)),
                "domain" => domain = Some(reader.scan.at()),
                "rhs" => later.value = Some(reader.scan.at()),
                "ann" => later.annotations = Some(reader.scan.at()),
                "introduced" => return reader.flag().map(|flag| later.introduced = flag),
                "defined" => return reader.flag().map(|flag| later.defined = flag),
                _ => {}
            }
            reader.pass()
        })?;
        let end = self.scan.passed();
        let ty = match kind {
            Some(Kind::Bool) => Type::Bool,
            Some(Kind::Int) => Type::Int,
            Some(kind) => return Err(refused(kind, start..end)),
            None => {
                let found = Found::Described(format!("the variable {name:?} without a type"));
                return Err(Mistake::new(start..end, found, "a member `type`"));
            }
        };
        let domain = match domain.filter(|_| ty == Type::Int) {
            Some(at) => {
                self.scan.seek(at);
                Some(self.intervals()?)
            }
            None => None,
        };
        self.scan.seek(end);
        let variable = Variable { name: name.to_string(), at, ty, domain, value: None, annotations: Vec::new() };
        self.names.variable(name, variable)?;
        Ok(later)
    }

    /// `{"a": […], "ann": […]}`
    fn array(&mut self, name: Cow<'a, str>, at: At) -> Parsed<Later> {
        let start = self.scan.at();
        let mut later = Later::default();
        self.object(|reader, key, _| {
            match &*key {
                "a" => later.value = Some(reader.scan.at()),
                "ann" => later.annotations = Some(reader.scan.at()),
                "introduced" => return reader.flag().map(|flag| later.introduced = flag),
                "defined" => return reader.flag().map(|flag| later.defined = flag),
                _ => {}
            }
            reader.pass()
        })?;
        if later.value.is_none() {
            let found = Found::Described(format!("the array {name:?} without elements"));
            return Err(Mistake::new(start..self.scan.passed(), found, "a member `a`"));
        }
        let array = Array { name: name.to_string(), at, elements: Vec::new(), annotations: Vec::new() };
        self.names.array(name, array)?;
        Ok(later)
    }

    /// The right-hand sides and annotations of all variables.
    fn values(&mut self, later: &[Later]) -> Parsed<()> {
        for (number, later) in later.iter().enumerate() {
            if let Some(at) = later.value {
                self.scan.seek(at);
                let kind = if self.names.variables[number].ty == Type::Bool { Kind::Bool } else { Kind::Int };
                self.names.variables[number].value = Some(self.value(kind)?);
            }
            self.names.variables[number].annotations = self.marks(later)?;
        }
        self.no_cycle(later)
    }

    /// No variable may equal another that equals it in turn.
    fn no_cycle(&self, later: &[Later]) -> Parsed<()> {
        // Each chain of right-hand sides is followed until one that an earlier chain has passed.
        let mut passed_by = vec![usize::MAX; later.len()];
        for start in 0..later.len() {
            let mut number = start;
            while passed_by[number] == usize::MAX {
                passed_by[number] = start;
                let variable = &self.names.variables[number];
                let (Some(Expr::Var(next)), Some(at)) = (&variable.value, later[number].value) else { break };
                number = *next as usize;
                if passed_by[number] == start {
                    let found = Found::Described(format!("a cyclic definition of {:?}", variable.name));
                    return Err(Mistake::new(at..at + 1, found, "a value that does not depend on it"));
                }
            }
        }
        Ok(())
    }

    /// The elements of an array: values, all of one kind.
    fn elements(&mut self, at: Option<At>) -> Parsed<Vec<Expr>> {
        let mut elements = Vec::new();
        let Some(at) = at else { return Ok(elements) };
        self.scan.seek(at);
        let mut kinds = vec![Kind::Bool, Kind::Int, Kind::Float, Kind::Set];
        self.list(|reader| {
            let start = reader.scan.at();
            let value = reader.expression(Within::Values, 0)?;
            let before = kinds[0];
            kinds.retain(|kind| reader.names.fits(&value, *kind, true));
            if kinds.is_empty() {
                return Err(reader.scan.since(start, before.words(true)));
            }
            elements.push(value);
            Ok(())
        })?;
        elements.shrink_to_fit();
        Ok(elements)
    }

    /// The annotations of a declaration.
    fn marks(&mut self, later: &Later) -> Parsed<Vec<Expr>> {
        let mut annotations = self.annotations(later.annotations)?;
        if later.introduced {
            annotations.push(call("var_is_introduced", 0, Vec::new()));
        }
        if later.defined {
            annotations.push(call("is_defined_var", 0, Vec::new()));
        }
        Ok(annotations)
    }

    fn annotations(&mut self, at: Option<At>) -> Parsed<Vec<Expr>> {
        let mut annotations = Vec::new();
        if let Some(at) = at {
            self.scan.seek(at);
            self.list(|reader| reader.expression(Within::Annotations, 0).map(|expr| annotations.push(expr)))?;
        }
        Ok(annotations)
    }

    /// The names whose values are asked for.
    fn output(&mut self) -> Parsed<()> {
        self.list(|reader| {
            let at = reader.scan.at();
            let name = reader.string("a name")?;
            match reader.names.resolve(&name, at, Within::Arguments)? {
                Expr::Var(number) => {
                    let annotations = &mut reader.names.variables[number as usize].annotations;
                    add(annotations, call("output_var", at, Vec::new()));
                }
                Expr::Array(number) => {
                    let array = &mut reader.names.arrays[number as usize];
                    let indices = Expr::Set(Domain::from_intervals([(1, array.elements.len() as i64)]));
                    let shape = vec![(at, Expr::List(vec![indices]))];
                    add(&mut array.annotations, call("output_array", at, shape));
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// `{"method": "minimize", "objective": "x", "ann": […]}`
    fn solve(&mut self) -> Parsed<Solve> {
        let at = self.scan.at();
        let mut method = None;
        let mut objective = None;
        let mut annotations = None;
        self.object(|reader, key, _| {
            match &*key {
                "method" => method = Some(reader.scan.at()),
                "objective" => objective = Some(reader.scan.at()),
                "ann" => annotations = Some(reader.scan.at()),
                _ => {}
            }
            reader.pass()
        })?;
        let annotations = self.annotations(annotations)?;
        self.scan.seek(method.unwrap_or(at));
        let start = self.scan.at();
        let make = match &*self.string("a method")? {
            "satisfy" => return Ok(Solve { goal: Goal::Satisfy, annotations, at }),
            "minimize" => Goal::Minimize,
            "maximize" => Goal::Maximize,
            _ => return Err(self.scan.since(start, "`satisfy`, `minimize` or `maximize`")),
        };
        self.scan.seek(objective.unwrap_or(at));
        let goal = make(self.value(Kind::Int)?);
        Ok(Solve { goal, annotations, at })
    }

    /// `{"id": "int_le", "args": ["x", 3], "ann": […], "defines": "x"}`
    fn call(&mut self, within: Within, depth: usize) -> Parsed<Call> {
        let at = self.scan.at();
        let mut name = None;
        let mut places = (None, None, None);
        self.object(|reader, key, _| {
            match &*key {
                "id" => return reader.string("a name").map(|id| name = Some(id.into_owned())),
                "args" => places.0 = Some(reader.scan.at()),
                "ann" => places.1 = Some(reader.scan.at()),
                "defines" => places.2 = Some(reader.scan.at()),
                _ => {}
            }
            reader.pass()
        })?;
        let end = self.scan.passed();
        let Some(name) = name else {
            return Err(Mistake::new(at..end, Found::Described("a call without a name".to_owned()), "a member `id`"));
        };
        let mut args = Vec::new();
        if let Some(at) = places.0 {
            self.scan.seek(at);
            self.list(|reader| {
                args.push((reader.scan.at(), reader.expression(within, depth + 1)?));
                Ok(())
            })?;
        }
        let mut annotations = self.annotations(places.1)?;
        if let Some(at) = places.2 {
            self.scan.seek(at);
            let defined = self.expression(Within::Arguments, depth + 1)?;
            annotations.push(call("defines_var", at, vec![(at, defined)]));
        }
        self.scan.seek(end);
        Ok(Call { name, at, args, annotations })
    }

    /// A value, a name, an array, a set, a string or, in an annotation, a call.
    fn expression(&mut self, within: Within, depth: usize) -> Parsed<Expr> {
        if depth > DEEPEST {
            return Err(self.scan.unexpected(format!("at most {DEEPEST} nested brackets")));
        }
        let start = self.scan.at();
        match self.scan.peek() {
            Some(b'"') => {
                let name = self.scan.string()?;
                self.names.resolve(&name, start, within)
            }
            Some(b'[') if within != Within::Values => {
                let inside = if within == Within::Annotations { within } else { Within::Values };
                let mut elements = Vec::new();
                self.list(|reader| reader.expression(inside, depth + 1).map(|element| elements.push(element)))?;
                Ok(Expr::List(elements))
            }
            Some(b'{') => self.braced(within, depth),
            Some(b't' | b'f') => self.flag().map(Expr::Bool),
            _ => Ok(match self.scan.number("a value")? {
                Number::Int(value) => Expr::Int(value),
                Number::Float(value) => Expr::Float(value),
            }),
        }
    }

    /// `{"set": [[1, 3]]}`, `{"string": "…"}` or a call.
    fn braced(&mut self, within: Within, depth: usize) -> Parsed<Expr> {
        let start = self.scan.at();
        let mut value = None;
        self.object(|reader, key, _| {
            match &*key {
                "set" => value = Some(Expr::Set(reader.intervals()?)),
                "string" if within != Within::Values => {
                    value = Some(Expr::Text(reader.string("a string")?.into_owned()));
                }
                _ => reader.pass()?,
            }
            Ok(())
        })?;
        match value {
            Some(value) => Ok(value),
            None if within == Within::Annotations => {
                self.scan.seek(start);
                Ok(Expr::Call(Box::new(self.call(within, depth)?)))
            }
            None => Err(self.scan.since(start, "a value, a name or a set")),
        }
    }

    fn value(&mut self, kind: Kind) -> Parsed<Expr> {
        let start = self.scan.at();
        let value = self.expression(Within::Values, 0)?;
        if self.names.fits(&value, kind, true) { Ok(value) } else { Err(self.scan.since(start, kind.words(true))) }
    }

    fn kind(&mut self) -> Parsed<Kind> {
        let start = self.scan.at();
        match &*self.string("a type")? {
            "bool" => Ok(Kind::Bool),
            "int" => Ok(Kind::Int),
            "float" => Ok(Kind::Float),
            "set of int" => Ok(Kind::Set),
            _ => Err(self.scan.since(start, "the type bool or int")),
        }
    }

    /// `[[1, 3], [5, 5]]`
    fn intervals(&mut self) -> Parsed<Domain> {
        let mut intervals = Vec::new();
        self.list(|reader| {
            reader.scan.expect("[", "before the first value of an interval")?;
            let first = reader.scan.whole("an integer")?;
            reader.scan.expect(",", "before the last value of an interval")?;
            let last = reader.scan.whole("an integer")?;
            reader.scan.expect("]", "after the last value of an interval")?;
            intervals.push((first, last));
            Ok(())
        })?;
        Ok(Domain::from_intervals(intervals))
    }

    fn flag(&mut self) -> Parsed<bool> {
        let flag = match self.scan.peek_word() {
            Some("true") => true,
            Some("false") => false,
            _ => return Err(self.scan.unexpected("`true` or `false`".to_owned())),
        };
        self.scan.word();
        Ok(flag)
    }

    fn string(&mut self, what: &str) -> Parsed<Cow<'a, str>> {
        match self.scan.peek() {
            Some(b'"') => self.scan.string(),
            _ => Err(self.scan.unexpected(format!("{what}, in double quotes"))),
        }
    }

    /// The members of an object: `each` stands before the value and passes it.
    fn object(&mut self, mut each: impl FnMut(&mut Self, Cow<'a, str>, At) -> Parsed<()>) -> Parsed<()> {
        self.scan.expect("{", "before the members of an object")?;
        let mut more = !self.scan.eat("}");
        while more {
            let at = self.scan.at();
            let key = self.key()?;
            each(self, key, at)?;
            more = self.scan.eat(",");
            if !more {
                self.scan.expect("}", "or `,` after a member")?;
            }
        }
        Ok(())
    }

    /// The elements of a list: `each` stands before one and passes it.
    fn list(&mut self, mut each: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.scan.expect("[", "before the elements of a list")?;
        let mut more = !self.scan.eat("]");
        while more {
            each(self)?;
            more = self.scan.eat(",");
            if !more {
                self.scan.expect("]", "or `,` after an element")?;
            }
        }
        Ok(())
    }

    fn key(&mut self) -> Parsed<Cow<'a, str>> {
        let key = self.string("the name of a member")?;
        self.scan.expect(":", "after the name of a member")?;
        Ok(key)
    }

    /// Passes any value, however deep it is.
    fn pass(&mut self) -> Parsed<()> {
        // The signs that close what is open.
        let mut open = Vec::new();
        loop {
            match self.scan.peek() {
                Some(b'{') => {
                    self.scan.eat("{");
                    if !self.scan.eat("}") {
                        open.push("}");
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.scan.eat("[");
                    if !self.scan.eat("]") {
                        open.push("]");
                        continue;
                    }
                }
                Some(b'"') => drop(self.scan.string()?),
                _ => match self.scan.peek_word() {
                    Some("true" | "false" | "null") => drop(self.scan.word()),
                    _ => drop(self.scan.number("a value")?),
                },
            }
            loop {
                let Some(close) = open.last() else { return Ok(()) };
                if self.scan.eat(",") {
                    if *close == "}" {
                        self.key()?;
                    }
                    break;
                }
                self.scan.expect(close, "or `,` after a value")?;
                open.pop();
            }
        }
    }
}

/// Adds an annotation unless there is one of that name.
fn add(annotations: &mut Vec<Expr>, new: Expr) {
    let name = |expr: &Expr| match expr {
        Expr::Call(call) => Some(call.name.clone()),
        _ => None,
    };
    if annotations.iter().all(|known| name(known) != name(&new)) {
        annotations.push(new);
    }
}
