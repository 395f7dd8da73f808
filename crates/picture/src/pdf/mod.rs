//! PDF: a document of many pages, drawn as shapes and letters, not as pixels.
//!
//! Written from the tree of shapes that the SVG stands for. The letters of all pages share one copy of each font, with
//! the glyphs in use and no others, and can be selected and searched. No date and no random name is written: the same
//! pages give the same bytes.

mod content;
mod font;

use std::collections::BTreeSet;

use entail_puzzles::svg::Drawing;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::{Error, fonts};
use font::Fonts;

/// Points of PDF (72 to an inch) in a unit of a drawing (96 to an inch).
const POINTS: f32 = 0.75;

/// What the pages of a document share.
#[derive(Default)]
struct Shared {
    fonts: Fonts,
    /// Opacities in use, in thousandths.
    opacities: BTreeSet<u16>,
}

/// A document with these pages, each as large as its drawing.
pub fn pdf(pages: &[Drawing]) -> Result<Vec<u8>, Error> {
    if pages.is_empty() {
        return Err(Error::Empty);
    }
    let mut shared = Shared::default();
    let mut contents = Vec::with_capacity(pages.len());
    for page in pages {
        let tree = fonts::read(&page.svg())?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        contents.push((width, height, content::stream(&tree, &mut shared)?));
    }

    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree, resources) = (next.bump(), next.bump(), next.bump());
    pdf.catalog(catalog).pages(tree);
    let kids: Vec<Ref> = contents.iter().map(|_| next.bump()).collect();
    pdf.pages(tree).kids(kids.iter().copied()).count(i32::try_from(kids.len()).unwrap_or(i32::MAX));
    for (kid, (width, height, content)) in kids.into_iter().zip(contents) {
        let id = next.bump();
        let mut page = pdf.page(kid);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(id);
        page.pair(Name(b"Resources"), resources);
        page.finish();
        pdf.stream(id, &compressed(&content)).filter(Filter::FlateDecode);
    }
    let fonts = shared.fonts.write(&mut pdf, &mut next);
    let mut all = pdf.indirect(resources).start::<pdf_writer::writers::Resources>();
    let mut named = all.fonts();
    for (name, id) in &fonts {
        named.pair(Name(name.as_bytes()), id);
    }
    named.finish();
    let mut states = all.ext_g_states();
    for opacity in shared.opacities {
        let value = f32::from(opacity) / 1000.0;
        let mut state =
            states.insert(Name(opacity_name(opacity).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState>();
        state.non_stroking_alpha(value).stroking_alpha(value);
    }
    states.finish();
    all.finish();
    pdf.document_info(next.bump()).producer(TextStr("Entail"));
    Ok(pdf.finish())
}

fn opacity_name(thousandths: u16) -> String {
    format!("O{thousandths}")
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(bytes, 6)
}

/// The operators of one page, from any SVG.
#[cfg(test)]
pub fn content_of(svg: &str) -> Result<Vec<u8>, Error> {
    content::stream(&fonts::read(svg)?, &mut Shared::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use entail_puzzles::svg::{ANSWER, Anchor, INK};

    fn page(text: &str) -> Drawing {
        let mut page = Drawing::new(200.0, 100.0);
        page.ring((30.0, 50.0), (170.0, 50.0), 20.0, "rgba(200, 0, 0, 0.5)", 2.0);
        page.text(text, (100.0, 50.0), 16.0, Anchor::Middle, INK);
        page.bold(text, (100.0, 80.0), 16.0, Anchor::Middle, ANSWER);
        page
    }

    fn count(bytes: &[u8], part: &str) -> usize {
        bytes.windows(part.len()).filter(|window| *window == part.as_bytes()).count()
    }

    #[test]
    fn a_document_has_its_pages_and_one_copy_of_each_font() {
        let document = pdf(&[page("Paris"), page("서울"), page("東京")]).unwrap();
        assert!(document.starts_with(b"%PDF-"));
        assert!(document.ends_with(b"%%EOF") || document.ends_with(b"%%EOF\n"));
        assert_eq!(count(&document, "/Type /Page\n"), 3);
        assert_eq!(count(&document, "/Count 3"), 1);
        assert_eq!(count(&document, "/MediaBox [0 0 150 75]"), 3);
        // Sans, Hangul and Han; the first two in two weights.
        assert_eq!(count(&document, "/FontFile2"), 5);
        assert!(document.len() < 40_000, "{}", document.len());
    }

    #[test]
    fn the_same_pages_give_the_same_bytes() {
        let make = || pdf(&[page("Paris 서울 東京 กรุงเทพ"), page("Ελλάδα")]).unwrap();
        let first = make();
        assert!((0..5).all(|_| make() == first));
    }

    #[test]
    fn a_document_needs_a_page() {
        assert_eq!(pdf(&[]), Err(Error::Empty));
    }

    #[test]
    fn pages_may_be_tiny_and_huge() {
        assert!(pdf(&[Drawing::new(1.0, 1.0), Drawing::new(1e6, 1e6)]).is_ok());
    }

    #[test]
    fn what_a_drawing_cannot_hold_is_named() {
        let content = content_of(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#a)"/></svg>"##,
        );
        assert_eq!(content, Err(Error::Unsupported("a gradient or a pattern")));
    }
}
