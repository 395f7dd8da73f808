//! Ten problems, each as one `Model` that both solvers are given.
//!
//! Instances come from a generator of our own with a fixed seed, so that they are the same on every machine.

use entail_model::*;

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    fn between(&mut self, a: i64, b: i64) -> i64 {
        a + self.below((b - a + 1) as usize) as i64
    }

    fn shuffle<T>(&mut self, of: &mut [T]) {
        for i in (1..of.len()).rev() {
            of.swap(i, self.below(i + 1));
        }
    }
}

/// The same model in which an all-different only takes a fixed value from the others, as Pumpkin's does; none where the
/// model has no all-different.
pub fn by_value(model: &Model) -> Option<Model> {
    let mut same = Model::new();
    for v in model.variables() {
        same.int(v.name.clone(), v.domain.clone());
    }
    let mut any = false;
    for posted in model.constraints() {
        let mut constraint = posted.constraint.clone();
        if let Constraint::AllDifferent { strength, .. } = &mut constraint {
            *strength = Strength::Value;
            any = true;
        }
        same.post(constraint).when = posted.when;
    }
    match model.objective() {
        Some(Objective { direction: Direction::Minimize, expr }) => same.minimize(expr),
        Some(Objective { direction: Direction::Maximize, expr }) => same.maximize(expr),
        None => {}
    }
    any.then_some(same)
}

/// `n` queens on an `n × n` board, none attacking another.
pub fn queens(n: i64) -> Model {
    let mut m = Model::new();
    let q: Vec<Var> = (0..n).map(|i| m.int(format!("q{i}"), 0..n)).collect();
    m.post(all_different(&q));
    m.post(all_different(q.iter().zip(0..).map(|(&q, i): (_, i64)| q + i)));
    m.post(all_different(q.iter().zip(0..).map(|(&q, i): (_, i64)| q - i)));
    m
}

/// A Latin square of which `percent` of the cells were emptied, to complete (quasigroup with holes).
pub fn latin_square(n: usize, percent: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    // The cyclic square with rows, columns and symbols shuffled, then mixed by swapping the symbols of two-row cycles.
    let mut order = || {
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        order
    };
    let (rows, columns, symbols) = (order(), order(), order());
    let mut square: Vec<Vec<usize>> =
        rows.iter().map(|r| columns.iter().map(|c| symbols[(r + c) % n]).collect()).collect();
    for _ in 0..20 * n {
        let (a, b, start) = (random.below(n), random.below(n), random.below(n));
        if a == b {
            continue;
        }
        let mut column = start;
        loop {
            let (x, y) = (square[a][column], square[b][column]);
            (square[a][column], square[b][column]) = (y, x);
            // Row `a` has now two `y`: go on where the other one is, until the cycle closes.
            match (0..n).find(|&c| c != column && square[a][c] == y) {
                Some(other) if y != x => column = other,
                _ => break,
            }
        }
    }
    let mut cells: Vec<usize> = (0..n * n).collect();
    random.shuffle(&mut cells);
    let mut hole = vec![false; n * n];
    cells.iter().take(n * n * percent / 100).for_each(|&cell| hole[cell] = true);

    let mut m = Model::new();
    let mut grid = vec![vec![]; n];
    for (r, row) in square.iter().enumerate() {
        for (c, &symbol) in row.iter().enumerate() {
            let symbol = symbol as i64;
            let domain = if hole[r * n + c] { 0..=n as i64 - 1 } else { symbol..=symbol };
            grid[r].push(m.int(format!("r{r}c{c}"), domain));
        }
    }
    for i in 0..n {
        m.post(all_different(&grid[i]));
        m.post(all_different(grid.iter().map(|row| row[i])));
    }
    m
}

/// A random graph of `n` vertices and `edges` edges, to colour with `k` colours.
pub fn colouring(n: usize, edges: usize, k: i64, seed: u64) -> Model {
    let mut random = Random(seed);
    let mut pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    random.shuffle(&mut pairs);
    let mut m = Model::new();
    let colour: Vec<Var> = (0..n).map(|v| m.int(format!("v{v}"), 0..k)).collect();
    for &(a, b) in pairs.iter().take(edges) {
        m.post(colour[a].ne(colour[b]));
    }
    m
}

/// `jobs` jobs, each once on each of `machines` machines in its own order; minimise the makespan.
pub fn job_shop(jobs: usize, machines: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    let mut tasks = vec![];
    for _ in 0..jobs {
        let mut order: Vec<usize> = (0..machines).collect();
        random.shuffle(&mut order);
        tasks.push(order.into_iter().map(|machine| (machine, random.between(1, 20))).collect::<Vec<_>>());
    }
    let horizon: i64 = tasks.iter().flatten().map(|t| t.1).sum();

    let mut m = Model::new();
    let start: Vec<Vec<Var>> =
        (0..jobs).map(|j| (0..machines).map(|t| m.int(format!("start{j}_{t}"), 0..=horizon)).collect()).collect();
    let makespan = m.int("makespan", 0..=horizon);
    for j in 0..jobs {
        for t in 0..machines {
            let end = start[j][t] + tasks[j][t].1;
            m.post(end.le(if t + 1 < machines { start[j][t + 1] } else { makespan }));
        }
    }
    for machine in 0..machines {
        let on: Vec<(Var, i64)> = (0..jobs)
            .flat_map(|j| (0..machines).map(move |t| (j, t)))
            .filter(|&(j, t)| tasks[j][t].0 == machine)
            .map(|(j, t)| (start[j][t], tasks[j][t].1))
            .collect();
        for (i, &(s, d)) in on.iter().enumerate() {
            for &(s2, d2) in &on[..i] {
                let before = m.bool(format!("m{machine}_{}_{}", s.0, s2.0));
                m.post((s + d).le(s2)).only_if(before);
                m.post((s2 + d2).le(s)).only_if(!before);
            }
        }
    }
    m.minimize(makespan);
    m
}

/// The shortest ruler with `n` marks whose distances are all different.
pub fn golomb(n: usize) -> Model {
    let mut m = Model::new();
    let length = (n * n) as i64;
    let mark: Vec<Var> = (0..n).map(|i| m.int(format!("mark{i}"), 0..=length)).collect();
    m.post(mark[0].eq(0));
    for pair in mark.windows(2) {
        m.post(pair[0].lt(pair[1]));
    }
    let mut distance = vec![];
    for j in 1..n {
        for i in 0..j {
            let d = m.int(format!("d{i}_{j}"), 1..=length);
            m.post((mark[j] - mark[i]).eq(d));
            distance.push(d);
        }
    }
    m.post(all_different(&distance));
    // Of a ruler and its mirror image, one.
    m.post(distance[0].lt(distance[distance.len() - 1]));
    m.minimize(mark[n - 1]);
    m
}

/// The numbers from 1 to `n²` in a square with equal sums of rows, columns and diagonals.
pub fn magic_square(n: usize) -> Model {
    let mut m = Model::new();
    let top = (n * n) as i64;
    let cell: Vec<Vec<Var>> = (0..n).map(|r| (0..n).map(|c| m.int(format!("r{r}c{c}"), 1..=top)).collect()).collect();
    let sum = n as i64 * (top + 1) / 2;
    m.post(all_different(cell.iter().flatten()));
    for i in 0..n {
        m.post(cell[i].iter().sum::<Linear>().eq(sum));
        m.post(cell.iter().map(|row| row[i]).sum::<Linear>().eq(sum));
    }
    m.post((0..n).map(|i| cell[i][i]).sum::<Linear>().eq(sum));
    m.post((0..n).map(|i| cell[i][n - 1 - i]).sum::<Linear>().eq(sum));
    // Of a square and its seven images, one.
    m.post(cell[0][0].lt(cell[0][n - 1]));
    m.post(cell[0][0].lt(cell[n - 1][n - 1]));
    m.post(cell[0][0].lt(cell[n - 1][0]));
    m.post(cell[0][n - 1].lt(cell[n - 1][0]));
    m
}

/// `cars` cars of `classes` classes in a line: each class as often as demanded, and of each window of `q` cars at most
/// `p` with an option (Dincbas, Simonis and Van Hentenryck, 1988).
pub fn car_sequencing(cars: usize, classes: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    const CAPACITY: [(i64, usize); 5] = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)];
    let mut has = vec![[false; 5]; classes];
    for options in &mut has {
        while options.iter().all(|&o| !o) {
            *options = std::array::from_fn(|o| random.below(10) < 7 * CAPACITY[o].0 as usize / CAPACITY[o].1 + 1);
        }
    }
    let mut demand = vec![0; classes];
    let mut used = [0; 5];
    // A car of a random class, as long as its options leave room for it.
    let mut made = 0;
    for _ in 0..100 * cars {
        let class = random.below(classes);
        let fits = (0..5).all(|o| !has[class][o] || (used[o] + 1) * CAPACITY[o].1 <= cars * CAPACITY[o].0 as usize);
        if made < cars && fits {
            demand[class] += 1;
            made += 1;
            (0..5).for_each(|o| used[o] += usize::from(has[class][o]));
        }
    }
    let plain = classes as i64;

    let mut m = Model::new();
    let car: Vec<Var> = (0..cars).map(|i| m.int(format!("car{i}"), 0..=plain)).collect();
    for (class, &demand) in demand.iter().enumerate() {
        m.post(exactly(demand, &car, class as i64));
    }
    m.post(exactly((cars - made) as i64, &car, plain));
    for (o, &(p, q)) in CAPACITY.iter().enumerate() {
        let with: Domain = (0..classes).filter(|&c| has[c][o]).map(|c| c as i64).collect();
        for window in car.windows(q) {
            m.post(Constraint::Count {
                of: window.iter().map(Linear::from).collect(),
                values: with.clone(),
                relation: Relation::Le,
                times: p.into(),
            });
        }
    }
    m
}

/// `tables` random tables of three columns over `n` variables with `d` values; each row is allowed with `percent`.
pub fn random_tables(n: usize, d: i64, tables: usize, percent: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    let mut m = Model::new();
    let x: Vec<Var> = (0..n).map(|i| m.int(format!("x{i}"), 0..d)).collect();
    let mut rows: Vec<[i64; 3]> =
        (0..d).flat_map(|a| (0..d).flat_map(move |b| (0..d).map(move |c| [a, b, c]))).collect();
    for _ in 0..tables {
        let mut scope: Vec<usize> = (0..n).collect();
        random.shuffle(&mut scope);
        random.shuffle(&mut rows);
        let allowed = &rows[..rows.len() * percent / 100];
        m.post(table(scope[..3].iter().map(|&i| x[i]), allowed));
    }
    m
}

/// `n` pigeons in `n - 1` holes, pairwise in different ones: no answer, and no global constraint to see it at once.
pub fn pigeonhole(n: i64) -> Model {
    let mut m = Model::new();
    let hole: Vec<Var> = (0..n).map(|i| m.int(format!("pigeon{i}"), 0..n - 1)).collect();
    for i in 0..hole.len() {
        for j in 0..i {
            m.post(hole[j].ne(hole[i]));
        }
    }
    m
}

/// `rows` equations over `n` variables with a million values each; minimise a weighted sum.
pub fn wide_linear(n: usize, rows: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    let top = 1_000_000;
    let mut m = Model::new();
    let x: Vec<Var> = (0..n).map(|i| m.int(format!("x{i}"), 0..=top)).collect();
    let planted: Vec<i64> = (0..n).map(|_| random.between(0, top)).collect();
    for _ in 0..rows {
        let weights: Vec<i64> = (0..n).map(|_| random.between(1, 30)).collect();
        let total: i64 = weights.iter().zip(&planted).map(|(w, v)| w * v).sum();
        m.post(Linear::weighted(weights.into_iter().zip(x.iter().copied())).eq(total));
    }
    m
}
