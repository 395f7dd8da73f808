//! A small job shop: three jobs, each a chain of operations on machines that do one thing at a time; done as early as possible.

use std::fmt::Write;

use entail::prelude::*;

/// For each job its operations in order: a machine and how long it takes there.
const JOBS: [&[(usize, i64)]; 3] = [&[(0, 3), (1, 2), (2, 2)], &[(0, 2), (2, 1), (1, 4)], &[(1, 4), (2, 3)]];
const MACHINES: usize = 3;

struct Operation {
    job: usize,
    machine: usize,
    start: Var,
    length: i64,
}

impl Operation {
    fn end(&self) -> Linear {
        self.start + self.length
    }
}

/// The schedule, a line for each machine.
pub fn run() -> Result<String, Error> {
    let mut model = Model::new();
    let horizon: i64 = JOBS.iter().copied().flatten().map(|(_, length)| length).sum();
    let makespan = model.int("makespan", 0..=horizon);
    let mut operations: Vec<Operation> = Vec::new();
    for (job, chain) in JOBS.iter().enumerate() {
        for (step, &(machine, length)) in chain.iter().enumerate() {
            let start = model.int(format!("start of job {job}, step {step}"), 0..=horizon);
            if step > 0 {
                let before = operations.last().expect("the step before").end();
                model.post(before.le(start)).named(format!("job {job}, step {step} after the one before"));
            }
            operations.push(Operation { job, machine, start, length });
        }
        let last = operations.last().expect("a job has steps").end();
        model.post(last.le(makespan)).named(format!("job {job} is done in the end"));
    }
    for (i, a) in operations.iter().enumerate() {
        for b in operations[i + 1..].iter().filter(|b| b.machine == a.machine && b.job != a.job) {
            let first = model.bool(format!("job {} before job {} on machine {}", a.job, b.job, a.machine));
            model.post(a.end().le(b.start)).only_if(first);
            model.post(b.end().le(a.start)).only_if(!first);
        }
    }
    // The makespan counts most; among the shortest schedules, the one in which operations start early.
    let starts: Linear = operations.iter().map(|operation| operation.start).sum();
    model.minimize(1000 * makespan + starts);

    let mut out = String::new();
    let Some(answer) = model.solve()? else { return Ok("no schedule\n".into()) };
    let _ = writeln!(out, "done after {}", answer[makespan]);
    for machine in 0..MACHINES {
        let mut line = vec!['.'; answer[makespan] as usize];
        for operation in operations.iter().filter(|operation| operation.machine == machine) {
            let start = answer[operation.start] as usize;
            let name = char::from(b'A' + operation.job as u8);
            line[start..start + operation.length as usize].fill(name);
        }
        let _ = writeln!(out, "machine {machine} |{}|", line.into_iter().collect::<String>());
    }
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
