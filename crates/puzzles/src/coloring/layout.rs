//! Where the nodes of a picture stand: nodes that are d steps apart in the graph should be d units apart in the picture.
//! Pairs are moved toward that one at a time, in random order, by smaller and smaller steps (Zheng, Pawar, Goodman: Graph
//! drawing by stochastic gradient descent, 2019). Then boxes that overlap push each other away.
//!
//! The random numbers and square roots are the same everywhere, and so are the pictures.

use super::graph::Graph;
use crate::Random;

/// A place in the plane.
pub type Point = (f64, f64);

/// Components up to this size use the distances of all pairs; larger ones, those of neighbours and from a few nodes.
const ALL_PAIRS: usize = 800;
const PIVOTS: usize = 16;
/// Larger components are drawn as dots, which may overlap.
const PUSHED: usize = 1500;
const ROUNDS: usize = 40;

/// A place for each node such that boxes of these widths and heights do not overlap; all places are above (0, 0).
pub fn places(graph: &Graph, boxes: &[Point], gap: f64) -> Vec<Point> {
    let mut places = vec![(0.0, 0.0); graph.len()];
    let mut parts: Vec<Part> = Vec::new();
    let mut singles = Vec::new();
    for nodes in graph.components() {
        if nodes.len() == 1 {
            singles.push(nodes[0]);
        } else {
            parts.push(Part::new(graph, nodes, boxes, gap));
        }
    }
    parts.extend(singles.into_iter().map(|node| Part::single(node, boxes)));
    let gap = 3.0 * gap;
    // Rows of parts, as wide together as they are high.
    let area: f64 = parts.iter().map(|part| (part.size.0 + gap) * (part.size.1 + gap)).sum();
    let widest = parts.iter().map(|part| part.size.0).fold(0.0, f64::max);
    let width = widest.max((1.6 * area).sqrt());
    parts.sort_by(|a, b| b.size.1.total_cmp(&a.size.1));
    let (mut x, mut y, mut height) = (0.0, 0.0, 0.0);
    for part in &parts {
        if x > 0.0 && x + part.size.0 > width {
            (x, y, height) = (0.0, y + height + gap, 0.0);
        }
        for (node, place) in part.nodes.iter().zip(&part.places) {
            places[*node as usize] = (x + place.0, y + place.1);
        }
        x += part.size.0 + gap;
        height = f64::max(height, part.size.1);
    }
    places
}

/// A connected part with its places inside a box of its own.
struct Part {
    nodes: Vec<u32>,
    places: Vec<Point>,
    size: Point,
}

impl Part {
    fn single(node: u32, boxes: &[Point]) -> Self {
        let size = boxes[node as usize];
        Self { nodes: vec![node], places: vec![(size.0 / 2.0, size.1 / 2.0)], size }
    }

    fn new(graph: &Graph, nodes: Vec<u32>, boxes: &[Point], gap: f64) -> Self {
        let graph = graph.induced(&nodes);
        let boxes: Vec<Point> = nodes.iter().map(|v| boxes[*v as usize]).collect();
        let mut places = by_distances(&graph);
        // Names are wider than high, and so are screens.
        let (wide, high) = (span(places.iter().map(|p| p.0)), span(places.iter().map(|p| p.1)));
        if high > wide {
            places.iter_mut().for_each(|place| *place = (place.1, place.0));
        }
        let roomy: Vec<Point> = boxes.iter().map(|(w, h)| (w + gap, h + gap)).collect();
        let scale = scale_for(&graph, &places, &roomy);
        places.iter_mut().for_each(|place| *place = (place.0 * scale, place.1 * scale));
        if nodes.len() <= PUSHED {
            push_apart(&mut places, &roomy);
        }
        let edge = |side: fn(Point, Point) -> f64, better: fn(f64, f64) -> f64| {
            places.iter().zip(&boxes).map(|(p, b)| side(*p, *b)).fold(f64::NAN, better)
        };
        let (left, right) = (edge(|p, b| p.0 - b.0 / 2.0, f64::min), edge(|p, b| p.0 + b.0 / 2.0, f64::max));
        let (top, bottom) = (edge(|p, b| p.1 - b.1 / 2.0, f64::min), edge(|p, b| p.1 + b.1 / 2.0, f64::max));
        let places = places.iter().map(|p| (p.0 - left, p.1 - top)).collect();
        Self { nodes, places, size: (right - left, bottom - top) }
    }
}

/// Places in units of the distance between neighbours.
fn by_distances(graph: &Graph) -> Vec<Point> {
    let mut random = Random::new(2019, graph.len() as u64);
    let side = (graph.len() as f64).sqrt();
    let mut places: Vec<Point> = (0..graph.len())
        .map(|_| (random.below(1 << 20) as f64 / 1048576.0 * side, random.below(1 << 20) as f64 / 1048576.0 * side))
        .collect();
    let mut pairs = pairs_with_distances(graph);
    let longest = pairs.iter().map(|pair| pair.2).max().unwrap_or(1).max(1) as f64;
    // From steps that satisfy the farthest pair at once down to small ones.
    let (first, last) = (longest * longest, 0.05_f64);
    let mut step = first;
    let mut factor = last / first;
    // The root of the number of rounds, by square roots only: 2⁵ = 32 rounds of falling steps.
    for _ in 0..5 {
        factor = factor.sqrt();
    }
    for _ in 0..ROUNDS {
        random.shuffle(&mut pairs);
        for &(u, v, distance) in &pairs {
            let (u, v, distance) = (u as usize, v as usize, f64::from(distance));
            let weight = (step / (distance * distance)).min(1.0);
            let (dx, dy) = (places[u].0 - places[v].0, places[u].1 - places[v].1);
            let length = (dx * dx + dy * dy).sqrt().max(1e-9);
            let pull = weight * (length - distance) / 2.0 / length;
            places[u] = (places[u].0 - pull * dx, places[u].1 - pull * dy);
            places[v] = (places[v].0 + pull * dx, places[v].1 + pull * dy);
        }
        step = (step * factor).max(last);
    }
    places
}

fn pairs_with_distances(graph: &Graph) -> Vec<(u32, u32, u32)> {
    if graph.len() <= ALL_PAIRS {
        let from = |u: u32| distances(graph, u).into_iter().zip(0..).map(move |(distance, v)| (u, v, distance));
        return graph.nodes().flat_map(from).filter(|(u, v, _)| u < v).collect();
    }
    let mut pairs: Vec<(u32, u32, u32)> = graph.edges().map(|(u, v)| (u, v, 1)).collect();
    let mut pivot = 0;
    let mut nearest = vec![u32::MAX; graph.len()];
    for _ in 0..PIVOTS {
        let from = distances(graph, pivot);
        pairs
            .extend((0..).zip(&from).filter(|(_, distance)| **distance > 1).map(|(v, distance)| (pivot, v, *distance)));
        nearest.iter_mut().zip(&from).for_each(|(nearest, distance)| *nearest = (*nearest).min(*distance));
        pivot = graph.nodes().max_by_key(|v| nearest[*v as usize]).unwrap_or(0);
    }
    pairs
}

/// The steps from a node to each node of its connected graph.
fn distances(graph: &Graph, from: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.len()];
    distance[from as usize] = 0;
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&u) = queue.get(at) {
        at += 1;
        for &v in graph.neighbours(u) {
            if distance[v as usize] == u32::MAX {
                distance[v as usize] = distance[u as usize] + 1;
                queue.push(v);
            }
        }
    }
    distance
}

/// How far the least and the greatest are apart.
fn span(of: impl Iterator<Item = f64>) -> f64 {
    let (least, greatest) = of.fold((f64::MAX, f64::MIN), |(least, greatest), x| (least.min(x), greatest.max(x)));
    greatest - least
}

/// A scale at which few boxes overlap and neighbours stand a little apart.
fn scale_for(graph: &Graph, places: &[Point], boxes: &[Point]) -> f64 {
    let typical = boxes.iter().map(|(w, h)| w.max(2.0 * h)).sum::<f64>() / boxes.len() as f64;
    let area = (span(places.iter().map(|p| p.0)) + 1.0) * (span(places.iter().map(|p| p.1)) + 1.0);
    let needed: f64 = boxes.iter().map(|(w, h)| w * h).sum();
    // Edges need room as well: the more of them, the more.
    let room = if graph.edge_count() > 3 * graph.len() { 6.0 } else { 4.0 };
    (room * needed / area).sqrt().max(typical)
}

/// Moves boxes that overlap away from each other, along the axis where that is less.
fn push_apart(places: &mut [Point], boxes: &[Point]) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let widest = boxes.iter().map(|b| b.0).fold(0.0, f64::max);
    for _ in 0..300 {
        order.sort_by(|a, b| places[*a].0.total_cmp(&places[*b].0));
        let mut moved = false;
        for at in 0..order.len() {
            for next in at + 1..order.len() {
                let (a, b) = (order[at], order[next]);
                if places[b].0 - places[a].0 > widest {
                    break;
                }
                let (dx, dy) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
                let over = ((boxes[a].0 + boxes[b].0) / 2.0 - dx.abs(), (boxes[a].1 + boxes[b].1) / 2.0 - dy.abs());
                if over.0 <= 0.01 || over.1 <= 0.01 {
                    continue;
                }
                moved = true;
                if over.0 < over.1 {
                    let half = if dx < 0.0 { -over.0 / 2.0 } else { over.0 / 2.0 };
                    places[a].0 -= half;
                    places[b].0 += half;
                } else {
                    let half = if dy < 0.0 { -over.1 / 2.0 } else { over.1 / 2.0 };
                    places[a].1 -= half;
                    places[b].1 += half;
                }
            }
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_do_not_overlap() {
        let mut random = Random::new(8, 0);
        for round in 0..20 {
            let graph = Graph::random(2 + random.below(60), 1 + round % 9, 20, &mut random);
            let boxes: Vec<Point> = graph.nodes().map(|_| (10.0 + random.below(80) as f64, 20.0)).collect();
            let places = places(&graph, &boxes, 6.0);
            for u in 0..graph.len() {
                assert!(places[u].0 >= boxes[u].0 / 2.0 - 0.1 && places[u].1 >= boxes[u].1 / 2.0 - 0.1);
                for v in 0..u {
                    let across = (places[u].0 - places[v].0).abs() >= (boxes[u].0 + boxes[v].0) / 2.0;
                    let down = (places[u].1 - places[v].1).abs() >= (boxes[u].1 + boxes[v].1) / 2.0;
                    assert!(across || down, "{u} and {v} of {graph:?}");
                }
            }
        }
    }
}
