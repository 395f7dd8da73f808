//! The examples print what they should.

/// The examples as modules: their `run` gives what they print, and nobody calls their `main` here.
macro_rules! examples {
    ($($name:ident $path:literal),*) => { $(
        #[path = $path]
        #[allow(dead_code)]
        mod $name;
    )* };
}
examples!(
    australia "../examples/australia.rs",
    circuit_board "../examples/circuit_board.rs",
    exact_bill "../examples/exact_bill.rs",
    job_shop "../examples/job_shop.rs",
    queens "../examples/queens.rs",
    send_more_money "../examples/send_more_money.rs",
    sudoku "../examples/sudoku.rs",
    word_search "../examples/word_search.rs"
);

/// Compares line by line, without the indentation of the expected text.
fn assert_prints(found: &str, expected: &str) {
    let lines = |text: &str| text.trim().lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(found), lines(expected), "\n{found}");
}

#[test]
fn australia_has_18_colourings() {
    assert_prints(
        &australia::run().unwrap(),
        "18 colourings
        서오스트레일리아 Western Australia: 빨강 red
        노던 준주 Northern Territory: 초록 green
        남오스트레일리아 South Australia: 파랑 blue
        퀸즐랜드 Queensland: 빨강 red
        뉴사우스웨일스 New South Wales: 초록 green
        빅토리아 Victoria: 빨강 red
        태즈메이니아 Tasmania: 초록 green",
    );
}

#[test]
fn eight_queens_have_92_ways() {
    assert_prints(
        &queens::run().unwrap(),
        "92 ways
        Q . . . . . . .
        . . . . . . Q .
        . . . . Q . . .
        . . . . . . . Q
        . Q . . . . . .
        . . . Q . . . .
        . . . . . Q . .
        . . Q . . . . .",
    );
}

#[test]
fn send_more_money_has_one_answer() {
    assert_prints(
        &send_more_money::run().unwrap(),
        "S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2
        9567 + 1085 = 10652",
    );
}

#[test]
fn the_words_fit_the_grid() {
    assert_prints(
        &word_search::run().unwrap(),
        "984 layouts
        L O G I C   L O G I C
        T R A I L   T R A I L
        F A C T U   F A C T U
        J Z A D E   . . . . E
        P R O O F   P R O O F",
    );
}

#[test]
fn the_chips_fit_the_board() {
    assert_prints(
        &circuit_board::run().unwrap(),
        "32 layouts
        A A A A B B B
        A A A A B B B
        A A A A B B B
        A A A A E E E
        C C C C C D D
        F F F F F D D",
    );
}

#[test]
fn the_sudoku_has_one_way() {
    assert_prints(
        &sudoku::run().unwrap(),
        "1 4 5 3 2 7 6 9 8
        8 3 9 6 5 4 1 2 7
        6 7 2 9 1 8 5 4 3
        4 9 6 1 8 5 3 7 2
        2 1 8 4 7 3 9 5 6
        7 5 3 2 9 6 4 8 1
        3 6 7 5 4 2 8 1 9
        9 8 4 7 6 1 2 3 5
        5 2 1 8 3 9 7 6 4
        1 way",
    );
}

#[test]
fn the_job_shop_is_done_after_11() {
    assert_prints(
        &job_shop::run().unwrap(),
        "done after 11
        machine 0 |BBAAA......|
        machine 1 |CCCC.AABBBB|
        machine 2 |..B.CCCAA..|",
    );
}

#[test]
fn the_bill_can_be_met_in_two_ways() {
    assert_prints(
        &exact_bill::run().unwrap(),
        "1 × mixed fruit, 2 × hot wings, 1 × sampler plate
        7 × mixed fruit",
    );
}
