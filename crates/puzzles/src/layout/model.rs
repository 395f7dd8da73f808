//! Layout as constraints: row and column of each piece, and for every two pieces one beside or above the other.
//!
//! Variables in order: for each piece its row, its column and, where it may be turned, whether it is; then for every two
//! pieces which of the four ways they are apart; last the height, where that is minimised. With very many pieces one
//! predicate takes the place of the pairs.

use std::collections::BTreeMap;

use entail_model::{Answer, Linear, Model, Var, or};

use super::{Layout, Packing, Size, Spot};
use crate::puzzle::Impossible;

/// With more pieces than this there are too many pairs.
const MOST_IN_PAIRS: usize = 200;

/// A piece in the model.
struct Laid {
    row: Var,
    column: Var,
    turned: Option<Var>,
    height: Linear,
    width: Linear,
}

impl Layout {
    /// The puzzle stated as constraints; or why there is no packing.
    pub(super) fn to_model(&self) -> Result<Model, Impossible> {
        let Size { height, width } = self.board;
        if let Some(piece) = (0..self.pieces.len()).find(|piece| self.ways(*piece).next().is_none()) {
            let (label, size) = (self.label(piece), self.pieces[piece]);
            let board = format!("the board of {height}x{width}");
            return Err(Impossible(format!("piece {label} is {}x{}, larger than {board}", size.height, size.width)));
        }
        if self.slack().is_none() {
            let area: u128 = self.pieces.iter().map(|piece| piece.area()).sum();
            let cells = self.board.area();
            return Err(Impossible(format!("the pieces have {area} cells together, the board {cells}")));
        }
        let mut model = Model::new();
        let laid: Vec<Laid> = (0..self.pieces.len()).map(|piece| self.post_piece(&mut model, piece)).collect();
        if self.pieces.len() <= MOST_IN_PAIRS {
            for later in 0..laid.len() {
                for earlier in 0..later {
                    self.post_pair(&mut model, &laid, earlier, later);
                }
            }
        } else {
            let of: Vec<Var> = laid.iter().flat_map(|l| [l.row, l.column].into_iter().chain(l.turned)).collect();
            let layout = self.clone();
            let apart = move |values: &[i64]| layout.all_apart(&layout.packing_of(values));
            model.predicate(of, apart).named("no two pieces overlap");
        }
        if self.minimize_height {
            let lowest = model.int("height", 1..=height as i64);
            for (piece, laid) in laid.iter().enumerate() {
                let bottom = laid.row + laid.height.clone() - 1;
                model.post(bottom.le(lowest)).named(format!("piece {} within the height", self.label(piece)));
            }
            model.minimize(lowest);
        }
        Ok(model)
    }

    fn post_piece(&self, model: &mut Model, piece: usize) -> Laid {
        let label = self.label(piece);
        let size = self.pieces[piece];
        let least = if self.can_turn(piece) { size.height.min(size.width) } else { 0 };
        let (high, wide) = if least > 0 { (least, least) } else { (size.height, size.width) };
        let last = |board: u64, side: u64| board.saturating_sub(side) as i64 + 1;
        let row = model.int(format!("piece {label}, row"), 1..=last(self.board.height, high));
        let column = model.int(format!("piece {label}, column"), 1..=last(self.board.width, wide));
        if !self.can_turn(piece) {
            return Laid { row, column, turned: None, height: side(size.height), width: side(size.width) };
        }
        // A side that does not fit on the board at all is cut off: the piece cannot lie that way then.
        let longest = self.board.height.max(self.board.width) + 1;
        let (height, width) = (size.height.min(longest) as i64, size.width.min(longest) as i64);
        let turned = model.int(format!("piece {label}, turned"), 0..=1);
        let high = (width - height) * turned + height;
        let wide = (height - width) * turned + width;
        model
            .post((row + high.clone()).le(self.board.height as i64 + 1))
            .named(format!("piece {label} ends on the board"));
        model
            .post((column + wide.clone()).le(self.board.width as i64 + 1))
            .named(format!("piece {label} ends on the board"));
        Laid { row, column, turned: Some(turned), height: high, width: wide }
    }

    fn post_pair(&self, model: &mut Model, laid: &[Laid], earlier: usize, later: usize) {
        let (a, b) = (&laid[earlier], &laid[later]);
        let (first, second) = (self.label(earlier), self.label(later));
        let ways = [
            (format!("piece {first} above {second}"), (a.row + a.height.clone()).le(b.row)),
            (format!("piece {second} above {first}"), (b.row + b.height.clone()).le(a.row)),
            (format!("piece {first} left of {second}"), (a.column + a.width.clone()).le(b.column)),
            (format!("piece {second} left of {first}"), (b.column + b.width.clone()).le(a.column)),
        ];
        let ways = ways.map(|(name, way)| model.truth_of(name, way));
        model.post(or(ways)).named(format!("pieces {first} and {second} do not overlap"));
    }

    /// The variables that say where the pieces lie: two packings differ exactly where these do.
    pub(super) fn projection(&self) -> Vec<Var> {
        let variables = (0..self.pieces.len()).map(|piece| 2 + u32::from(self.can_turn(piece))).sum();
        (0..variables).map(Var).collect()
    }

    /// Where an answer of the model puts the pieces.
    pub(super) fn packing(&self, answer: &Answer) -> Packing {
        self.packing_of(answer.values())
    }

    fn packing_of(&self, values: &[i64]) -> Packing {
        let mut values = values.iter().copied();
        let mut next = || values.next().expect("an answer has all variables");
        let place = |value: i64| value as u64 - 1;
        let spot =
            |piece| Spot { row: place(next()), column: place(next()), turned: self.can_turn(piece) && next() == 1 };
        (0..self.pieces.len()).map(spot).collect()
    }

    /// The answer of the model that a packing is.
    pub(super) fn answer(&self, packing: &[Spot]) -> Answer {
        let mut values = Vec::new();
        for (piece, spot) in packing.iter().enumerate() {
            values.extend([spot.row as i64 + 1, spot.column as i64 + 1]);
            values.extend(self.can_turn(piece).then_some(i64::from(spot.turned)));
        }
        if packing.len() <= MOST_IN_PAIRS {
            for later in 0..packing.len() {
                for earlier in 0..later {
                    values.extend(self.apart(packing, earlier, later).map(i64::from));
                }
            }
        }
        if self.minimize_height {
            values.push(self.rows(packing) as i64);
        }
        Answer::new(values)
    }

    /// Whether the first lies above, below, left or right of the second.
    fn apart(&self, packing: &[Spot], first: usize, second: usize) -> [bool; 4] {
        let (a, b) = (packing[first], packing[second]);
        let (size_a, size_b) = (self.laid(first, a.turned), self.laid(second, b.turned));
        [
            a.row + size_a.height <= b.row,
            b.row + size_b.height <= a.row,
            a.column + size_a.width <= b.column,
            b.column + size_b.width <= a.column,
        ]
    }

    /// Whether no two pieces overlap: from top to bottom, the columns in use are kept as intervals that must stay apart.
    fn all_apart(&self, packing: &[Spot]) -> bool {
        let mut events: Vec<(u64, bool, usize)> = Vec::with_capacity(2 * packing.len());
        for (piece, spot) in packing.iter().enumerate() {
            events.push((spot.row, true, piece));
            // At the same row what ends comes before what starts.
            events.push((spot.row + self.laid(piece, spot.turned).height, false, piece));
        }
        events.sort_unstable();
        let mut used: BTreeMap<u64, u64> = BTreeMap::new();
        events.into_iter().all(|(_, starts, piece)| {
            let spot = packing[piece];
            let end = spot.column + self.laid(piece, spot.turned).width;
            if !starts {
                used.remove(&spot.column);
                return true;
            }
            let free = used.range(..end).next_back().is_none_or(|(_, behind)| *behind <= spot.column);
            used.insert(spot.column, end);
            free
        })
    }
}

fn side(side: u64) -> Linear {
    Linear::from(side as i64)
}
