//! The least height: simple packings from above, proofs from below, and the heights between in turns until they meet.

use super::kernel::{Decision, Question};
use super::{Layout, Packing, Spot};
use crate::search::{Effort, End, How};

impl Layout {
    /// The lowest packing that was found, not higher than the one `given`, and how the search for it ended.
    pub(super) fn lowest(&self, given: Option<&[Spot]>, how: &How) -> (Option<Packing>, End) {
        let mut end = End::default();
        let highest = self.board.height;
        let least_side = |piece: usize| self.ways(piece).map(|(_, size)| size.height).min().unwrap_or(1);
        let mut least = (0..self.pieces.len()).map(least_side).max().unwrap_or(1);
        let mut best: Option<(Packing, u64)> = given.map(|given| (given.to_vec(), self.rows(given)));
        for (packing, height) in self.simple_packings(how) {
            if height < best.as_ref().map_or(highest + 1, |(_, best)| *best) {
                best = Some((packing, height));
            }
        }
        let known = |best: &Option<(Packing, u64)>| best.as_ref().map_or(highest + 1, |(_, height)| *height);
        while least < known(&best) && self.proved_impossible(least) {
            least += 1;
        }
        // The open heights, those that were looked at; the search may end at a lower one than others still open.
        let mut questions: Vec<(u64, Option<Question<'_>>)> = Vec::new();
        while least < known(&best) && end.stop.is_none() {
            let next = questions.last().map_or(least, |(height, _)| height + 1);
            if next < known(&best) && questions.len() < MOST_OPEN {
                questions.push((next, self.question(next, how)));
            }
            let mut at = 0;
            while at < questions.len() && end.stop.is_none() {
                let height = questions[at].0;
                let Some(question) = &mut questions[at].1 else {
                    end.stop = Some(entail_engine::Stop::Memory);
                    break;
                };
                let before = question.nodes();
                let decision = question.turn(how);
                end.effort.nodes += question.nodes() - before;
                match decision {
                    None => at += 1,
                    Some(Decision::Packed(packing)) => {
                        best = Some((packing, height));
                        questions.truncate(at);
                    }
                    // What does not fit on a board does not fit on a lower one.
                    Some(Decision::Impossible) => {
                        least = height + 1;
                        questions.drain(..=at);
                        at = 0;
                    }
                    Some(Decision::Stopped(stop)) => end.stop = Some(stop),
                }
            }
        }
        if end.stop.is_some() {
            let nodes = end.effort.nodes;
            end.effort = Effort { nodes, engine: None };
            end.unknown = Some(match known(&best) {
                height if height > highest => "whether there is any packing is not known".to_owned(),
                height if height == least + 1 => format!("whether a height of {least} is enough is not known"),
                height => {
                    format!("whether a height of {} is enough is not known; at least {least} is needed", height - 1)
                }
            });
        }
        (best.map(|(packing, _)| packing), end)
    }
}

/// How many heights are worked on at the same time.
const MOST_OPEN: usize = 4;
