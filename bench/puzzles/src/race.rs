//! Several programs on the same puzzles, in turns: what disturbs the machine disturbs all of them. Medians and ratios.

use std::path::Path;
use std::process::Command;

use crate::process::{self, Ran};

/// How often each is run, unless it takes long; and when it takes so little that one disturbance more or less decides.
const RUNS: usize = 5;
const SHORT_RUNS: usize = 51;

/// A program with its arguments.
pub fn runner(program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// How a runner did.
pub struct Raced {
    /// The median of its processor times, in seconds.
    pub seconds: f64,
    pub runs: usize,
    /// Its first run.
    pub first: Ran,
    /// The median of the numbers it printed, where it prints one.
    pub printed: Option<f64>,
}

/// Runs all of them in turns: five times, or 51 times under 20 ms, three times over a second, once over five seconds.
pub fn race(runners: &mut [Command]) -> Result<Vec<Raced>, String> {
    let mut ran: Vec<Vec<Ran>> = runners.iter().map(|_| Vec::new()).collect();
    for round in 0..SHORT_RUNS {
        for (runner, ran) in runners.iter_mut().zip(&mut ran) {
            let wanted = match ran.first().map_or(0.0, |first| first.seconds) {
                5.0.. => 1,
                1.0.. => 3,
                0.02.. => RUNS,
                _ => SHORT_RUNS,
            };
            if round < wanted {
                ran.push(process::run(runner)?);
            }
        }
    }
    let raced = |ran: Vec<Ran>| {
        let number = |ran: &Ran| std::str::from_utf8(&ran.stdout).ok()?.trim().parse().ok();
        let printed: Option<Vec<f64>> = ran.iter().map(number).collect();
        let seconds = median(ran.iter().map(|ran| ran.seconds).collect());
        let runs = ran.len();
        let first = ran.into_iter().next().expect("each was run");
        Raced { seconds, runs, first, printed: printed.map(median) }
    };
    Ok(ran.into_iter().map(raced).collect())
}

pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[middle] } else { (numbers[middle - 1] + numbers[middle]) / 2.0 }
}

/// Milliseconds with as many digits as are worth reading.
pub fn ms(seconds: f64) -> String {
    let ms = seconds * 1e3;
    match ms {
        100.0.. => format!("{ms:.0}"),
        10.0.. => format!("{ms:.1}"),
        _ => format!("{ms:.2}"),
    }
}

/// How many times as much.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        100.0.. => format!("{ratio:.0}×"),
        10.0.. => format!("{ratio:.1}×"),
        _ => format!("{ratio:.2}×"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_of_the_ordered_numbers() {
        assert_eq!(median(vec![5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    }

    #[test]
    fn every_runner_has_its_runs() {
        let mut runners = ["1", "2"].map(|number| runner(Path::new("echo"), &[number]));
        let raced = race(&mut runners).expect("echo starts");
        assert_eq!(
            raced.iter().map(|raced| (raced.runs, raced.printed)).collect::<Vec<_>>(),
            [(51, Some(1.0)), (51, Some(2.0))]
        );
    }
}
