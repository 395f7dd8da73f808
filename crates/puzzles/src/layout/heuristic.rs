//! A first try: one piece after the other, each as high up and then as far to the left as it goes on the skyline.

use super::{Layout, Packing, Size, Spot};
use crate::search::How;

/// What comes first: the piece for which this is largest.
type Order = fn(Size) -> (u128, u64);

impl Layout {
    /// The packing that comes of laying the pieces down in the order given, or else in another simple order.
    pub(super) fn simple_packing(&self, how: &How) -> Option<Packing> {
        self.simple_packings(how).find(|(_, height)| *height <= self.board.height).map(|(packing, _)| packing)
    }

    /// Packings of the board's width in several simple orders, and how high each of them is.
    pub(super) fn simple_packings<'a>(&'a self, how: &'a How) -> impl Iterator<Item = (Packing, u64)> + 'a {
        let orders: [Option<Order>; 5] = [
            None,
            Some(|size| (size.area(), size.width)),
            Some(|size| (size.width.into(), size.height)),
            Some(|size| (size.height.into(), size.width)),
            Some(|size| (size.height.max(size.width).into(), size.height)),
        ];
        orders.into_iter().filter_map(move |by| {
            let mut order: Vec<usize> = (0..self.pieces.len()).collect();
            if let Some(by) = by {
                order.sort_by_key(|piece| std::cmp::Reverse(by(self.pieces[*piece])));
            }
            self.laid_in_order(&order, how)
        })
    }

    fn laid_in_order(&self, order: &[usize], how: &How) -> Option<(Packing, u64)> {
        let mut skyline: Vec<(u64, u64)> = vec![(0, 0)];
        let mut packing = vec![Spot { row: 0, column: 0, turned: false }; self.pieces.len()];
        let mut height = 0;
        for (count, &piece) in order.iter().enumerate() {
            if count % 256 == 255 && how.stopped().is_some() {
                return None;
            }
            let turns = [false, true].into_iter().take(1 + usize::from(self.can_turn(piece)));
            let spots = turns.filter_map(|turned| {
                let (row, column) = highest_spot(&skyline, self.board.width, self.laid(piece, turned))?;
                Some((row, column, turned))
            });
            let (row, column, turned) = spots.min()?;
            let size = self.laid(piece, turned);
            packing[piece] = Spot { row, column, turned };
            height = height.max(row + size.height);
            cover(&mut skyline, self.board.width, (column, column + size.width), row + size.height);
        }
        Some((packing, height))
    }
}

/// The highest and then leftmost row and column where a piece lies on the skyline, with its left end at a step.
fn highest_spot(skyline: &[(u64, u64)], width: u64, size: Size) -> Option<(u64, u64)> {
    let mut best = None;
    for (step, &(start, _)) in skyline.iter().enumerate() {
        if start + size.width > width {
            break;
        }
        let under = skyline[step..].iter().take_while(|(at, _)| *at < start + size.width);
        let mut row = 0;
        for (_, floor) in under {
            row = row.max(*floor);
            if best.is_some_and(|(best, _)| row >= best) {
                break;
            }
        }
        if best.is_none_or(|(best, _)| row < best) {
            best = Some((row, start));
        }
    }
    best
}

/// Raises the skyline over these columns.
fn cover(skyline: &mut Vec<(u64, u64)>, width: u64, (from, to): (u64, u64), height: u64) {
    let first = skyline.partition_point(|(start, _)| *start < from);
    let behind = skyline.partition_point(|(start, _)| *start <= to) - 1;
    let floor = skyline[behind].1;
    let last = skyline.partition_point(|(start, _)| *start < to);
    let rest = (to < width && skyline.get(last).is_none_or(|(start, _)| *start != to)).then_some((to, floor));
    skyline.splice(first..last, [(from, height)].into_iter().chain(rest));
}
