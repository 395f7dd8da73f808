//! The fonts that come with the program, and SVG read with them.
//!
//! Shaping a text with one font and filling its gaps from another goes wrong where the two make different numbers of
//! glyphs of it (Thai, Arabic, Devanagari, ligatures). So a text is first cut into stretches that one font has, and
//! each stretch names its font. A limit that stays: one text is shaped by the rules of its first script, so Korean
//! behind Devanagari in the same text falls apart into its letters.

use std::sync::{Arc, LazyLock};

use resvg::usvg;
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{FontResolver, ImageHrefResolver, Options, Tree};
use skrifa::{FontRef, MetadataProvider};

use crate::Error;

/// One family: its name and the files of its weights.
struct Family {
    name: &'static str,
    files: &'static [&'static [u8]],
}

/// The families in the order in which they are asked for a character.
const FAMILIES: [Family; 5] = [
    Family {
        name: "Entail Sans",
        files: &[include_bytes!("../fonts/sans.ttf"), include_bytes!("../fonts/sans-bold.ttf")],
    },
    Family {
        name: "Entail Hangul",
        files: &[include_bytes!("../fonts/hangul.ttf"), include_bytes!("../fonts/hangul-bold.ttf")],
    },
    Family { name: "Entail Han", files: &[include_bytes!("../fonts/han.ttf")] },
    Family { name: "Entail Devanagari", files: &[include_bytes!("../fonts/devanagari.ttf")] },
    Family { name: "Entail Thai", files: &[include_bytes!("../fonts/thai.ttf")] },
];

/// The family that has most letters, and every text to begin with.
const MAIN: usize = 0;

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    for file in FAMILIES.iter().flat_map(|family| family.files) {
        database.load_font_source(Source::Binary(Arc::new(*file)));
    }
    // Whatever a drawing asks for, there is one font.
    for set in [
        Database::set_serif_family,
        Database::set_sans_serif_family,
        Database::set_cursive_family,
        Database::set_fantasy_family,
        Database::set_monospace_family,
    ] {
        set(&mut database, FAMILIES[MAIN].name);
    }
    Arc::new(database)
});

/// All fonts there are.
pub fn database() -> &'static Database {
    &DATABASE
}

/// Reads SVG, with the letters of its texts laid out in fonts of ours.
pub fn read(svg: &str) -> Result<Tree, Error> {
    let svg = in_our_fonts(svg)?;
    let options = Options {
        font_family: FAMILIES[MAIN].name.to_owned(),
        fontdb: DATABASE.clone(),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback: Box::new(|character, used, database| {
                let weight = database.face(*used.first()?)?.weight;
                let has = |id| {
                    let glyph = database.with_face_data(id, |data, _| {
                        FontRef::new(data).ok().and_then(|font| font.charmap().map(character))
                    });
                    glyph.flatten().is_some()
                };
                let others = || database.faces().filter(|face| !used.contains(&face.id) && has(face.id));
                let found = others().find(|face| face.weight == weight).or_else(|| others().next());
                found.map(|face| face.id)
            }),
        },
        // A drawing does not make us read files.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(&svg, &options).map_err(unreadable)
}

/// Why a drawing could not be read.
fn unreadable(error: usvg::Error) -> Error {
    match error {
        usvg::Error::ElementsLimitReached | usvg::Error::ParsingFailed(usvg::roxmltree::Error::NodesLimitReached) => {
            Error::TooManyShapes
        }
        error => Error::Malformed(error.to_string()),
    }
}

/// The elements `text` of a document that hold nothing but text.
pub fn plain_texts<'a, 'd>(document: &'a Document<'d>) -> impl Iterator<Item = (Node<'a, 'd>, String)> + 'a {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))).filter_map(|node| {
        let texts = node.children().map(|child| child.text().filter(|_| child.is_text()));
        texts.collect::<Option<String>>().map(|text| (node, text))
    })
}

/// Reads XML.
pub fn document(svg: &str) -> Result<Document<'_>, Error> {
    Document::parse(svg).map_err(|error| Error::Malformed(error.to_string()))
}

/// The same SVG, where each stretch of a text that the main font does not have names its font.
fn in_our_fonts(svg: &str) -> Result<String, Error> {
    if svg.is_ascii() && !svg.contains("&#") {
        return Ok(svg.to_owned());
    }
    let document = document(svg)?;
    let charmaps = FAMILIES
        .each_ref()
        .map(|family| FontRef::new(family.files[0]).expect("the fonts of this crate are fonts").charmap());
    let has = |family: usize, character: char| charmaps[family].map(character).is_some();
    let mut out = String::with_capacity(svg.len());
    let mut copied = 0;
    for (node, text) in plain_texts(&document).filter(|(_, text)| text.chars().any(|c| !has(MAIN, c))) {
        // The start tag as it stands: all up to the first child.
        let Some(first) = node.first_child() else { continue };
        out.push_str(&svg[copied..first.range().start]);
        let mut family = MAIN;
        for character in text.chars() {
            let next = if has(family, character) {
                family
            } else {
                (0..FAMILIES.len()).find(|&family| has(family, character)).unwrap_or(family)
            };
            if next != family {
                if family != MAIN {
                    out.push_str("</tspan>");
                }
                if next != MAIN {
                    out.push_str(&format!(r#"<tspan font-family="{}">"#, FAMILIES[next].name));
                }
                family = next;
            }
            push_escaped(&mut out, character);
        }
        if family != MAIN {
            out.push_str("</tspan>");
        }
        copied = node.last_child().map_or(first.range().end, |last| last.range().end);
    }
    out.push_str(&svg[copied..]);
    Ok(out)
}

/// A character inside XML.
pub fn push_escaped(out: &mut String, character: char) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        character => out.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg;

    fn glyphs(text: &str, weight: &str) -> Vec<(String, u32)> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="900" height="30"><text x="5" y="20" font-family="Entail Sans" font-weight="{weight}">{text}</text></svg>"#
        );
        let tree = read(&svg).unwrap();
        let mut found = Vec::new();
        let mut groups = vec![tree.root()];
        while let Some(group) = groups.pop() {
            for node in group.children() {
                match node {
                    usvg::Node::Group(group) => groups.push(group),
                    usvg::Node::Text(text) => {
                        for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
                            let face = tree.fontdb().face(glyph.font).unwrap();
                            found.push((face.post_script_name.clone(), glyph.id.0));
                        }
                    }
                    _ => (),
                }
            }
        }
        found
    }

    #[test]
    fn no_character_of_many_scripts_is_missing() {
        for text in [
            "Seoul 서울 뷁",
            "Αθήνα, Москва, Tbilisi თბილისი, Երևան",
            "東京 とうきょう トウキョウ 北京 臺北 台北 서울特別市",
            "fi서울 office 사무실",
            "القاهرة ירושלים",
            "กรุงเทพ น้ำ 1 A",
            "नई दिल्ली क्षत्रिय 1 A",
            "Łódź Ærøskøbing Đà Nẵng",
            "♛ ■ → ≤ × ½ €",
        ] {
            for weight in ["normal", "bold"] {
                let glyphs = glyphs(text, weight);
                assert!(!glyphs.is_empty(), "{text}");
                assert!(glyphs.iter().all(|(_, id)| *id != 0), "{text} {weight}: {glyphs:?}");
            }
        }
    }

    #[test]
    fn all_korean_syllables_are_there() {
        let font = FontRef::new(FAMILIES[1].files[0]).unwrap();
        assert!(('가'..='힣').all(|syllable| font.charmap().map(syllable).is_some()));
        assert_eq!(('가'..='힣').count(), 11_172);
    }

    #[test]
    fn bold_letters_come_from_bold_fonts() {
        let names: Vec<String> = glyphs("A서", "bold").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["EntailSans-Bold", "EntailHangul-Bold"]);
        let names: Vec<String> = glyphs("A서", "normal").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["EntailSans-Regular", "EntailHangul-Regular"]);
    }

    #[test]
    fn a_text_is_cut_where_the_font_changes() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg"><text x="1">A &lt; 서울 b</text><text>서<tspan>울</tspan></text></svg>"#;
        let expected = r#"<svg xmlns="http://www.w3.org/2000/svg"><text x="1">A &lt; <tspan font-family="Entail Hangul">서울</tspan> b</text><text>서<tspan>울</tspan></text></svg>"#;
        assert_eq!(in_our_fonts(svg).unwrap(), expected);
    }
}
