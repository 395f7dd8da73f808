//! All colourings, listed or counted. Colourings that differ only in the names of colours are found once, as a division
//! of the nodes into classes, and then given names in every way.

use std::collections::HashSet;
use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::{Answer, Model};

use super::Coloring;
use super::clique::large_clique;
use super::decide::{Decider, Enough, TABLE};
use super::dsatur::{Reached, Search};
use super::graph::Graph;
use crate::search::{self, Choice, Effort, End, Found, How};

/// That there are answers.
struct Coloured {
    /// How many colours they may have.
    colours: u32,
    /// One of them.
    known: Vec<u32>,
    effort: Effort,
}

impl Coloring {
    /// Hands every answer to `found`.
    pub fn all_answers(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let Coloured { colours, mut effort, .. } = match self.number_of_all(how)? {
            Ok(known) => known,
            Err(end) => return Ok(end),
        };
        let graph = self.graph();
        let k = (colours as usize).min(graph.len());
        let mut taken = |colours: &[u32]| found(self.answer(colours));
        if how.choice == Choice::Learning || graph.len() * (k + 1) > TABLE {
            let end = by_engine(graph, colours, how, &mut taken)?;
            effort.engine = end.effort.engine.clone();
            return Ok(End { effort, ..end });
        }
        let clique = large_clique(graph, how);
        let mut search = Search::new(graph, k, &clique);
        let stop = loop {
            match search.run(PIECE) {
                Reached::Nothing => break None,
                Reached::Colouring(classes) => match named_in_every_way(&normal(&classes), colours, how, &mut taken) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(stop) => break stop,
                },
                Reached::Budget => {}
            }
            if let Some(stop) = how.stopped() {
                break Some(stop);
            }
        };
        effort.nodes += search.nodes;
        Ok(End { stop, effort, ..End::default() })
    }

    /// How many answers there are, without finding each; `None` where the engine is to find them. What one colouring
    /// shows of every part is enough where there are more than 64 bits hold.
    pub fn number_of_answers(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        if how.choice == Choice::Learning || self.named.on_itself.is_some() {
            return None;
        }
        let Coloured { colours, known, mut effort } = match self.number_of_all(how).ok()? {
            Ok(known) => known,
            Err(end) => return Some((0, end)),
        };
        let graph = self.graph();
        if graph.len() * ((colours as usize).min(graph.len()) + 1) > TABLE {
            return None;
        }
        // A number from here on is all the same.
        let enough = if limit == u64::MAX { 1 << 64 } else { u128::from(limit) };
        let (mut product, kept) = without_simplicial(graph, colours);
        let core = graph.induced(&kept);
        let parts: Vec<(Graph, u128)> = (core.components().iter())
            .map(|part| {
                let known: Vec<u32> = part.iter().map(|v| known[kept[*v as usize] as usize]).collect();
                let part = core.induced(part);
                let least = at_least(&part, &known, colours);
                (part, least)
            })
            .collect();
        let mut stop = None;
        for (i, (part, least)) in parts.iter().enumerate() {
            let others = parts[i + 1..].iter().fold(product, |others, (_, least)| others.saturating_mul(*least));
            if others.saturating_mul(*least) >= enough {
                product = enough;
                break;
            }
            let (number, nodes, stopped) = colourings_of(part, colours, enough.div_ceil(others), how);
            effort.nodes += nodes;
            product = product.saturating_mul(number.max(*least));
            if stopped.is_some() {
                stop = stopped;
                break;
            }
        }
        let (number, unknown) = match u64::try_from(product) {
            Ok(number) => (number.min(limit), None),
            Err(_) if limit < u64::MAX => (limit, None),
            Err(_) => {
                stop = Some(Stop::Answers);
                (u64::MAX, Some(format!("there are more than {} answers", u64::MAX)))
            }
        };
        if number == limit && limit < u64::MAX {
            stop = None;
        }
        Some((number, End { stop, unknown, effort, best: false }))
    }

    /// What to look for, where there are answers; otherwise how the search for one ended.
    fn number_of_all(&self, how: &How) -> Result<Result<Coloured, End>, Error> {
        let mut decider = Decider::new(self.graph(), how);
        let ended = |stop, unknown, effort| Ok(Err(End { stop, unknown, effort, best: false }));
        if let Some(colors) = self.colors {
            let enough = decider.at_most(colors as usize)?;
            return match enough {
                Enough::Yes(known) => Ok(Ok(Coloured { colours: colors, known, effort: decider.effort })),
                Enough::No => ended(None, None, decider.effort),
                Enough::Unknown(stop) => ended(Some(stop), Some(self.unknown(colors as usize, None)), decider.effort),
            };
        }
        let most = self.most().map_or(self.graph().len(), |most| most as usize);
        let fewest = decider.fewest(most)?;
        match fewest.stop {
            Some(stop) => {
                let unknown = self.unknown((fewest.upper - 1).min(most), Some(fewest.lower));
                ended(Some(stop), Some(unknown), decider.effort)
            }
            None if fewest.upper > most => ended(None, None, decider.effort),
            None => {
                let colours = fewest.upper as u32;
                Ok(Ok(Coloured { colours, known: fewest.colours, effort: decider.effort }))
            }
        }
    }
}

/// Nodes between two looks at the limits.
const PIECE: u64 = 10_000;

/// The same classes, numbered from 1 in the order in which they appear.
pub fn normal(colours: &[u32]) -> Vec<u32> {
    let mut number = vec![0; colours.iter().copied().max().unwrap_or(0) as usize + 1];
    let mut next = 1;
    let mut renumbered = Vec::with_capacity(colours.len());
    for &colour in colours {
        let number = &mut number[colour as usize];
        if *number == 0 {
            *number = next;
            next += 1;
        }
        renumbered.push(*number);
    }
    renumbered
}

/// The same colouring with the colours of each connected part numbered from 1 in the order in which they appear there.
pub fn normal_by_part(graph: &Graph, colours: &[u32]) -> Vec<u32> {
    let mut renumbered = vec![0; colours.len()];
    for part in graph.components() {
        let of_part: Vec<u32> = part.iter().map(|v| colours[*v as usize]).collect();
        part.iter().zip(normal(&of_part)).for_each(|(v, colour)| renumbered[*v as usize] = colour);
    }
    renumbered
}

/// Gives classes, numbered from 1, the names 1 to `colours` in every way. Breaks when no more are wanted or at a limit.
fn named_in_every_way(
    classes: &[u32],
    colours: u32,
    how: &How,
    taken: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<Option<Stop>> {
    let count = classes.iter().copied().max().unwrap_or(0) as usize;
    let mut names: Vec<u32> = (1..=count as u32).collect();
    let mut used: HashSet<u32> = names.iter().copied().collect();
    let mut steps = 0_u64;
    loop {
        let named: Vec<u32> = classes.iter().map(|class| names[*class as usize - 1]).collect();
        if taken(&named).is_break() {
            return ControlFlow::Break(None);
        }
        steps += 1;
        if steps.is_multiple_of(1024)
            && let Some(stop) = how.stopped()
        {
            return ControlFlow::Break(Some(stop));
        }
        // The next list of different names: the last that can grow does, and those behind it start again.
        loop {
            let Some(last) = names.pop() else { return ControlFlow::Continue(()) };
            used.remove(&last);
            if let Some(next) = (last + 1..=colours).find(|name| !used.contains(name)) {
                names.push(next);
                used.insert(next);
                break;
            }
        }
        let mut name = 1;
        while names.len() < count {
            if used.insert(name) {
                names.push(name);
            }
            name += 1;
        }
    }
}

/// Takes away nodes whose neighbours are all neighbours of one another: with d of them such a node has `colours` - d
/// colours left, whatever the others have. The product of these numbers, and the nodes that are left.
fn without_simplicial(graph: &Graph, colours: u32) -> (u128, Vec<u32>) {
    let mut alive = vec![true; graph.len()];
    let mut product = 1_u128;
    let mut queue: Vec<u32> = graph.nodes().rev().collect();
    while let Some(v) = queue.pop() {
        if !alive[v as usize] {
            continue;
        }
        let around: Vec<u32> = graph.neighbours(v).iter().copied().filter(|u| alive[*u as usize]).collect();
        // Large cliques are left to the search.
        let clique = around.len() <= 50
            && around.iter().enumerate().all(|(i, u)| around[i + 1..].iter().all(|w| graph.adjacent(*u, *w)));
        if clique {
            alive[v as usize] = false;
            product = product.saturating_mul(colours.saturating_sub(around.len() as u32).into());
            queue.extend(around);
        }
    }
    (product, graph.nodes().filter(|v| alive[*v as usize]).collect())
}

/// How many colourings a graph has, or that there are `enough`; the nodes of the search, and what stopped it.
fn colourings_of(graph: &Graph, colours: u32, enough: u128, how: &How) -> (u128, u64, Option<Stop>) {
    let k = (colours as usize).min(graph.len());
    let mut search = Search::new(graph, k, &large_clique(graph, how));
    let mut sum = 0_u128;
    loop {
        match search.run(PIECE) {
            Reached::Nothing => return (sum, search.nodes, None),
            Reached::Colouring(classes) => {
                sum = sum.saturating_add(names(classes.iter().copied().max().unwrap_or(0), colours));
                if sum >= enough {
                    return (sum, search.nodes, None);
                }
            }
            Reached::Budget => {}
        }
        // A look for each piece, and now and then where colourings come thick.
        if let Some(stop) = how.stopped() {
            return (sum, search.nodes, Some(stop));
        }
    }
}

/// How many colourings there are at least: some nodes of a known one take new colours one after the other, any that their
/// neighbours leave, and the colours of the others have any names.
fn at_least(graph: &Graph, known: &[u32], colours: u32) -> u128 {
    // When each node takes its new colour; `MAX` where it keeps the old one.
    let mut turn = vec![u32::MAX; graph.len()];
    let left = |v: u32, turn: &[u32]| {
        let (mut kept, mut new) = (HashSet::new(), 0);
        for &u in graph.neighbours(v) {
            if turn[u as usize] == u32::MAX {
                kept.insert(known[u as usize]);
            } else if turn[u as usize] < turn[v as usize] {
                new += 1;
            }
        }
        colours.saturating_sub(kept.len() as u32 + new)
    };
    let mut order: Vec<(u32, u32)> = graph.nodes().map(|v| (left(v, &turn), v)).collect();
    order.sort_by_key(|(left, v)| (std::cmp::Reverse(*left), *v));
    let mut best = 1;
    let mut turns = 0;
    // First those of which no two are neighbours.
    for apart in [true, false] {
        for &(_, v) in &order {
            let alone = graph.neighbours(v).iter().all(|u| turn[*u as usize] == u32::MAX);
            if turn[v as usize] == u32::MAX && (alone || !apart) && left(v, &turn) > 1 {
                turn[v as usize] = turns;
                turns += 1;
            }
        }
        let (new, kept): (Vec<u32>, Vec<u32>) = graph.nodes().partition(|v| turn[*v as usize] != u32::MAX);
        let kept: HashSet<u32> = kept.into_iter().map(|v| known[v as usize]).collect();
        let start = names(kept.len() as u32, colours);
        best = best.max(new.into_iter().fold(start, |ways, v| ways.saturating_mul(left(v, &turn).into())));
    }
    best
}

/// In how many ways so many classes are given different colours.
fn names(classes: u32, colours: u32) -> u128 {
    (0..classes).fold(1, |ways: u128, class| ways.saturating_mul(colours.saturating_sub(class).into()))
}

/// All colourings by the engine.
fn by_engine(
    graph: &Graph,
    colours: u32,
    how: &How,
    taken: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<End, Error> {
    let mut model = Model::new();
    let nodes: Vec<_> = graph.nodes().map(|_| model.int("", 1..=i64::from(colours))).collect();
    for (u, v) in graph.edges() {
        model.post(nodes[u as usize].ne(nodes[v as usize]));
    }
    search::by_engine(&model, None, how, &mut |answer: Answer| {
        taken(&answer.values().iter().map(|c| *c as u32).collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::coloring::Named;
    use crate::{Puzzle, Random};

    fn coloring(graph: &Graph, colors: Option<u32>) -> Coloring {
        Coloring { named: Named { names: None, on_itself: None, graph: graph.clone() }, colors, palette: None }
    }

    #[test]
    fn all_colourings_are_listed_and_counted() {
        let mut random = Random::new(12, 0);
        for round in 0..120 {
            let graph = Graph::random(random.below(7), 1 + round % 9, 10, &mut random);
            let fewest = graph.chromatic_by_brute_force();
            for colors in [None, Some(1), Some(2), Some(3), Some(4)] {
                let expected: BTreeSet<Vec<u32>> = graph.brute_force(colors.unwrap_or(fewest)).into_iter().collect();
                let puzzle = coloring(&graph, colors);
                for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
                    let how = How { choice, wanted: u64::MAX, ..How::default() };
                    let mut found = BTreeSet::new();
                    let end = search::solve(&puzzle, &how, &mut |answer| {
                        let colours = puzzle.colours(&answer).1.iter().map(|c| *c as u32).collect();
                        assert!(found.insert(colours), "twice");
                        ControlFlow::Continue(())
                    });
                    assert_eq!(end.unwrap().stop, None);
                    assert_eq!(found, expected, "{colors:?} {choice:?} {graph:?}");
                    if let Some((number, end)) = puzzle.count(&how, u64::MAX) {
                        assert_eq!((number, end.stop), (expected.len() as u64, None), "{colors:?} {graph:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_number_beyond_64_bits_is_not_printed_as_one() {
        let puzzle = coloring(&Graph::new(100, []), Some(3));
        let (number, end) = puzzle.number_of_answers(&How::default(), u64::MAX).unwrap();
        assert_eq!((number, end.stop), (u64::MAX, Some(Stop::Answers)));
        assert!(end.unknown.is_some());
        let (number, end) = puzzle.number_of_answers(&How::default(), 1000).unwrap();
        assert_eq!((number, end.stop), (1000, None));
    }

    #[test]
    fn a_number_beyond_64_bits_needs_no_search_whatever_the_order_of_the_parts() {
        // Cycles without chords: a hundred of them, and one with so many colourings that no search ends.
        let cycle = |from: u32, length: u32| (0..length).map(move |i| (from + i, from + (i + 1) % length));
        let many = (0..100).flat_map(|i| cycle(300 + 4 * i, 4));
        for edges in [cycle(0, 300).collect::<Vec<_>>(), cycle(0, 300).chain(many).collect()] {
            let puzzle = coloring(&Graph::new(700, edges), Some(3));
            let (number, end) = puzzle.number_of_answers(&How::default(), u64::MAX).unwrap();
            assert_eq!((number, end.stop), (u64::MAX, Some(Stop::Answers)));
            assert!(end.unknown.is_some() && end.effort.nodes < 1_000);
        }
    }

    #[test]
    fn one_colouring_shows_no_more_than_there_are() {
        let mut random = Random::new(13, 0);
        for round in 0..200 {
            let graph = Graph::random(1 + random.below(6), 1 + round % 9, 10, &mut random);
            for colours in 1..=4 {
                let all = graph.brute_force(colours);
                assert!(all.iter().all(|known| at_least(&graph, known, colours) <= all.len() as u128), "{graph:?}");
            }
        }
    }

    #[test]
    fn colours_are_numbered_in_the_order_in_which_they_appear() {
        assert_eq!(normal(&[3, 1, 3, 2]), [1, 2, 1, 3]);
        assert!(normal(&[]).is_empty());
        assert_eq!(normal_by_part(&Graph::new(4, [(0, 2)]), &[2, 3, 1, 3]), [1, 1, 2, 1]);
    }
}
