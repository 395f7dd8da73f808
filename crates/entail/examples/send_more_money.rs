//! SEND + MORE = MONEY: each letter a digit, different letters different digits, no number starts with 0.

use std::fmt::Write;

use entail::prelude::*;

/// The sum with its digits.
pub fn run() -> Result<String, Error> {
    let mut model = Model::new();
    let letters = ['S', 'E', 'N', 'D', 'M', 'O', 'R', 'Y'];
    let digits = letters.map(|letter| model.int(letter, 0..=9));
    let [s, e, n, d, m, o, r, y] = digits;

    let send = 1000 * s + 100 * e + 10 * n + d;
    let more = 1000 * m + 100 * o + 10 * r + e;
    let money = 10_000 * m + 1000 * o + 100 * n + 10 * e + y;
    model.post((send.clone() + &more).eq(&money)).named("SEND + MORE = MONEY");
    model.post(all_different(digits)).named("different letters, different digits");
    model.post(s.ge(1)).named("SEND does not start with 0");
    model.post(m.ge(1)).named("MORE and MONEY do not start with 0");

    let mut out = String::new();
    for answer in model.answers() {
        let answer = answer?;
        let found: Vec<String> =
            letters.iter().zip(digits).map(|(l, digit)| format!("{l}={}", answer[digit])).collect();
        let [send, more, money] = [&send, &more, &money].map(|word| answer.value(word));
        let _ = writeln!(out, "{}\n{send} + {more} = {money}", found.join(" "));
    }
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
