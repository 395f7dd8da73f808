//! Random programs, as text: a few variables with a few values, one to four constraints of any builtin in any form.

/// Makes programs.
pub struct Generator {
    state: u64,
}

/// The arguments of a builtin, a letter each: `i` an integer or variable, `I` an array of them, `c` a constant, `C` an array
/// of constants as long as the next array, `b` and `B` the same for Booleans, `D` constant Booleans, `s` a set,
/// `S` sets. Arrays are written as they are, so that lengths agree.
const BUILTINS: &[(&str, &str)] = &[
    ("int_eq", "ii"),
    ("int_ne", "ii"),
    ("int_le", "ii"),
    ("int_lt", "ii"),
    ("int_lin_eq", "CIc"),
    ("int_lin_ne", "CIc"),
    ("int_lin_le", "CIc"),
    ("int_plus", "iii"),
    ("int_times", "iii"),
    ("int_div", "iii"),
    ("int_mod", "iii"),
    ("int_pow", "iii"),
    ("int_max", "iii"),
    ("int_min", "iii"),
    ("int_abs", "ii"),
    ("array_int_maximum", "iI"),
    ("array_int_minimum", "iI"),
    ("array_int_element", "iKi"),
    ("array_var_int_element", "iIi"),
    ("set_in", "is"),
    ("array_bool_and", "Bb"),
    ("array_bool_or", "Bb"),
    ("array_bool_xor", "B"),
    ("array_bool_element", "iDb"),
    ("array_var_bool_element", "iBb"),
    ("bool2int", "bi"),
    ("bool_and", "bbb"),
    ("bool_or", "bbb"),
    ("bool_xor", "bbb"),
    ("bool_xor", "bb"),
    ("bool_not", "bb"),
    ("bool_clause", "BB"),
    ("bool_eq", "bb"),
    ("bool_le", "bb"),
    ("bool_lt", "bb"),
    ("bool_lin_eq", "EBi"),
    ("bool_lin_le", "EBc"),
];

/// Forms under a condition that has the place of the truth: `bool_and_imp(a, b, r)` is `r → a ∧ b`.
const WITHOUT_TRUTH: &[(&str, &str)] =
    &[("array_bool_and", "B"), ("array_bool_or", "B"), ("bool_and", "bb"), ("bool_or", "bb")];

impl Generator {
    /// The same seed makes the same programs.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    /// A program that asks for answers.
    pub fn program(&mut self) -> String {
        let (ints, bools) = (1 + self.below(3), 1 + self.below(3));
        let mut text = self.variables(ints, bools);
        text += &self.constraints(ints, bools);
        let search = match self.below(4) {
            0 => ":: int_search([x0], first_fail, indomain_max, complete) ",
            1 => {
                ":: seq_search([bool_search([b0], input_order, indomain_max), int_search([x0], largest, indomain_split)]) "
            }
            2 => ":: warm_start([x0], [1]) ",
            _ => "",
        };
        text + &format!("solve {search}satisfy;\n")
    }

    /// A program that asks for the best answer.
    pub fn optimisation(&mut self) -> String {
        let (ints, bools) = (1 + self.below(3), 1 + self.below(3));
        let mut text = self.variables(ints, bools);
        text += &self.constraints(ints, bools);
        let goal = if self.below(2) == 0 { "minimize" } else { "maximize" };
        text + &format!("solve {goal} x0;\n")
    }

    fn variables(&mut self, ints: usize, bools: usize) -> String {
        let mut text = String::new();
        let mut bounds = String::new();
        for i in 0..ints {
            // The first one is always printed: it may be the objective.
            let annotation = if i > 0 && self.below(5) == 0 { "var_is_introduced" } else { "output_var" };
            let (lo, width) = (self.between(-4, 3), self.between(0, 4));
            let hi = lo + width;
            let domain = match self.below(6) {
                0 => format!("{{{lo}, {}, {}}}", lo + 2, lo + 5),
                1 => {
                    // Unbounded as declared.
                    bounds += &format!("constraint int_le({lo}, x{i});\nconstraint int_lin_le([1], [x{i}], {hi});\n");
                    "int".into()
                }
                _ => format!("{lo}..{hi}"),
            };
            let value = match self.below(12) {
                0 if i > 0 => format!(" = x{}", i - 1),
                1 => format!(" = {lo}"),
                _ => String::new(),
            };
            text += &format!("var {domain}: x{i} :: {annotation}{value};\n");
        }
        for i in 0..bools {
            let annotation = if self.below(5) == 0 { "var_is_introduced" } else { "output_var" };
            text += &format!("var bool: b{i} :: {annotation};\n");
        }
        let elements: Vec<String> = (0..ints).map(|i| format!("x{i}")).chain(["7".into()]).collect();
        text +=
            &format!("array [1..{}] of var int: xs :: output_array([1..{0}]) = [{}];\n", ints + 1, elements.join(", "));
        text + &bounds
    }

    fn constraints(&mut self, ints: usize, bools: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.below(4) {
            let form = self.below(3);
            let of_truth = form > 0 && self.below(6) == 0;
            let list = if of_truth { WITHOUT_TRUTH } else { BUILTINS };
            let (name, letters) = list[self.below(list.len())];
            let suffix = ["", "_reif", "_imp"][form];
            let mut args = self.arguments(letters, ints, bools);
            if form > 0 {
                args.push(self.bool(bools));
            }
            text += &format!("constraint {name}{suffix}({});\n", args.join(", "));
        }
        text
    }

    fn arguments(&mut self, letters: &str, ints: usize, bools: usize) -> Vec<String> {
        let length = 1 + self.below(3);
        let mut args = Vec::new();
        for letter in letters.chars() {
            let elements: Vec<String> = (0..length)
                .map(|_| match letter {
                    'I' => self.int(ints),
                    'C' | 'E' | 'K' => self.between(-3, 3).to_string(),
                    'B' => self.bool(bools),
                    'D' => (self.below(2) == 0).to_string(),
                    _ => String::new(),
                })
                .collect();
            args.push(match letter {
                'i' => self.int(ints),
                'b' => self.bool(bools),
                'c' => self.between(-5, 5).to_string(),
                's' if self.below(2) == 0 => format!("{}..{}", self.between(-4, 0), self.between(-1, 4)),
                's' => format!("{{{}, {}}}", self.between(-4, 0), self.between(1, 4)),
                _ => format!("[{}]", elements.join(", ")),
            });
        }
        args
    }

    fn int(&mut self, ints: usize) -> String {
        if self.below(6) == 0 { self.between(-4, 4).to_string() } else { format!("x{}", self.below(ints)) }
    }

    fn bool(&mut self, bools: usize) -> String {
        match self.below(10) {
            0 => "true".into(),
            1 => "false".into(),
            _ => format!("b{}", self.below(bools)),
        }
    }
}
