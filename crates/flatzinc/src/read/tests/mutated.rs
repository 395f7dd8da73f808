//! Texts that somebody damaged or made to hurt: a message each, never a panic, and no more memory than was read.

use super::{SAMPLE, as_json, mistake, read};

/// Numbers that are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

/// One edit: bytes cut off, taken out, doubled, swapped or replaced.
fn edit(text: &mut Vec<u8>, random: &mut Random) {
    const SIGNS: &[u8] = b"[]{}():;,.-=%\"\\'0x9 \n\0\xFFeu";
    let at = random.below(text.len());
    let end = (at + 1 + random.below(12)).min(text.len());
    match random.below(6) {
        0 => text.truncate(at.max(1)),
        1 if end - at < text.len() => drop(text.drain(at..end)),
        2 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece);
        }
        3 => text.swap(at, end - 1),
        _ => text[at] = SIGNS[random.below(SIGNS.len())],
    }
}

#[test]
fn no_damage_makes_a_reader_panic() {
    let json = as_json(&read(SAMPLE.as_bytes()).unwrap());
    let mut random = Random(1);
    for text in [SAMPLE, &json] {
        let mut refused = 0;
        for _ in 0..20_000 {
            let mut text = text.as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                edit(&mut text, &mut random);
            }
            refused += usize::from(read(&text).is_err());
        }
        assert!(refused > 10_000, "{refused}");
    }
}

#[test]
fn a_text_cut_anywhere_is_refused_at_its_end_or_before() {
    let json = as_json(&read(SAMPLE.as_bytes()).unwrap());
    for text in [SAMPLE.trim_end(), json.trim_end()] {
        for end in 0..text.len() {
            let malformed = read(&text.as_bytes()[..end]).unwrap_err();
            let lines = text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1;
            assert!(malformed.place.line as usize <= lines, "{malformed}");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    let brackets = "[".repeat(deep);
    let limit = "expected at most 200 nested brackets";
    assert!(mistake(&format!("solve :: a({brackets}")).ends_with(limit));
    assert!(mistake(&format!("solve :: {}", "a(".repeat(deep))).ends_with(limit));
    assert!(mistake(&format!("constraint c({brackets}")).contains("line 1, column 15: found \"[\""));
    assert!(mistake(&format!("int: n = {}", "a[".repeat(deep))).ends_with(limit));
    let object = |text: &str| mistake(&format!("{{\"solve\": {{\"method\": \"satisfy\", \"ann\": [{text}]}}}}"));
    assert!(object(&format!("{brackets}{}", "]".repeat(deep))).ends_with(limit));
    let calls = format!("{}1{}", "{\"id\": \"f\", \"args\": [".repeat(deep / 10), "]}".repeat(deep / 10));
    assert!(object(&calls).ends_with(limit));
    assert!(object(&brackets).contains("expected"));
}

#[test]
fn ten_megabytes_on_one_line_are_read() {
    let element = "1234567, ";
    let count = 10_000_000 / element.len();
    let list = element.repeat(count);
    let text = format!("array [1..{count}] of int: a = [{list}]; constraint c(?); solve satisfy;");
    let malformed = read(text.as_bytes()).unwrap_err();
    assert_eq!(malformed.place.column as usize, text.find('?').unwrap() + 1);
    assert!(malformed.excerpt.text.len() < 1000);
    let text = text.replace("(?)", "(a)");
    assert_eq!(read(text.as_bytes()).unwrap().arrays[0].elements.len(), count);
}

#[test]
fn a_large_named_set_is_not_copied_without_end() {
    let values: Vec<String> = (0..100_000).map(|value| (2 * value).to_string()).collect();
    let uses = "s,".repeat(100_000);
    let text = format!("set of int: s = {{{}}}; constraint c({uses}); solve satisfy;", values.join(","));
    assert!(mistake(&text).ends_with("found one more use of a large set, expected fewer uses of large named sets"));
}
