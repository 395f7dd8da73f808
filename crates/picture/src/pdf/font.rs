//! The fonts of a document: which glyphs are in use, and each font written with these alone.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::usvg::fontdb;
use resvg::usvg::layout::PositionedGlyph;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use subsetter::GlyphRemapper;

use super::compressed;
use crate::fonts;

const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const BROKEN: &str = "the fonts of this crate are whole";

/// The fonts in use, in the order of their first letters.
#[derive(Default)]
pub struct Fonts(Vec<Font>);

struct Font {
    id: fontdb::ID,
    units_per_em: f32,
    /// From glyphs of the font to the codes in the document, which count up from 1.
    codes: GlyphRemapper,
    /// What a code stands for when somebody copies it.
    meanings: BTreeMap<u16, String>,
}

impl Fonts {
    /// The name of the glyph's font in the document, its code there, and the units that the font counts in.
    pub fn glyph(&mut self, glyph: &PositionedGlyph) -> (String, u16, f32) {
        let index = self.0.iter().position(|font| font.id == glyph.font).unwrap_or_else(|| {
            let units_per_em =
                with(glyph.font, |font, _| font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
            self.0.push(Font {
                id: glyph.font,
                units_per_em: f32::from(units_per_em),
                codes: GlyphRemapper::new(),
                meanings: BTreeMap::new(),
            });
            self.0.len() - 1
        });
        let font = &mut self.0[index];
        let code = font.codes.remap(u16::try_from(glyph.id.0).expect(BROKEN));
        font.meanings.entry(code).or_insert_with(|| glyph.text.clone());
        (name(index), code, font.units_per_em)
    }

    /// Writes all of them, and tells their names.
    pub fn write(self, pdf: &mut Pdf, next: &mut Ref) -> Vec<(String, Ref)> {
        let fonts = self.0.into_iter().enumerate();
        fonts.map(|(index, font)| (name(index), font.write(pdf, next))).collect()
    }
}

fn name(index: usize) -> String {
    format!("F{index}")
}

fn with<T>(id: fontdb::ID, look: impl FnOnce(&FontRef<'_>, &[u8]) -> T) -> T {
    let looked = fonts::database().with_face_data(id, |data, _| look(&FontRef::new(data).expect(BROKEN), data));
    looked.expect(BROKEN)
}

impl Font {
    fn write(self, pdf: &mut Pdf, next: &mut Ref) -> Ref {
        let [whole, letters, descriptor, meanings, file] = std::array::from_fn(|_| next.bump());
        let face = fonts::database().face(self.id).expect(BROKEN);
        let full_name = format!("{}+{}", self.tag(), face.post_script_name);
        let full_name = Name(full_name.as_bytes());

        pdf.type0_font(whole)
            .base_font(full_name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(letters)
            .to_unicode(meanings);

        // Everything in a PDF is in thousandths of the font's size.
        let (metrics, widths, data) = with(self.id, |font, data| {
            let size = Size::new(1000.0);
            let glyphs = font.glyph_metrics(size, LocationRef::default());
            let width = |glyph| glyphs.advance_width(GlyphId::new(u32::from(glyph))).unwrap_or(0.0);
            let widths: Vec<f32> = self.codes.remapped_gids().map(width).collect();
            (font.metrics(size, LocationRef::default()), widths, subsetter::subset(data, 0, &self.codes).expect(BROKEN))
        });

        let mut cid = pdf.cid_font(letters);
        cid.subtype(CidFontType::Type2).base_font(full_name).system_info(SYSTEM).font_descriptor(descriptor);
        cid.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        cid.widths().consecutive(0, widths);
        cid.finish();

        let bounds = metrics.bounds.unwrap_or_default();
        pdf.font_descriptor(descriptor)
            .name(full_name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max))
            .italic_angle(0.0)
            .ascent(metrics.ascent)
            .descent(metrics.descent)
            .cap_height(metrics.cap_height.unwrap_or(metrics.ascent))
            .stem_v(if face.weight.0 > 500 { 150.0 } else { 90.0 })
            .font_file2(file);

        let mut map = UnicodeCmap::new(Name(b"Entail"), SYSTEM);
        for (code, meaning) in self.meanings.iter().filter(|(_, meaning)| !meaning.is_empty()) {
            map.pair_with_multiple(*code, meaning.chars());
        }
        pdf.cmap(meanings, &compressed(&map.finish())).filter(Filter::FlateDecode);

        let length = i32::try_from(data.len()).unwrap_or(i32::MAX);
        pdf.stream(file, &compressed(&data)).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
        whole
    }

    /// Six letters that tell this choice of glyphs from others.
    fn tag(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for glyph in self.codes.remapped_gids() {
            hash = (hash ^ u64::from(glyph)).wrapping_mul(0x0100_0000_01b3);
        }
        (0..6).map(|place| char::from(b'A' + (hash >> (8 * place)) as u8 % 26)).collect()
    }
}
