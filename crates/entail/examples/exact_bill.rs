//! A constraint type of one's own: dishes for exactly 15.05, with a test that gives up on a partial order as soon as no
//! further dish can save it. (The bill is from the comic xkcd, number 287.)

use std::fmt::Write;

use entail::prelude::*;

const MENU: [(&str, u32); 6] = [
    ("mixed fruit", 215),
    ("french fries", 275),
    ("side salad", 335),
    ("hot wings", 355),
    ("mozzarella sticks", 420),
    ("sampler plate", 580),
];

/// The prices of what is ordered add up to the total.
struct ExactBill {
    prices: Vec<(&'static str, u32)>,
    total: u32,
}

impl Constraint<&'static str, u32> for ExactBill {
    fn variables(&self) -> Vec<&'static str> {
        self.prices.iter().map(|(dish, _)| *dish).collect()
    }

    fn satisfied(&self, order: &Assignment<&'static str, u32>) -> bool {
        let cost: u32 = self.prices.iter().filter_map(|(dish, price)| Some(price * order.get(dish)?)).sum();
        // Nobody can order less than nothing: what is too much stays too much.
        if order.len() < self.prices.len() { cost <= self.total } else { cost == self.total }
    }
}

/// All orders, the one with the fewest dishes first.
pub fn run() -> Result<String, CspError<&'static str>> {
    let total = 1505;
    let mut order = Csp::new();
    for (dish, price) in MENU {
        order.variable(dish, 0..=total / price)?;
    }
    order.post(ExactBill { prices: MENU.to_vec(), total })?;

    let mut orders = order.solutions().collect::<Result<Vec<_>, _>>()?;
    orders.sort_by_key(|order| order.values().sum::<u32>());
    let mut out = String::new();
    for order in orders {
        let dishes = order.iter().filter(|(_, times)| **times > 0).map(|(dish, times)| format!("{times} × {dish}"));
        let _ = writeln!(out, "{}", dishes.collect::<Vec<_>>().join(", "));
    }
    Ok(out)
}

fn main() -> Result<(), CspError<&'static str>> {
    print!("{}", run()?);
    Ok(())
}
