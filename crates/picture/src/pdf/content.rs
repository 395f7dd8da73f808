//! The content of a page: the shapes and letters of a tree in the operators of PDF.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{
    BlendMode, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Stroke, Text, Tree,
};

use super::{POINTS, Shared, opacity_name};
use crate::Error;

/// The operators that draw a tree on a page of its size. PDF counts from the lower left corner upwards.
pub fn stream(tree: &Tree, shared: &mut Shared) -> Result<Vec<u8>, Error> {
    let mut content = Content::new();
    content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, tree.size().height() * POINTS]);
    draw_group(&mut content, tree.root(), shared)?;
    Ok(content.finish().into_vec())
}

fn draw_group(content: &mut Content, group: &Group, shared: &mut Shared) -> Result<(), Error> {
    if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
        return Err(Error::Unsupported("a clip, a mask or a filter"));
    }
    if group.opacity().get() < 1.0 || group.blend_mode() != BlendMode::Normal {
        return Err(Error::Unsupported("a group that is blended as a whole"));
    }
    content.save_state();
    content.transform(matrix(group.transform()));
    for node in group.children() {
        match node {
            Node::Group(group) => draw_group(content, group, shared)?,
            Node::Path(path) => draw_path(content, path, shared)?,
            Node::Text(text) => draw_text(content, text, shared)?,
            Node::Image(_) => return Err(Error::Unsupported("an image")),
        }
    }
    content.restore_state();
    Ok(())
}

fn matrix(transform: Transform) -> [f32; 6] {
    [transform.sx, transform.ky, transform.kx, transform.sy, transform.tx, transform.ty]
}

fn draw_path(content: &mut Content, path: &Path, shared: &mut Shared) -> Result<(), Error> {
    if !path.is_visible() {
        return Ok(());
    }
    let fill = |content: &mut Content, shared: &mut Shared| -> Result<(), Error> {
        let Some(fill) = path.fill() else { return Ok(()) };
        content.save_state();
        set_fill(content, fill, shared)?;
        trace(content, path);
        match fill.rule() {
            FillRule::NonZero => content.fill_nonzero(),
            FillRule::EvenOdd => content.fill_even_odd(),
        };
        content.restore_state();
        Ok(())
    };
    let stroke = |content: &mut Content, shared: &mut Shared| -> Result<(), Error> {
        let Some(stroke) = path.stroke() else { return Ok(()) };
        content.save_state();
        set_stroke(content, stroke, shared)?;
        trace(content, path);
        content.stroke();
        content.restore_state();
        Ok(())
    };
    match path.paint_order() {
        PaintOrder::FillAndStroke => {
            fill(content, shared)?;
            stroke(content, shared)
        }
        PaintOrder::StrokeAndFill => {
            stroke(content, shared)?;
            fill(content, shared)
        }
    }
}

fn trace(content: &mut Content, path: &Path) {
    let mut at = (0.0, 0.0);
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                at = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                at = (to.x, to.y);
            }
            // PDF has cubic curves only.
            PathSegment::QuadTo(by, to) => {
                let towards = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                let (x1, y1) = (towards(at.0, by.x), towards(at.1, by.y));
                let (x2, y2) = (towards(to.x, by.x), towards(to.y, by.y));
                content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                at = (to.x, to.y);
            }
            PathSegment::CubicTo(first, second, to) => {
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                at = (to.x, to.y);
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

fn set_fill(content: &mut Content, fill: &Fill, shared: &mut Shared) -> Result<(), Error> {
    let [red, green, blue] = colour(fill.paint())?;
    content.set_fill_rgb(red, green, blue);
    set_opacity(content, fill.opacity().get(), shared);
    Ok(())
}

fn set_stroke(content: &mut Content, stroke: &Stroke, shared: &mut Shared) -> Result<(), Error> {
    let [red, green, blue] = colour(stroke.paint())?;
    content.set_stroke_rgb(red, green, blue);
    set_opacity(content, stroke.opacity().get(), shared);
    content.set_line_width(stroke.width().get());
    content.set_miter_limit(stroke.miterlimit().get());
    content.set_line_cap(match stroke.linecap() {
        LineCap::Butt => LineCapStyle::ButtCap,
        LineCap::Round => LineCapStyle::RoundCap,
        LineCap::Square => LineCapStyle::ProjectingSquareCap,
    });
    content.set_line_join(match stroke.linejoin() {
        LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        LineJoin::Round => LineJoinStyle::RoundJoin,
        LineJoin::Bevel => LineJoinStyle::BevelJoin,
    });
    if let Some(dashes) = stroke.dasharray() {
        content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
    }
    Ok(())
}

fn set_opacity(content: &mut Content, opacity: f32, shared: &mut Shared) {
    let thousandths = (opacity * 1000.0).round() as u16;
    if thousandths < 1000 {
        shared.opacities.insert(thousandths);
        content.set_parameters(Name(opacity_name(thousandths).as_bytes()));
    }
}

fn colour(paint: &Paint) -> Result<[f32; 3], Error> {
    match paint {
        Paint::Color(colour) => Ok([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)),
        _ => Err(Error::Unsupported("a gradient or a pattern")),
    }
}

/// Letters as letters: each glyph at its own place, filled.
fn draw_text(content: &mut Content, text: &Text, shared: &mut Shared) -> Result<(), Error> {
    for span in text.layouted().iter().filter(|span| span.visible) {
        if span.stroke.is_some() || span.underline.is_some() || span.overline.is_some() || span.line_through.is_some() {
            return Err(Error::Unsupported("a decorated text"));
        }
        let Some(fill) = &span.fill else { continue };
        let size = span.font_size.get();
        content.save_state();
        set_fill(content, fill, shared)?;
        content.begin_text();
        for glyph in &span.positioned_glyphs {
            let (name, code, units) = shared.fonts.glyph(glyph);
            // The glyph's own transform starts from units of the font, a text matrix from its size.
            let shrunk = units / size;
            content.set_font(Name(name.as_bytes()), size);
            content.set_text_matrix(matrix(glyph.outline_transform().pre_scale(shrunk, shrunk)));
            content.show(Str(&code.to_be_bytes()));
        }
        content.end_text();
        content.restore_state();
    }
    Ok(())
}
