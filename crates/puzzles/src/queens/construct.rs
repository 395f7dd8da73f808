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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_queens_attack_each_other() {
        for size in (1..400).chain([1_000, 4_001, 10_002, 10_003]).filter(|size| !matches!(size, 2 | 3)) {
            let rows = construct(size).unwrap();
            let lines = |slope: i64| {
                let line = |(column, row): (usize, &u32)| i64::from(*row) + slope * column as i64;
                rows.iter().enumerate().map(line).collect::<HashSet<_>>().len()
            };
            assert!(rows.iter().all(|row| (1..=size).contains(&(*row as usize))), "{size}");
            assert_eq!([0, 1, -1].map(lines), [size; 3], "{size}");
        }
    }

    #[test]
    fn there_is_nothing_to_construct_for_2_and_3() {
        assert_eq!((construct(2), construct(3)), (None, None));
    }
}
