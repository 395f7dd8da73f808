//! Whether `k` colours are enough, and the least number that is.
//!
//! Bounds come first: a clique and Mycielski's construction from below, a greedy colouring from above. Between them the
//! question is put to what is left of the graph after reductions, part by part, to several searches in turn, each with a
//! budget that doubles from round to round: local search, backtracking by saturation, whole colour classes, and the learning
//! engine. The first that knows decides.

use entail_engine::{Error, Options, Outcome, Solver, Statistics, Stop};
use entail_model::{Bool, Model, Var, all_different, not, or};

use super::clique::{clique_cover, large_clique};
use super::cover::{classes, exact_cover};
use super::dsatur::{self, Reached, greedy};
use super::graph::Graph;
use super::mycielski::mycielski_bound;
use super::reduce::Reduced;
use super::tabu::Tabu;
use crate::Random;
use crate::search::{Choice, Effort, How};

/// Graphs with more edges get no Mycielski bound; with still more, no cliques beyond their edges.
const MYCIELSKI: usize = 20_000;
const LARGE: usize = 200_000;
/// Tables of nodes and colours beyond this size are not made: only the engine is left then, for no more edges than this.
pub const TABLE: usize = 20_000_000;
const MOST_FOR_ENGINE: usize = 2_000_000;

/// What is known about the fewest colours.
pub struct Fewest {
    /// A colouring from 1 with as few colours as were found.
    pub colours: Vec<u32>,
    /// How many it has.
    pub upper: usize,
    /// How many are necessary.
    pub lower: usize,
    /// What ended the search while they differ.
    pub stop: Option<Stop>,
}

/// Whether some number of colours is enough.
pub enum Enough {
    /// It is: a colouring from 1.
    Yes(Vec<u32>),
    /// It is not.
    No,
    /// A limit came first.
    Unknown(Stop),
}

/// A graph with what was found out about it, and the effort so far.
pub struct Decider<'a> {
    graph: &'a Graph,
    how: &'a How,
    clique: Vec<u32>,
    /// The best colouring so far, from 1.
    colours: Vec<u32>,
    /// What was done.
    pub effort: Effort,
}

impl<'a> Decider<'a> {
    /// Looks for a large clique and a greedy colouring first.
    pub fn new(graph: &'a Graph, how: &'a How) -> Self {
        Self { graph, how, clique: large_clique(graph, how), colours: greedy(graph), effort: Effort::default() }
    }

    /// The fewest colours, as far as the limits allow; numbers above `most` are of no interest.
    pub fn fewest(&mut self, most: usize) -> Result<Fewest, Error> {
        let colours = self.colours.clone();
        let upper = number_of_colours(&colours);
        let mut fewest = Fewest { colours, upper, lower: self.clique.len(), stop: None };
        if fewest.lower < fewest.upper {
            fewest.lower = self.lower_bound(fewest.upper);
        }
        while fewest.lower < fewest.upper && fewest.lower <= most {
            match self.enough((fewest.upper - 1).min(most))? {
                Enough::Yes(colours) => {
                    fewest.upper = number_of_colours(&colours);
                    self.colours.clone_from(&colours);
                    fewest.colours = colours;
                }
                Enough::No => fewest.lower = fewest.upper.min(most + 1),
                Enough::Unknown(stop) => {
                    fewest.stop = Some(stop);
                    break;
                }
            }
        }
        Ok(fewest)
    }

    /// Whether `k` colours are enough, bounds first.
    pub fn at_most(&mut self, k: usize) -> Result<Enough, Error> {
        if number_of_colours(&self.colours) <= k {
            return Ok(Enough::Yes(self.colours.clone()));
        }
        if self.clique.len() > k || self.lower_bound(k + 1) > k {
            return Ok(Enough::No);
        }
        self.enough(k)
    }

    fn lower_bound(&self, goal: usize) -> usize {
        let graph = self.graph;
        if graph.edge_count() > MYCIELSKI {
            return self.clique.len();
        }
        mycielski_bound(graph, &self.clique, goal, || self.how.stopped().is_some())
    }

    /// Whether `k` colours are enough, by reductions and search.
    fn enough(&mut self, k: usize) -> Result<Enough, Error> {
        if k == 0 {
            return Ok(if self.graph.is_empty() { Enough::Yes(Vec::new()) } else { Enough::No });
        }
        let reduced = Reduced::new(self.graph, k);
        let core = self.graph.induced(&reduced.core);
        let mut colours = vec![0; self.graph.len()];
        for part in core.components() {
            let nodes: Vec<u32> = part.iter().map(|v| reduced.core[*v as usize]).collect();
            match self.part_enough(&core.induced(&part), &nodes, k)? {
                Enough::Yes(found) => nodes.iter().zip(found).for_each(|(v, c)| colours[*v as usize] = c),
                other => return Ok(other),
            }
        }
        reduced.restore(self.graph, &mut colours);
        Ok(Enough::Yes(colours))
    }

    /// Whether `k` colours are enough for a connected part, which has these nodes of the whole graph.
    fn part_enough(&mut self, part: &Graph, nodes: &[u32], k: usize) -> Result<Enough, Error> {
        let known: Option<Vec<u32>> =
            self.clique.iter().map(|v| nodes.binary_search(v).ok().map(|at| at as u32)).collect();
        let clique = known.unwrap_or_else(|| large_clique(part, self.how));
        if clique.len() > k {
            return Ok(Enough::No);
        }
        let kernel = self.how.choice != Choice::Learning && part.len() * (k + 1) <= TABLE;
        let engine = (self.how.choice != Choice::Kernel || !kernel) && part.edge_count() <= MOST_FOR_ENGINE;
        if !kernel && !engine {
            return Ok(Enough::Unknown(Stop::Memory));
        }
        let cliques = if part.edge_count() <= LARGE {
            clique_cover(part, self.how)
        } else {
            part.edges().map(|(u, v)| vec![u, v]).collect()
        };
        let mut by_saturation = kernel.then(|| dsatur::Search::new(part, k, &clique));
        let start: Vec<u32> = nodes.iter().map(|v| self.colours[*v as usize]).collect();
        let mut tabu = kernel.then(|| Tabu::new(part, k, &start, Random::new(self.how.seed, k as u64)));
        let mut by_classes = None;
        let mut by_engine = None;
        let mut scale = 1_u64;
        for round in 0_u32.. {
            if let Some(tabu) = &mut tabu
                && let Some(colours) = in_pieces(TABU * scale, part.len() * k / 8, self.how, |steps| tabu.run(steps))
            {
                return Ok(Enough::Yes(colours));
            }
            if let Some(search) = &mut by_saturation {
                let before = search.nodes;
                let cost = part.len() + 2 * part.edge_count() / part.len() * k;
                // Where this has not helped by now, what the engine learns is worth more.
                let scale = if engine { scale.min(64) } else { scale };
                let reached = in_pieces(SATURATION * scale, cost, self.how, |nodes| match search.run(nodes) {
                    Reached::Budget => None,
                    reached => Some(reached),
                });
                self.effort.nodes += search.nodes - before;
                match reached {
                    Some(Reached::Colouring(colours)) => return Ok(Enough::Yes(colours)),
                    Some(_) => return Ok(Enough::No),
                    None => {}
                }
            }
            if round == 1 && kernel {
                by_classes = classes(part, k, &cliques, self.how);
            }
            if let Some(classes) = &by_classes {
                let (reached, nodes) = exact_cover(part.len(), classes, CLASSES * scale, self.how);
                self.effort.nodes += nodes;
                match reached {
                    Reached::Colouring(colours) => return Ok(Enough::Yes(colours)),
                    Reached::Nothing => return Ok(Enough::No),
                    Reached::Budget => {}
                }
            }
            if let Some(stop) = self.how.stopped() {
                return Ok(Enough::Unknown(stop));
            }
            if engine {
                let solver = match &mut by_engine {
                    Some(solver) => solver,
                    None => by_engine.insert(Engine::new(part, k, &clique, &cliques, self.how.seed)?),
                };
                let conflicts = if kernel { CONFLICTS * scale } else { u64::MAX };
                let decided = solver.run(conflicts, self.how)?;
                self.effort.engine = Some(solver.statistics());
                if let Some(decided) = decided {
                    return Ok(decided);
                }
            }
            scale = (2 * scale).min(1 << 40);
        }
        unreachable!("rounds go on until one decides or a limit comes")
    }
}

/// What each search may do in the first round.
const SATURATION: u64 = 20_000;
const TABU: u64 = 4_000;
const CLASSES: u64 = 4_000;
const CONFLICTS: u64 = 500;

/// Runs a search in pieces with a look at the limits between them. Of a search whose steps cost much, less is done.
fn in_pieces<T>(budget: u64, cost: usize, how: &How, mut run: impl FnMut(u64) -> Option<T>) -> Option<T> {
    /// The work of a piece: a few hundredths of a second.
    const PIECE: u64 = 20_000_000;
    let piece = (PIECE / cost.max(1) as u64).clamp(1, 10_000);
    let mut left = budget.min(50 * piece * (1 + budget / 1_000_000));
    while left > 0 && how.stopped().is_none() {
        if let Some(result) = run(left.min(piece)) {
            return Some(result);
        }
        left -= left.min(piece);
    }
    None
}

/// How many colours a colouring from 1 has.
pub fn number_of_colours(colours: &[u32]) -> usize {
    colours.iter().copied().max().unwrap_or(0) as usize
}

/// The learning engine on the question whether `k` colours are enough.
struct Engine {
    solver: Solver,
    nodes: Vec<Node>,
}

/// How the model states the colour of a node.
enum Node {
    /// A variable with the colour.
    Colour(Var),
    /// A literal for each colour, of which one at least is true. More do no harm: any of them will do.
    AnyOf(Vec<Bool>),
}

impl Engine {
    /// The nodes of `clique` have the first colours; `cliques` contain every edge. Large cliques are an all-different each;
    /// where there are none, clauses are the better model.
    fn new(graph: &Graph, k: usize, clique: &[u32], cliques: &[Vec<u32>], seed: u64) -> Result<Self, Error> {
        let mut fixed = vec![None; graph.len()];
        clique.iter().zip(1..).for_each(|(v, colour)| fixed[*v as usize] = Some(colour));
        let mut model = Model::new();
        let nodes = if clique.len() <= 3 && graph.edge_count() * k <= TABLE / 10 {
            by_clauses(&mut model, graph, k, &fixed)
        } else {
            by_cliques(&mut model, k, &fixed, cliques)
        };
        Ok(Self { solver: Solver::with_options(&model, Options { seed, ..Options::default() })?, nodes })
    }

    fn run(&mut self, conflicts: u64, how: &How) -> Result<Option<Enough>, Error> {
        let mut limits = how.limits();
        limits.conflicts = (conflicts < u64::MAX).then_some(conflicts);
        *self.solver.limits() = limits;
        Ok(match self.solver.solve_assuming(&[])? {
            Outcome::Satisfied(answer) | Outcome::Optimal(answer) => {
                let colour = |node: &Node| match node {
                    Node::Colour(colour) => answer[*colour] as u32,
                    Node::AnyOf(colours) => (1..).zip(colours).find(|(_, b)| answer[**b]).map_or(0, |(c, _)| c),
                };
                Some(Enough::Yes(self.nodes.iter().map(colour).collect()))
            }
            Outcome::Unsatisfiable { .. } => Some(Enough::No),
            Outcome::Unknown { stop: Stop::Conflicts, .. } => None,
            Outcome::Unknown { stop, .. } => Some(Enough::Unknown(stop)),
        })
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

fn by_cliques(model: &mut Model, k: usize, fixed: &[Option<i64>], cliques: &[Vec<u32>]) -> Vec<Node> {
    let domain = |fixed: &Option<i64>| fixed.map_or(1..=k as i64, |colour| colour..=colour);
    let nodes: Vec<Var> = fixed.iter().map(|fixed| model.int("", domain(fixed))).collect();
    for clique in cliques {
        match clique[..] {
            [u, v] => model.post(nodes[u as usize].ne(nodes[v as usize])),
            _ => model.post(all_different(clique.iter().map(|v| nodes[*v as usize]))),
        };
    }
    nodes.into_iter().map(Node::Colour).collect()
}

fn by_clauses(model: &mut Model, graph: &Graph, k: usize, fixed: &[Option<i64>]) -> Vec<Node> {
    let nodes: Vec<Vec<Bool>> = fixed.iter().map(|_| (0..k).map(|_| model.bool("")).collect()).collect();
    for (node, fixed) in nodes.iter().zip(fixed) {
        model.post(or(node));
        if let Some(fixed) = fixed {
            for (_, other) in (1..).zip(node).filter(|(colour, _)| colour != fixed) {
                model.post(not(*other));
            }
        }
    }
    for (u, v) in graph.edges() {
        for (a, b) in nodes[u as usize].iter().zip(&nodes[v as usize]) {
            model.post(or([!*a, !*b]));
        }
    }
    nodes.into_iter().map(Node::AnyOf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_finds_the_chromatic_number_of_small_graphs() {
        let mut random = Random::new(9, 0);
        for round in 0..250 {
            let graph = Graph::random(random.below(10), 1 + round % 9, 10, &mut random);
            let expected = graph.chromatic_by_brute_force() as usize;
            for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
                let how = How { choice, ..How::default() };
                let fewest = Decider::new(&graph, &how).fewest(graph.len()).unwrap();
                assert_eq!((fewest.lower, fewest.upper), (expected, expected), "{choice:?} {graph:?}");
                assert!(graph.clash(&fewest.colours).is_none() && number_of_colours(&fewest.colours) == expected);
                for k in 0..=expected + 1 {
                    match Decider::new(&graph, &how).at_most(k).unwrap() {
                        Enough::Yes(colours) => {
                            assert!(k >= expected && graph.clash(&colours).is_none());
                            assert!(colours.iter().all(|c| (1..=k as u32).contains(c)));
                        }
                        Enough::No => assert!(k < expected, "{choice:?} {k} {graph:?}"),
                        Enough::Unknown(stop) => panic!("there is no limit, but {stop:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn more_colours_than_are_of_interest_are_not_sought() {
        let complete = Graph::new(5, (0..5).flat_map(|u| (0..u).map(move |v| (u, v))));
        let fewest = Decider::new(&complete, &How::default()).fewest(3).unwrap();
        assert!(fewest.lower > 3 && fewest.stop.is_none());
    }

    #[test]
    fn a_stopped_search_has_a_colouring_and_bounds() {
        let mut random = Random::new(10, 0);
        let graph = Graph::random(150, 1, 2, &mut random);
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let fewest = Decider::new(&graph, &how).fewest(graph.len()).unwrap();
        assert_eq!(fewest.stop, Some(Stop::Asked));
        assert!(fewest.lower < fewest.upper && graph.clash(&fewest.colours).is_none());
    }
}
