//! An answer for any size without a search: even rows first, then odd ones, with a few queens moved where that alone
//! does not do (after Hoffman, Loessi, Moore: Constructions for the solution of the m queens problem, 1969).

/// The row of the queen of each column, from 1; nothing for 2 and 3, which have no answer.
pub fn construct(size: usize) -> Option<Vec<u32>> {
    if matches!(size, 2 | 3) {
        return None;
    }
    let size = u32::try_from(size).ok()?;
    let mut even: Vec<u32> = (2..=size).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=size).step_by(2).collect();
    match size % 6 {
        // 3, 1, 7, 9, …, 5
        2 => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        // 4, 6, …, 2 and 5, 7, …, 1, 3
        3 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    even.append(&mut odd);
    Some(even)
}

/// Makes of an answer one of its images.
type Turn = fn(&[u32]) -> Vec<u32>;

/// The constructed answer and its mirror images and turns, as many as are wanted and differ.
pub fn images(size: usize, wanted: u64) -> Vec<Vec<u32>> {
    let Some(first) = construct(size) else { return Vec::new() };
    let mut images = vec![first];
    // Four are made by turning the board over, four more of what it is when rows and columns change places.
    let steps: [Turn; 7] = [backwards, upside_down, backwards, about_the_diagonal, backwards, upside_down, backwards];
    let mut last = images[0].clone();
    for step in steps {
        if images.len() as u64 >= wanted {
            break;
        }
        last = step(&last);
        if !images.contains(&last) {
            images.push(last.clone());
        }
    }
    images.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    images
}

fn backwards(rows: &[u32]) -> Vec<u32> {
    rows.iter().rev().copied().collect()
}

fn upside_down(rows: &[u32]) -> Vec<u32> {
    rows.iter().map(|row| rows.len() as u32 + 1 - row).collect()
}

fn about_the_diagonal(rows: &[u32]) -> Vec<u32> {
    let mut turned = vec![0; rows.len()];
    for (column, row) in (1..).zip(rows) {
        turned[*row as usize - 1] = column;
    }
    turned
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_queens_attack_each_other() {
        let sizes = (1..400).chain([1_000, 4_001, 10_002, 10_003]).filter(|size| !matches!(size, 2 | 3));
        for (size, rows) in sizes.flat_map(|size| images(size, u64::MAX).into_iter().map(move |rows| (size, rows))) {
            let lines = |slope: i64| {
                let line = |(column, row): (usize, &u32)| i64::from(*row) + slope * column as i64;
                rows.iter().enumerate().map(line).collect::<HashSet<_>>().len()
            };
            assert!(rows.iter().all(|row| (1..=size).contains(&(*row as usize))), "{size}");
            assert_eq!([0, 1, -1].map(lines), [size; 3], "{size}");
        }
    }

    #[test]
    fn an_answer_has_up_to_eight_images() {
        let count = |size: usize| images(size, u64::MAX).into_iter().collect::<HashSet<_>>().len();
        assert_eq!([1, 2, 3, 4, 5, 6, 8].map(count), [1, 0, 0, 2, 8, 4, 8]);
        assert!((7..400).all(|size| images(size, 2).len() == 2 && images(size, 0).is_empty()));
    }

    #[test]
    fn there_is_nothing_to_construct_for_2_and_3() {
        assert_eq!((construct(2), construct(3)), (None, None));
    }
}
