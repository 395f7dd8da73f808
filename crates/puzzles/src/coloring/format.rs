//! Reading a graph: DIMACS (`p edge N M`, then `e u v` for each edge) or a line for each pair of neighbours, by name.
//!
//! Which of the two it is shows at the first line that is neither blank nor a DIMACS comment: comments start with the
//! word `c`, and a pair of names may do so too. Of the header of DIMACS only the number of nodes counts: there are
//! copies of well-known graphs in which it counts every edge twice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::BufRead;

use super::Named;
use super::graph::Graph;
use crate::place::{Found, Malformed, Place, ReadError};
use crate::scan::{Line, Scanner};

/// The most nodes and edges of a graph.
const MOST_NODES: u64 = 1_000_000;
const MOST_EDGES: usize = 5_000_000;
/// How many characters of a wrong word a message shows.
const SHOWN: usize = 60;

/// Reads the one graph of a text.
pub fn read<R: BufRead>(input: R) -> Result<Named, ReadError> {
    let mut scanner = Scanner::new(input);
    let mut first: Vec<Line> = Vec::new();
    // Lines that start with the word `c` do not decide.
    let dimacs = loop {
        let Some(line) = scanner.line()? else { break false };
        let words: Vec<&str> = line.text.split_whitespace().take(4).collect();
        let decided = match words[..] {
            [] | ["c", ..] => None,
            ["p", "edge" | "edges" | "col", ..] => Some(true),
            ["p", _, _, ..] => Some(!line.text.contains([',', '\t', '"', '#'])),
            ["e", u, v] => Some(is_number(u) && is_number(v)),
            _ => Some(false),
        };
        first.push(line);
        if let Some(dimacs) = decided {
            break dimacs;
        }
    };
    let mut lines = Lines { first: first.into_iter(), scanner };
    if dimacs { read_dimacs(&mut lines) } else { read_pairs(&mut lines) }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// The lines that were looked at already, then the others.
struct Lines<R> {
    first: std::vec::IntoIter<Line>,
    scanner: Scanner<R>,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<Line>, ReadError> {
        match self.first.next() {
            Some(line) => Ok(Some(line)),
            None => self.scanner.line(),
        }
    }

    /// The text ends, and something is missing.
    fn ended(&self, expected: &str) -> ReadError {
        let place: Place = self.scanner.place();
        Malformed { place, found: Found::End, expected: expected.to_owned(), excerpt: Default::default() }.into()
    }
}

/// The edges read so far.
#[derive(Default)]
struct Edges {
    all: Vec<(u32, u32)>,
    /// The first node that is its own neighbour.
    on_itself: Option<u32>,
    /// Where merging what came twice pays next.
    merge_at: usize,
}

impl Edges {
    /// One more edge, which stands on this line.
    fn push(&mut self, u: u32, v: u32, line: &Line) -> Result<(), ReadError> {
        if u == v {
            self.on_itself.get_or_insert(u);
            return Ok(());
        }
        self.all.push((u.min(v), u.max(v)));
        if self.all.len() > self.merge_at.max(MOST_EDGES) {
            self.all.sort_unstable();
            self.all.dedup();
            self.merge_at = 2 * self.all.len();
            if self.all.len() > MOST_EDGES {
                return Err(one_too_many(line, "edge", MOST_EDGES as u64));
            }
        }
        Ok(())
    }
}

fn read_dimacs<R: BufRead>(lines: &mut Lines<R>) -> Result<Named, ReadError> {
    let mut nodes: Option<(u64, u64)> = None;
    let (mut announced, mut named) = (0, 0);
    let mut edges = Edges::default();
    while let Some(line) = lines.next()? {
        let words = words(&line);
        let Some((kind, rest)) = words.split_first() else { continue };
        match (kind.text, nodes) {
            ("c", _) => {}
            ("p", None) => {
                let form = "`p edge N M`: the numbers of nodes and edges";
                match rest.first() {
                    Some(word) if matches!(word.text, "edge" | "edges" | "col") => {}
                    other => return Err(wrong_word(&line, other, form)),
                }
                let count = number(&line, rest.get(1), 0..=u64::MAX, form)?;
                announced = number(&line, rest.get(2), 0..=u64::MAX, form)?;
                nothing_more(&line, rest.get(3), form)?;
                if count > MOST_NODES {
                    return Err(wrong_word(&line, rest.get(1), &format!("at most {MOST_NODES} nodes")));
                }
                nodes = Some((count, line.number));
            }
            ("p", Some((_, first))) => {
                let found = Found::Described("a second line `p`".to_owned());
                let expected = format!("one line `p`; the first is line {first}");
                return Err(line.malformed(kind.before, 1, found, expected).into());
            }
            ("e", Some((nodes, _))) => {
                let end = format!("`e u v`, nodes from 1 to {nodes}");
                let u = number(&line, rest.first(), 1..=nodes, &end)?;
                let v = number(&line, rest.get(1), 1..=nodes, &end)?;
                nothing_more(&line, rest.get(2), &end)?;
                edges.push(u as u32 - 1, v as u32 - 1, &line)?;
                named += 1;
            }
            ("e", None) => {
                let found = Found::Described("an edge".to_owned());
                return Err(line.malformed(kind.before, 1, found, "`p edge N M` before the edges".to_owned()).into());
            }
            // Weights and places of nodes, and parameters of generators.
            ("n" | "d" | "v" | "x", _) => {}
            _ => {
                let expected = if nodes.is_some() { "a line `e u v` or a comment `c …`" } else { "`p edge N M`" };
                return Err(wrong_word(&line, Some(kind), expected));
            }
        }
    }
    let Some((nodes, first)) = nodes else { return Err(lines.ended("`p edge N M`")) };
    // Fewer edges are a text that was cut, except that some headers count each edge in both directions.
    if named < announced && announced.checked_sub(named) != Some(named) {
        return Err(lines.ended(&format!("a line `e u v`: of the {announced} edges of line {first} there are {named}")));
    }
    Ok(Named { names: None, on_itself: edges.on_itself, graph: Graph::new(nodes as usize, edges.all) })
}

/// A word of a line, behind so many of its characters.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    before: usize,
}

fn words(line: &Line) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (before, (at, character)) in line.text.char_indices().chain([(line.text.len(), ' ')]).enumerate() {
        match (start, character.is_whitespace()) {
            (None, false) => start = Some((at, before)),
            (Some((from, before)), true) => {
                words.push(Word { text: &line.text[from..at], before });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// A line with a node or an edge more than a graph may have.
fn one_too_many(line: &Line, what: &str, most: u64) -> ReadError {
    let before = line.text.chars().take_while(|c| c.is_whitespace()).count();
    let width = line.text.trim().chars().count();
    let found = Found::Described(format!("{what} number {}", most + 1));
    line.malformed(before, width, found, format!("at most {most} {what}s")).into()
}

fn wrong_word(line: &Line, word: Option<&Word<'_>>, expected: &str) -> ReadError {
    let (before, width, found) = match word {
        Some(word) => {
            (word.before, word.text.chars().count().min(SHOWN), Found::Text(word.text.chars().take(SHOWN).collect()))
        }
        None => (line.text.trim_end().chars().count(), 1, Found::Described("the end of the line".to_owned())),
    };
    line.malformed(before, width, found, expected.to_owned()).into()
}

fn number(
    line: &Line,
    word: Option<&Word<'_>>,
    range: std::ops::RangeInclusive<u64>,
    expected: &str,
) -> Result<u64, ReadError> {
    let value = word.filter(|word| is_number(word.text)).and_then(|word| word.text.parse().ok());
    value.filter(|value| range.contains(value)).ok_or_else(|| wrong_word(line, word, expected))
}

fn nothing_more(line: &Line, word: Option<&Word<'_>>, expected: &str) -> Result<(), ReadError> {
    word.map_or(Ok(()), |_| Err(wrong_word(line, word, &format!("the end of the line after {expected}"))))
}

fn read_pairs<R: BufRead>(lines: &mut Lines<R>) -> Result<Named, ReadError> {
    let mut names = Vec::new();
    let mut places: HashMap<String, u32> = HashMap::new();
    let mut edges = Edges::default();
    while let Some(line) = lines.next()? {
        let mut pair = Vec::with_capacity(2);
        for name in names_of(&line)? {
            let next = names.len() as u32;
            let node = *places.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                next
            });
            pair.push(node);
        }
        if names.len() as u64 > MOST_NODES {
            return Err(one_too_many(&line, "node", MOST_NODES));
        }
        if let [u, v] = pair[..] {
            edges.push(u, v, &line)?;
        }
    }
    if names.is_empty() {
        return Err(lines.ended("a graph: `p edge N M`, or a pair of names on each line"));
    }
    let graph = Graph::new(names.len(), edges.all);
    Ok(Named { names: Some(names), on_itself: edges.on_itself, graph })
}

/// The names on a line: none, one or two.
fn names_of(line: &Line) -> Result<Vec<String>, ReadError> {
    let mut characters: Vec<char> = line.text.chars().collect();
    // Which characters are inside quotes. A quote inside quotes is written twice, so that it closes and opens again.
    let mut quoted = vec![false; characters.len()];
    let mut open = None;
    for (at, &character) in characters.iter().enumerate() {
        quoted[at] = open.is_some();
        match character {
            '"' => open = if open.is_some() { None } else { Some(at) },
            '#' if open.is_none() => {
                characters.truncate(at);
                break;
            }
            _ => {}
        }
    }
    if let Some(at) = open {
        let found = Found::Described("a quote that does not end".to_owned());
        return Err(line.malformed(at, 1, found, "a quote behind the name on the same line".to_owned()).into());
    }
    let has = |separator: char| characters.iter().zip(&quoted).any(|(c, quoted)| *c == separator && !quoted);
    let (comma, tab) = (has(','), has('\t'));
    let separates = |at: usize| {
        let character = characters[at];
        !quoted[at]
            && if comma {
                character == ','
            } else if tab {
                character == '\t'
            } else {
                character.is_whitespace()
            }
    };
    let ends: Vec<usize> = (0..characters.len()).filter(|at| separates(*at)).chain([characters.len()]).collect();
    let mut names = Vec::with_capacity(2);
    let mut from = 0;
    for end in ends {
        let mut field = from..end;
        from = end + 1;
        while field.start < field.end && characters[field.start].is_whitespace() {
            field.start += 1;
        }
        while field.start < field.end && characters[field.end - 1].is_whitespace() {
            field.end -= 1;
        }
        if field.is_empty() && comma {
            let found = Found::Described("nothing beside a comma".to_owned());
            return Err(line
                .malformed(end.min(characters.len()), 1, found, "a name on each side of it".to_owned())
                .into());
        }
        if field.is_empty() {
            continue;
        }
        if names.len() == 2 {
            let field = field.start..field.end.min(field.start + SHOWN);
            let found = Found::Text(characters[field.clone()].iter().collect());
            let expected = "one name or two on a line; names with spaces stand in quotes, or have a comma between them";
            return Err(line.malformed(field.start, field.len(), found, expected.to_owned()).into());
        }
        names.push(name(line, &characters[field.clone()], field.start)?);
    }
    Ok(names)
}

/// The name that a field says, which starts behind so many characters of its line and is not empty.
fn name(line: &Line, field: &[char], before: usize) -> Result<String, ReadError> {
    let wrong = |at: usize, found: &str, expected: &str| {
        let found = Found::Described(found.to_owned());
        Err(line.malformed(before + at, 1, found, expected.to_owned()).into())
    };
    if field[0] != '"' {
        return match field.iter().position(|c| *c == '"' || c.is_control()) {
            None => Ok(field.iter().collect()),
            Some(at) if field[at] == '"' => {
                wrong(at, "a quote inside a name", "quotes around the whole name, with \"\" for a quote inside it")
            }
            Some(at) if field[at] == '\t' => wrong(at, "a tab", "one kind of separator on a line, a comma or a tab"),
            Some(at) => wrong(at, "a control character", "a name; one with such characters stands in quotes"),
        };
    }
    let mut name = String::new();
    let mut at = 1;
    loop {
        match (field.get(at), field.get(at + 1)) {
            (Some('"'), Some('"')) => {
                name.push('"');
                at += 1;
            }
            (Some('"'), None) if name.is_empty() => return wrong(0, "a name without characters", "a name"),
            (Some('"') | None, None) => return Ok(name),
            (Some('"'), Some(_)) => {
                return wrong(at + 1, "more behind the quotes", "a separator or the end of the line");
            }
            (Some(character), _) => name.push(*character),
            (None, Some(_)) => unreachable!("nothing stands behind the end"),
        }
        at += 1;
    }
}

/// Whether a name stands in quotes in an answer.
fn needs_quotes(name: &str) -> bool {
    name.contains(|c: char| c.is_whitespace() || c == ',' || c == '"')
}

/// A name as answers have it: in quotes only where it contains white space, a comma or a quote.
pub fn quoted(name: &str) -> Cow<'_, str> {
    if needs_quotes(name) { Cow::Owned(in_quotes(name)) } else { Cow::Borrowed(name) }
}

/// The first name of a text, as [`quoted`] writes it, and what stands behind it.
pub fn name_and_rest(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    };
    let mut name = String::new();
    loop {
        let end = rest.find('"')?;
        name.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(behind) => {
                name.push('"');
                rest = behind;
            }
            None => return (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some((name, rest)),
        }
    }
}

fn in_quotes(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A name as a list of pairs has it.
fn quoted_in_pairs(name: &str) -> Cow<'_, str> {
    let quotes = needs_quotes(name) || name.contains(|c: char| matches!(c, '#' | '\u{FEFF}') || c.is_control());
    if quotes { Cow::Owned(in_quotes(name)) } else { Cow::Borrowed(name) }
}

impl Named {
    /// The graph in DIMACS; names become numbers and stand in comments.
    pub fn dimacs(&self) -> String {
        let mut text = String::new();
        for (name, number) in self.names.iter().flatten().zip(1..) {
            text += &format!("c {number} {}\n", quoted_in_pairs(name));
        }
        text += &format!(
            "p edge {} {}\n",
            self.graph.len(),
            self.graph.edge_count() + usize::from(self.on_itself.is_some())
        );
        self.graph.edges().for_each(|(u, v)| text += &format!("e {} {}\n", u + 1, v + 1));
        self.on_itself.iter().for_each(|v| text += &format!("e {0} {0}\n", v + 1));
        text
    }

    /// The graph as pairs of names, so that they appear in their order.
    pub fn pairs(&self) -> String {
        let graph = &self.graph;
        let name = |node: u32| quoted_in_pairs(&self.name(node)).into_owned();
        let mut text = String::new();
        for node in graph.nodes() {
            // A node comes with the neighbours before it, first of all the last of them, which may not have come yet.
            let before: Vec<u32> = graph.neighbours(node).iter().copied().filter(|v| *v < node).collect();
            before.iter().rev().for_each(|v| text += &format!("{},{}\n", name(*v), name(node)));
            let comes_with_next = graph.adjacent_to_next(node) && before.is_empty();
            if before.is_empty() && !comes_with_next {
                text += &format!("{}\n", name(node));
            }
        }
        self.on_itself.iter().for_each(|v| text += &format!("{0},{0}\n", name(*v)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn graph(text: &str) -> Named {
        read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    fn mistake(text: &str) -> String {
        match read(text.as_bytes()) {
            Ok(named) => panic!("{text:?} is {named:?}"),
            Err(error) => error.to_string(),
        }
    }

    fn names(text: &str) -> Vec<String> {
        graph(text).names.expect("pairs of names")
    }

    #[test]
    fn edges_of_dimacs_may_come_twice_and_the_header_may_count_them_twice() {
        let named = graph("\u{FEFF}c a graph\r\n\r\np col 4 6\r\ne 1 2\r\ne 2 1\r\nn 1 5\r\n e  3\t1 \r\n");
        assert_eq!(named.names, None);
        assert_eq!(named.graph.len(), 4);
        assert_eq!(named.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        assert_eq!(graph("p edge 0 0").graph.len(), 0);
    }

    #[test]
    fn mistakes_of_dimacs_have_their_place() {
        let cases = [
            ("p edge 3 1\ne 1 4\n", "line 2, column 5: found \"4\", expected `e u v`, nodes from 1 to 3"),
            ("p edge 3 1\ne 0 1", "line 2, column 3: found \"0\", expected `e u v`, nodes from 1 to 3"),
            ("p edge 3 1\ne 1", "line 2, column 4: found the end of the line, expected `e u v`, nodes from 1 to 3"),
            ("c x\ne 1 2\n", "line 2, column 1: found an edge, expected `p edge N M` before the edges"),
            (
                "p edge 3\n",
                "line 1, column 9: found the end of the line, expected `p edge N M`: the numbers of nodes and edges",
            ),
            (
                "p edge 2 1\np edge 2 1\n",
                "line 2, column 1: found a second line `p`, expected one line `p`; the first is line 1",
            ),
            (
                "p edge 3 3\ne 1 2\n",
                "line 3, column 1: found the end of the text, expected a line `e u v`: of the 3 edges of line 1 there are 1",
            ),
            ("p edge 4000000000 0", "line 1, column 8: found \"4000000000\", expected at most 1000000 nodes"),
            ("p edge 2 1\nq\n", "line 2, column 1: found \"q\", expected a line `e u v` or a comment `c …`"),
        ];
        for (text, message) in cases {
            assert_eq!(mistake(text), message, "{text:?}");
        }
        for text in [
            "p edge 99999999999999999999 1",
            "p edge -3 0",
            "p cnf 3 2",
            "p edge 2 1\ne 1 2 3",
            "p edge 2 1 1",
            "p edge",
        ] {
            mistake(text);
        }
    }

    #[test]
    fn names_are_separated_by_comma_or_tab_or_by_spaces() {
        let text = "노던 준주, 퀸즐랜드\nNew South Wales\tVictoria\n\na b # comment\n# comment\n \"x, y\"  \"a \"\"b\"\" #\"\nalone\n";
        assert_eq!(
            names(text),
            ["노던 준주", "퀸즐랜드", "New South Wales", "Victoria", "a", "b", "x, y", "a \"b\" #", "alone"]
        );
        assert_eq!(graph(text).graph.edges().collect::<Vec<_>>(), [(0, 1), (2, 3), (4, 5), (6, 7)]);
        assert_eq!(names("\"a\tb\",c d\n"), ["a\tb", "c d"]);
    }

    #[test]
    fn nodes_called_c_and_p_and_e_are_no_dimacs() {
        assert_eq!(names("c d\nd e\n"), ["c", "d", "e"]);
        assert_eq!(names("p q\nq c\n"), ["p", "q", "c"]);
        assert_eq!(names("p,edge\n"), ["p", "edge"]);
        assert_eq!(names("p x y, z\n"), ["p x y", "z"]);
        assert_eq!(names("e f\ne 1\n"), ["e", "f", "1"]);
        assert_eq!(names("c\n"), ["c"]);
    }

    #[test]
    fn mistakes_in_names_have_their_place() {
        let cases = [
            (
                "",
                "line 1, column 1: found the end of the text, expected a graph: `p edge N M`, or a pair of names on each line",
            ),
            (
                "a \"b\n",
                "line 1, column 3: found a quote that does not end, expected a quote behind the name on the same line",
            ),
            ("ok,ok2\na,\n", "line 2, column 3: found nothing beside a comma, expected a name on each side of it"),
            (
                "é,b,c\n",
                "line 1, column 5: found \"c\", expected one name or two on a line; names with spaces stand in quotes, or have a comma between them",
            ),
            (
                "a\"b c\"\n",
                "line 1, column 2: found a quote inside a name, expected quotes around the whole name, with \"\" for a quote inside it",
            ),
            (
                "\"a\"b c\n",
                "line 1, column 4: found more behind the quotes, expected a separator or the end of the line",
            ),
            ("\"\",b", "line 1, column 1: found a name without characters, expected a name"),
            (
                "a\0b c",
                "line 1, column 2: found a control character, expected a name; one with such characters stands in quotes",
            ),
            ("a\tb,c", "line 1, column 2: found a tab, expected one kind of separator on a line, a comma or a tab"),
        ];
        for (text, message) in cases {
            assert_eq!(mistake(text), message, "{text:?}");
        }
        for text in ["\n\n", "# only a comment", "a b c", ",", "a,,b", "\"\"\"", "\"\"\"\" \"\""] {
            mistake(text);
        }
        assert!(read(&b"\xff\xfe\x00"[..]).is_err());
    }

    #[test]
    fn a_node_may_be_its_own_neighbour_on_paper() {
        assert_eq!(graph("a,b\nb,b\n").on_itself, Some(1));
        assert_eq!(graph("p edge 3 1\ne 3 3\n").on_itself, Some(2));
    }

    #[test]
    fn a_node_too_many_is_named_with_its_line() {
        let text: String = (0..=MOST_NODES).map(|node| format!(" n{node}\n")).collect();
        let error = super::read(text.as_bytes()).unwrap_err();
        let message = "line 1000001, column 2: found node number 1000001, expected at most 1000000 nodes";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn what_is_written_is_read_again_in_the_same_order() {
        let mut random = Random::new(11, 0);
        let odd = ["a", "b c", "\"", "x,y", "#", "노던 준주", "p", "c", "e", "\u{1}", "a\"\"b", "\u{3000}"];
        for round in 0..300 {
            let nodes = 1 + random.below(odd.len());
            let mut all: Vec<String> = odd.iter().map(|name| (*name).to_owned()).collect();
            random.shuffle(&mut all);
            let graph_ = Graph::random(nodes, 1 + round % 9, 10, &mut random);
            let on_itself = random.chance(1, 5).then(|| random.below(nodes) as u32);
            let named = Named { names: Some(all[..nodes].to_vec()), on_itself, graph: graph_ };
            assert_eq!(graph(&named.pairs()), named, "{}", named.pairs());
            let numbered = Named { names: None, ..named };
            assert_eq!(graph(&numbered.dimacs()), numbered);
            for name in &odd {
                let text = format!(" {} rest", quoted(name));
                assert_eq!(name_and_rest(&text), Some(((*name).to_owned(), " rest")));
            }
        }
    }
}
