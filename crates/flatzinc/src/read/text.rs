//! FlatZinc text: items that each end with a semicolon, names declared before they are used.
//!
//! ```text
//! predicate …(…);                        passed over
//! int: n = 3;                            parameters
//! array [1..2] of int: a = [n, 4];
//! var 1..9: x :: output_var;             variables
//! array [1..2] of var int: v = [x, 7];
//! constraint int_lin_le(a, v, 40);
//! solve :: int_search(v, input_order, indomain_min) minimize x;
//! ```

use entail_model::Domain;
use entail_model::place::Found;

use super::names::{Kind, Names, Within, call, refused};
use super::scan::{Number, Scanner};
use super::{DEEPEST, Mistake, Parsed};
use crate::ast::{Array, At, Call, Expr, Goal, Program, Solve, Type, Variable};

/// Reads a whole program.
pub fn program(text: &str) -> Parsed<Program> {
    let mut reader =
        Reader { scan: Scanner::new(text), names: Names::new(text.len()), constraints: Vec::new(), solve: None };
    while reader.scan.peek().is_some() {
        reader.item()?;
    }
    let Some(solve) = reader.solve else {
        return Err(reader.scan.unexpected("a `solve` item".to_owned()));
    };
    let Names { variables, arrays, .. } = reader.names;
    Ok(Program { variables, arrays, constraints: reader.constraints, solve })
}

struct Reader<'a> {
    scan: Scanner<'a>,
    names: Names<'a>,
    constraints: Vec<Call>,
    solve: Option<Solve>,
}

/// The type of a declaration.
struct Declared {
    kind: Kind,
    variable: bool,
    domain: Option<Domain>,
}

impl<'a> Reader<'a> {
    fn item(&mut self) -> Parsed<()> {
        match self.scan.peek_word() {
            Some("constraint") => {
                self.scan.word();
                let constraint = self.constraint()?;
                self.constraints.push(constraint);
            }
            Some("solve") => self.solve()?,
            Some("predicate") => return self.predicate(),
            Some("array") => self.array()?,
            _ => self.scalar()?,
        }
        self.scan.expect(";", "at the end of an item")
    }

    /// Passes over the declaration of a predicate: which arguments a constraint takes is known without it.
    fn predicate(&mut self) -> Parsed<()> {
        self.scan.word();
        self.name("the name of a predicate")?;
        self.scan.expect("(", "before the arguments of a predicate")?;
        while !self.scan.eat(";") {
            if self.scan.word().is_none()
                && !["..", ",", ":", "[", "]", "(", ")", "{", "}"].iter().any(|sign| self.scan.eat(sign))
            {
                self.scan.number("the declaration of an argument, or `;`")?;
            }
        }
        Ok(())
    }

    /// `int: n = 3` or `var 1..9: x :: output_var = y`
    fn scalar(&mut self) -> Parsed<()> {
        let start = self.scan.at();
        let declared = self.declared("a declaration, a `constraint` or `solve`")?;
        if declared.variable && matches!(declared.kind, Kind::Set | Kind::Float) {
            return Err(refused(declared.kind, start..self.scan.passed()));
        }
        self.scan.expect(":", "before the name")?;
        let (name, at) = self.name("a name")?;
        let annotations = self.annotations()?;
        if !declared.variable {
            self.scan.expect("=", "before the value of a parameter")?;
            let value = self.value(&declared)?;
            return self.names.parameter(name, at, value);
        }
        let value = if self.scan.eat("=") { Some(self.value(&declared)?) } else { None };
        let ty = if declared.kind == Kind::Bool { Type::Bool } else { Type::Int };
        let variable = Variable { name: name.to_owned(), at, ty, domain: declared.domain, value, annotations };
        self.names.variable(name, variable)
    }

    /// `array [1..2] of var int: a :: output_array([1..2]) = [x, 1]`
    fn array(&mut self) -> Parsed<()> {
        self.scan.word();
        self.scan.expect("[", "before the indices of an array")?;
        let start = self.scan.at();
        let first = self.scan.whole("the first index of an array, 1")?;
        self.scan.expect("..", "between the first and the last index")?;
        let last = self.scan.whole("the last index of an array")?;
        if first != 1 || last < 0 {
            let found = Found::Described(format!("an array with the indices {first}..{last}"));
            return Err(Mistake::new(start..self.scan.passed(), found, "indices from 1"));
        }
        self.scan.expect("]", "after the indices of an array")?;
        self.keyword("of")?;
        let declared = self.declared("the type of the elements")?;
        self.scan.expect(":", "before the name")?;
        let (name, at) = self.name("a name")?;
        let annotations = self.annotations()?;
        self.scan.expect("=", "before the elements of an array")?;
        let open = self.scan.at();
        self.scan.expect("[", "before the elements of an array")?;
        let mut elements = Vec::new();
        while !self.scan.eat("]") {
            let start = self.scan.at();
            let value = self.value(&declared)?;
            if let Some(domain) = &declared.domain
                && !self.names.confine(&value, domain, start..self.scan.passed())?
            {
                return Err(self.scan.since(start, "a value in the domain of the array"));
            }
            elements.push(value);
            if !self.scan.eat(",") {
                self.scan.expect("]", "or `,` after an element")?;
                break;
            }
        }
        if elements.len() as i64 != last {
            let found = Found::Described(format!("an array of {} elements", elements.len()));
            return Err(Mistake::new(open..self.scan.passed(), found, format!("{last} elements, as declared")));
        }
        elements.shrink_to_fit();
        self.names.array(name, Array { name: name.to_owned(), at, elements, annotations })
    }

    /// A type: `bool`, `var 1..9`, `set of int` … An array of set or float variables may be one of constants, or empty.
    fn declared(&mut self, what: &str) -> Parsed<Declared> {
        let start = self.scan.at();
        let variable = self.scan.peek_word() == Some("var");
        if variable {
            self.scan.word();
        }
        let set = self.scan.peek_word() == Some("set");
        if set {
            self.scan.word();
            self.keyword("of")?;
        }
        let mut domain = None;
        let mut kind = match self.scan.peek_word() {
            Some("bool") if !set => Kind::Bool,
            Some("int") => Kind::Int,
            Some("float") => Kind::Float,
            None if variable || set => match self.set()? {
                Some(values) => {
                    domain = Some(values);
                    Kind::Int
                }
                None => Kind::Float,
            },
            _ => return Err(self.scan.unexpected(what.to_owned())),
        };
        if domain.is_none() {
            self.scan.word();
        }
        if set && kind == Kind::Float {
            return Err(self.scan.since(start, "a set of integers"));
        }
        if set {
            kind = Kind::Set;
        }
        Ok(Declared { kind, variable, domain })
    }

    /// One value of a declared type.
    fn value(&mut self, declared: &Declared) -> Parsed<Expr> {
        let start = self.scan.at();
        let value = self.expression(Within::Values, 0)?;
        if self.names.fits(&value, declared.kind, declared.variable) {
            return Ok(value);
        }
        Err(self.scan.since(start, declared.kind.words(declared.variable)))
    }

    /// `int_lin_le(a, v, 40) :: domain`
    fn constraint(&mut self) -> Parsed<Call> {
        let (name, at) = self.name("the name of a constraint")?;
        self.scan.expect("(", "before the arguments of a constraint")?;
        let args = self.arguments(Within::Arguments, 0)?;
        let annotations = self.annotations()?;
        Ok(Call { name: name.to_owned(), at, args, annotations })
    }

    /// `solve :: int_search(…) minimize x`
    fn solve(&mut self) -> Parsed<()> {
        let at = self.scan.at();
        if self.solve.is_some() {
            return Err(self.scan.unexpected("the end: there is a `solve` item already".to_owned()));
        }
        self.scan.word();
        let annotations = self.annotations()?;
        let goal = match self.scan.peek_word() {
            Some("satisfy") => {
                self.scan.word();
                Goal::Satisfy
            }
            Some("minimize") => {
                self.scan.word();
                Goal::Minimize(self.objective()?)
            }
            Some("maximize") => {
                self.scan.word();
                Goal::Maximize(self.objective()?)
            }
            _ => return Err(self.scan.unexpected("`satisfy`, `minimize` or `maximize`".to_owned())),
        };
        self.solve = Some(Solve { goal, annotations, at });
        Ok(())
    }

    fn objective(&mut self) -> Parsed<Expr> {
        self.value(&Declared { kind: Kind::Int, variable: true, domain: None })
    }

    /// `:: domain :: mzn_path("…")`
    fn annotations(&mut self) -> Parsed<Vec<Expr>> {
        let mut annotations = Vec::new();
        while self.scan.eat("::") {
            annotations.push(self.expression(Within::Annotations, 0)?);
        }
        Ok(annotations)
    }

    /// The arguments of a call, after its opening bracket.
    fn arguments(&mut self, within: Within, depth: usize) -> Parsed<Vec<(At, Expr)>> {
        let mut args = Vec::new();
        while !self.scan.eat(")") {
            args.push((self.scan.at(), self.expression(within, depth)?));
            if !self.scan.eat(",") {
                self.scan.expect(")", "or `,` after an argument")?;
                break;
            }
        }
        Ok(args)
    }

    fn expression(&mut self, within: Within, depth: usize) -> Parsed<Expr> {
        if depth > DEEPEST {
            return Err(self.scan.unexpected(format!("at most {DEEPEST} nested brackets")));
        }
        let expected = match within {
            Within::Arguments => "an argument",
            Within::Values => "a value",
            Within::Annotations => "an annotation",
        };
        match self.scan.peek() {
            Some(b'[') if within != Within::Values => self.list(within, depth),
            Some(b'"') if within != Within::Values => Ok(Expr::Text(self.scan.string()?.into_owned())),
            Some(b'{' | b'-' | b'0'..=b'9') => self.constant(expected),
            _ => {
                let at = self.scan.at();
                match self.scan.word() {
                    Some(word) => self.named(word, at, within, depth),
                    None => Err(self.scan.unexpected(expected.to_owned())),
                }
            }
        }
    }

    /// `[x, 1]`
    fn list(&mut self, within: Within, depth: usize) -> Parsed<Expr> {
        self.scan.expect("[", "before the elements of an array")?;
        let inside = if within == Within::Annotations { within } else { Within::Values };
        let mut elements = Vec::new();
        while !self.scan.eat("]") {
            elements.push(self.expression(inside, depth + 1)?);
            if !self.scan.eat(",") {
                self.scan.expect("]", "or `,` after an element")?;
                break;
            }
        }
        Ok(Expr::List(elements))
    }

    /// `7`, `1.5`, `1..3` or `{1, 5}`
    fn constant(&mut self, expected: &str) -> Parsed<Expr> {
        let start = self.scan.at();
        let first = match self.scan.peek() {
            Some(b'{') => None,
            _ => Some(self.scan.number(expected)?),
        };
        match first {
            Some(Number::Int(value)) if !self.scan.eat("..") => return Ok(Expr::Int(value)),
            Some(Number::Float(value)) if !self.scan.eat("..") => return Ok(Expr::Float(value)),
            Some(Number::Int(first)) => {
                let last = self.scan.whole("the last value of a range, an integer")?;
                return Ok(Expr::Set(Domain::from_intervals([(first, last)])));
            }
            Some(Number::Float(_)) => drop(self.scan.number("the last value of a range")?),
            None => {
                if let Some(values) = self.set()? {
                    return Ok(Expr::Set(values));
                }
            }
        }
        Err(self.scan.since(start, "a set of integers"))
    }

    /// A word that stands for a value, with what follows it.
    fn named(&mut self, word: &'a str, at: At, within: Within, depth: usize) -> Parsed<Expr> {
        match word {
            "true" => return Ok(Expr::Bool(true)),
            "false" => return Ok(Expr::Bool(false)),
            _ => {}
        }
        if within == Within::Annotations && self.scan.eat("(") {
            let args = self.arguments(within, depth + 1)?;
            return Ok(call(word, at, args));
        }
        if !self.scan.eat("[") {
            return self.names.resolve(word, at, within);
        }
        let start = self.scan.at();
        let index = self.expression(Within::Values, depth + 1)?;
        let end = self.scan.passed();
        self.scan.expect("]", "after an index")?;
        self.names.element(word, at, &index, start..end)
    }

    /// `1..3` or `{1, 5}`; none if it is of floats.
    fn set(&mut self) -> Parsed<Option<Domain>> {
        if !self.scan.eat("{") {
            let first = self.scan.number("a type")?;
            self.scan.expect("..", "between the first and the last value")?;
            let last = self.scan.number("the last value of a range")?;
            return Ok(match (first, last) {
                (Number::Int(first), Number::Int(last)) => Some(Domain::from_intervals([(first, last)])),
                _ => None,
            });
        }
        let mut values = Vec::new();
        let mut floats = false;
        while !self.scan.eat("}") {
            match self.scan.number("an integer")? {
                Number::Int(value) => values.push((value, value)),
                Number::Float(_) => floats = true,
            }
            if !self.scan.eat(",") {
                self.scan.expect("}", "or `,` after a value")?;
                break;
            }
        }
        Ok((!floats).then(|| Domain::from_intervals(values)))
    }

    fn keyword(&mut self, keyword: &str) -> Parsed<()> {
        match self.scan.peek_word() {
            Some(word) if word == keyword => {
                self.scan.word();
                Ok(())
            }
            _ => Err(self.scan.unexpected(format!("`{keyword}`"))),
        }
    }

    fn name(&mut self, what: &str) -> Parsed<(&'a str, At)> {
        let at = self.scan.at();
        match self.scan.peek_word() {
            Some("true" | "false") | None => Err(self.scan.unexpected(what.to_owned())),
            Some(word) => {
                self.scan.word();
                Ok((word, at))
            }
        }
    }
}
